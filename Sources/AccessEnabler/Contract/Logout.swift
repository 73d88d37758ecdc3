import AdobePass
package import EntitlementStore

/// Logout, decided (L1 to L4).
package enum Logout {
    /// What is to be done, one after the other.
    package enum Action: Sendable, Hashable {
        case emit(AdvancedStatus)
        case removeAllTokens
        /// Tells the service; whatever it answers, the local tokens are gone.
        case tellService(AuthenticationToken)
        /// Sends the person to the MVPD's logout page and waits for the redirect.
        case openPage
        /// Status 0.
        case conclude
    }

    /// Decides by the requestor's stored tokens, the latest first.
    package static func decide(_ tokens: [AuthenticationToken], platform: PlatformBehaviour) -> [Action] {
        var actions: [Action] = []
        if tokens.first?.kind == .partner { actions.append(.emit(.platformSignOut)) }  // L1, L2
        actions.append(.removeAllTokens)
        actions += tokens.map { .tellService($0) }
        switch platform {
        case .iOS: actions.append(.openPage)  // L3
        case .tvOS: actions.append(.conclude)  // L4
        }
        return actions
    }
}
