/// `GET /api/v2/{sp}/configuration` (rest-v2, configuration).
enum ConfigurationV2 {
    static func answer(_ call: RESTv2.Call, _ dashboard: Dashboard) throws(Refusal) -> Response {
        // Device headers are optional here; what is sent must be whole.
        let isTold = call.request.header("X-Device-Info") != nil
        let platform = isTold ? try DeviceHeaders.platform(of: call.request) : nil
        let mvpds = call.requestor.mvpds.filter(\.isIntegrated).map { mvpd in
            JSON.object(
                Configuration.fields(of: mvpd, platform: platform).filter {
                    kept.contains($0.name) || !known.contains($0.name)
                }
                .map(Configuration.member))
        }
        let requestor = call.requestor
        let body = JSON.object([
            "device": .object(["platform": .optional(platform)]), "errorReporting": .object(["enabled": .bool(false)]),
            "requestor": .object([
                "id": .string(requestor.id), "name": .string(requestor.name),
                "domains": .array(
                    requestor.domains.map { .object(["name": .string($0), "mvpdInitiated": .bool(false)]) }),
                "mvpds": .array(mvpds),
            ]),
        ])
        let response = Response(200, body)
        return dashboard.sendsValidators ? Configuration.validated(response, call.request) : response
    }

    /// The fields of V1 that V2 has, too; those the dashboard adds come along in both.
    private static let kept: Set = [
        "id", "displayName", "logoUrl", "isTempPass", "isProxy", "boardingStatus", "platformMappingId",
        "enablePlatformServices", "displayInPlatformPicker",
    ]
    /// The fields of V1 that V2 has not.
    private static let known: Set = [
        "iFrameRequired", "authPerAggregator", "authPerBrowserSession", "passiveAuthnEnabled", "foregroundLogout",
        "requiredMetadataFields",
    ]
}
