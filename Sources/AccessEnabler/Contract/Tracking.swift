import AdobePass
package import EntitlementStore

/// The values of tracking events.
///
/// Source: "iOS/tvOS SDK API Reference", Tracking; client type `ios` and OS `Linux`: choice.
package enum Tracking {
    /// T1: `TRACKING_AUTHENTICATION` after a verdict; `token` is the one that answered 1.
    ///
    /// Values: ok, MVPD id, GUID (MD5 of the user id), already cached, device type, client type, OS.
    package static func authentication(
        _ token: AuthenticationToken?, isCached: Bool, hardwareType: String?
    ) -> Callback {
        .sendTrackingData(
            [
                token == nil ? "false" : "true", token?.mvpd ?? "", guid(token), isCached ? "true" : "false",
                deviceType(hardwareType: hardwareType), "ios", "Linux",
            ], .authentication)
    }

    /// T3: `TRACKING_AUTHORIZATION` after an authorization answer; `token` is the sign-in it was asked for.
    ///
    /// Values: ok, MVPD id, GUID (MD5 of the user id), cached, error, details, device type, client type, OS.
    package static func authorization(
        _ token: AuthenticationToken?, isCached: Bool, failure: (code: String, text: String)?, hardwareType: String?
    ) -> Callback {
        .sendTrackingData(
            [
                failure == nil ? "true" : "false", token?.mvpd ?? "", guid(token), isCached ? "true" : "false",
                failure?.code ?? "", failure?.text ?? "", deviceType(hardwareType: hardwareType), "ios", "Linux",
            ], .authorization)
    }

    /// T2: `TRACKING_GET_SELECTED_PROVIDER` when a provider is selected. Values: MVPD id, device type, client type, OS.
    package static func selectedProvider(_ mvpd: String, hardwareType: String?) -> Callback {
        .sendTrackingData([mvpd, deviceType(hardwareType: hardwareType), "ios", "Linux"], .selectedProvider)
    }

    private static func guid(_ token: AuthenticationToken?) -> String {
        token?.userID.map { Digest.md5Hex($0.exposed) } ?? ""
    }

    /// The documented device type for a `primaryHardwareType`.
    package static func deviceType(hardwareType: String?) -> String {
        switch hardwareType {
        case "Desktop": return "computer"
        case "GamesConsole": return "gameconsole"
        case "Tablet": return "tablet"
        case "MobilePhone": return "mobile"
        default: return "unknown"
        }
    }
}
