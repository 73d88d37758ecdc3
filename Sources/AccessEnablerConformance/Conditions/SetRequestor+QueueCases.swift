import AccessEnabler
import PassSimulator

/// Step 2: verbs called meanwhile, and no configuration in force.
extension ConditionCase {
    private static let north = Fact.signedIn(Programme.northOnPlatform)
    private static let zip = MetadataKey.userMetadata("zip")
    private static let deviceID = MetadataKey.deviceID

    /// S2.L.
    static let setRequestorQueue: [ConditionCase] = [
        ConditionCase(
            ["S2.L", "Always.order"], "verbs called while one runs come after it (C01)",
            Situation(.fresh, [north, .accountHeld]),
            script: [
                .setRequestor(), .wait(.platformAsked), .checkAuthentication, .getMetadata(zip), .checkAuthentication,
                .meanwhile([.platformAnswers]),
            ],
            expect: [
                .complete(1), .signedIn, .metadata(zip, .json(.array([.string("94040")]))), .signedIn,
            ],
            forbid: .dialogs, requests: .cold.andExchange.with([.userMetadata: 1...1]), platform: .saml(1...1),
            stored: .partner()),
        ConditionCase(
            ["S2.L"], "verbs called in one breath with a failing setRequestor come after it (C01)",
            Situation(.fresh, [.fault(.configuration, .simple(500))]),
            script: [.setRequestor(), .checkAuthentication, .getMetadata(zip)],
            expect: [.code("CFG500"), .complete(0), .code("CFG500"), .generic, .metadata(zip, .none)],
            forbid: .dialogs, requests: .cold.with([.configuration: 1...3]), platform: .nothing, stored: .nothing),
        ConditionCase(
            ["S2.L"], "each setRequestor has its own completion, the last wins",
            Situation(.partnerToken),
            script: [
                .setRequestor(), .setRequestor(Programme.otherRequestor), .checkAuthentication, .setRequestor(),
                .checkAuthentication,
            ],
            expect: [.complete(1), .complete(1), .signedIn, .complete(1), .signedIn],
            forbid: .dialogs,
            requests: RequestBudget([.configuration: 1...3]).andExchange, platform: .saml(1...1), stored: .partner()),
        ConditionCase(
            ["S2.L"], "the last wins: a requestor without token after one with",
            Situation(.partnerToken, [.signedIn(Programme.northOnPlatform, life: .seconds(-1))]),
            script: [.setRequestor(), .setRequestor(Programme.otherRequestor), .checkAuthentication],
            expect: [.complete(1), .complete(1), .code("N000"), .signedOut], forbid: .dialogs,
            requests: RequestBudget([.configuration: 1...2]), platform: .silently, stored: .partner()),
        ConditionCase(
            ["S2.L"], "before any setRequestor: CFG400", Situation(.fresh),
            script: [.checkAuthentication, .getMetadata(zip), .getMetadata(deviceID)],
            expect: [.code("CFG400"), .generic, .metadata(zip, .none), .metadata(deviceID, .named("id"))],
            forbid: .checkAuthentication.filter { $0.callback != .kind(.setMetadataStatus) }
                + .codes(["N000"], "CFG400 explains it"),
            requests: .none, platform: .nothing),
        ConditionCase(
            ["S2.L"], "before any setRequestor, with a token of an earlier run: CFG400",
            Situation(.partnerToken), script: [.relaunch(), .checkAuthentication],
            expect: [.code("CFG400"), .generic], forbid: .checkAuthentication, requests: .none, platform: .nothing,
            stored: .partner()),
        ConditionCase(
            ["S2.L"], "after a failed setRequestor: its code", Situation(.fresh),
            script: [.setRequestor(at: [.refusing]), .checkAuthentication],
            expect: [.code("CFG404"), .complete(0), .code("CFG404"), .generic], forbid: .dialogs, requests: .none,
            platform: .nothing, stored: .nothing),
        ConditionCase(
            ["S2.L"], "after two failed ones: the last one's code", Situation(.fresh),
            script: [
                .setRequestor(at: [.refusing]), .setRequestor(Programme.unknownRequestor), .checkAuthentication,
            ],
            expect: [.code("CFG404"), .complete(0), .code("CFG400"), .complete(0), .code("CFG400"), .generic],
            forbid: .dialogs, requests: .cold, platform: .nothing, stored: .nothing),
    ]
}
