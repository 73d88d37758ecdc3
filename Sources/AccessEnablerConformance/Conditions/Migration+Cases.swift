import AccessEnabler
import PassSimulator
import PlatformAccount

/// The move to REST API V2: each case tells what a host sees that stays on V1, and what one that has moved.
extension ConditionCase {
    private static let notCarriedOver = "sign-ins of V1 are not carried over"
    private static let ofV1 = SeededToken(mvpd: Programme.east, isOfV1: true)

    /// V2.tokens, V2.credentials.
    static let migration: [ConditionCase] = [
        ConditionCase(
            ["V2.tokens", "S3.Z1"], "signed in with V1, at the MVPD's page",
            Situation(.configured, seeds: [ofV1]), script: [.checkAuthentication], expect: [.signedIn],
            forbid: [Forbidden(.kind(.setRequestorComplete), "setRequestor was not called")], requests: .none,
            platform: .silently
        ).onV2(because: notCarriedOver, expect: [.code("N000"), .signedOut]),
        ConditionCase(
            ["V2.tokens", "S2.X"], "signed in with V1, an account on the device: it signs in silently",
            Situation(.configured, seeds: [ofV1]),
            script: [
                .change([.signedIn(Programme.northOnPlatform)]), .setRequestor(), .checkAuthentication,
                .getMetadata(.userMetadata("tokenSource")),
            ],
            expect: [.complete(1), .signedIn, .metadata(.userMetadata("tokenSource"), .none)], forbid: .dialogs,
            requests: RequestBudget([.configuration: 0...1, .userMetadata: 0...1]), platform: .silently
        ).onV2(
            because: notCarriedOver,
            expect: [
                .complete(1), .signedIn, .metadata(.userMetadata("tokenSource"), .json(.string("Apple"))),
            ],
            requests: [.configuration: 0...1, .profileRequest: 1...1, .exchange: 1...1], platform: .saml(1...1)),
        ConditionCase(
            ["V2.credentials"], "the service has forgotten the client: signed out once, then signed in for good",
            Situation(.regularToken),
            script: [
                .change([.clientsForgotten]), .setRequestor(), .checkAuthentication, .setRequestor(),
                .checkAuthentication,
            ],
            expect: [.complete(1), .signedIn, .complete(1), .signedIn], forbid: .dialogs,
            requests: RequestBudget([.configuration: 0...4, .register: 0...1, .token: 0...1]), platform: .silently
        ).onV2(
            because: "a sign-in belongs to its client",
            expect: [.complete(1), .code("N000"), .signedOut, .complete(1), .code("N000"), .signedOut],
            requests: [.configuration: 2...4, .register: 1...1, .token: 1...2]),
        ConditionCase(
            ["V2.credentials", "S2.X"], "the service has forgotten the client: a platform sign-in comes back at once",
            Situation(.partnerToken), script: [.change([.clientsForgotten]), .setRequestor(), .checkAuthentication],
            expect: [.complete(1), .signedIn], forbid: .dialogs,
            requests: RequestBudget([.configuration: 0...2, .register: 0...1, .token: 0...1]), platform: .silently
        ).onV2(
            because: "a sign-in belongs to its client",
            requests: [
                .configuration: 1...2, .register: 1...1, .token: 1...2, .profileRequest: 1...1, .exchange: 1...1,
            ], platform: .saml(1...1)),
    ]
}

extension Fact {
    /// The service has forgotten every client; people stay signed in as far as that does not hang on a client.
    fileprivate static let clientsForgotten = Fact(.clientsForgotten, "the service forgets the client") {
        $0.first.forgetClients()
    }
}
