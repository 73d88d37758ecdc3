import PassSimulator

/// Step 2: several service URLs.
extension ConditionCase {
    private static let both: [ServiceAddress] = [.first, .second]
    private static let cold: [RequestRole: ClosedRange<Int>] = [.register: 1...1, .token: 1...1, .configuration: 1...1]
    private static let exchange: [RequestRole: ClosedRange<Int>] = [
        .profileRequest: 1...1, .exchange: 1...1, .authentication: 0...1,
    ]
    /// Nothing tells when an answer has been taken, so the other one has to come well after it.
    private static let muchLater = Fault.Effect.delay(milliseconds: 1000)
    private static let north = Fact.signedIn(Programme.northOnPlatform)
    private static let west = Fact.signedIn(Programme.westOnPlatform)

    /// S2.M.
    static let setRequestorServices: [ConditionCase] = [
        ConditionCase(
            ["S2.M"], "the lists are merged: an MVPD of the second alone is exchanged there",
            Situation(.fresh, [west, .notIntegrated(Programme.west)]),
            script: [.setRequestor(at: both), .checkAuthentication],
            expect: [.complete(1), .signedIn], forbid: .dialogs,
            requests: RequestBudget(cold, second: cold.merging(exchange) { $1 }), platform: .saml(1...1)),
        ConditionCase(
            ["S2.M"], "the lists are merged: an MVPD of the first alone is exchanged there",
            Situation(.fresh, [west, .notIntegrated(Programme.west, at: .second)]),
            script: [.setRequestor(at: both), .checkAuthentication],
            expect: [.complete(1), .signedIn], forbid: .dialogs,
            requests: RequestBudget(cold.merging(exchange) { $1 }, second: cold), platform: .saml(1...1)),
        ConditionCase(
            ["S2.M"], "an MVPD of both belongs to the one that answered first: the second",
            Situation(.fresh, [north, .fault(.configuration, muchLater)]), script: [.setRequestor(at: both)],
            expect: [.complete(1)], forbid: .setRequestor,
            requests: RequestBudget(cold, second: cold.merging(exchange) { $1 }), platform: .saml(1...1),
            stored: .partner()),
        ConditionCase(
            ["S2.M"], "an MVPD of both belongs to the one that answered first: the first",
            Situation(.fresh, [north, .fault(.configuration, muchLater, at: .second)]),
            script: [.setRequestor(at: both)], expect: [.complete(1)], forbid: .setRequestor,
            requests: RequestBudget(cold.merging(exchange) { $1 }, second: cold), platform: .saml(1...1),
            stored: .partner()),
        ConditionCase(
            ["S2.M"], "one failing is no failure: the first",
            Situation(.fresh, [north, .fault(.configuration, .simple(500))]), script: [.setRequestor(at: both)],
            expect: [.complete(1)], forbid: .setRequestor + .codes(["CFG500"], "another URL answered"),
            requests: RequestBudget(
                cold.merging([.configuration: 1...3]) { $1 }, second: cold.merging(exchange) { $1 }),
            platform: .saml(1...1), stored: .partner()),
        ConditionCase(
            ["S2.M"], "one failing is no failure: the second, not reached", Situation(.fresh, [north]),
            script: [.setRequestor(at: [.first, .refusing])], expect: [.complete(1)],
            forbid: .setRequestor + .codes(["CFG404"], "another URL answered"), requests: .cold.andExchange,
            platform: .saml(1...1), stored: .partner()),
        ConditionCase(
            ["S2.M", "S2.C1"], "all fail: the code of the first, CFG404",
            Situation(.fresh, [north, .fault(.configuration, .simple(500))]),
            script: [.setRequestor(at: [.refusing, .first])], expect: [.code("CFG404"), .complete(0)],
            forbid: .setRequestor + .codes(["CFG500"], "one code, that of the first URL"),
            requests: .cold.with([.configuration: 1...3]), platform: .nothing, stored: .nothing),
        ConditionCase(
            ["S2.M", "S2.C1"], "all fail: the code of the first, CFG500",
            Situation(.fresh, [north, .fault(.configuration, .simple(500))]),
            script: [.setRequestor(at: [.first, .refusing])], expect: [.code("CFG500"), .complete(0)],
            forbid: .setRequestor + .codes(["CFG404"], "one code, that of the first URL"),
            requests: .cold.with([.configuration: 1...3]), platform: .nothing, stored: .nothing),
        ConditionCase(
            ["S2.M"], "an MVPD listed twice by one service is SSO enabled when one entry is (P13)",
            Situation(.fresh, [north, .listedTwice]), script: [.setRequestor()], expect: [.complete(1)],
            forbid: .setRequestor, requests: .cold.andExchange, platform: .saml(1...1), stored: .partner()),
    ]
}

extension Fact {
    /// `NorthCable` stands in the list twice, first without single sign-on.
    fileprivate static let listedTwice = fault(
        .configuration,
        .body(
            """
            {"requestor": {"id": "\(Programme.requestor)", "name": "North Star Television",
              "domains": [{"name": "northstar.example"}], "mvpds": [
              {"id": "\(Programme.north)", "displayName": "North Cable"},
              {"id": "\(Programme.north)", "displayName": "North Cable", "enablePlatformServices": true,
               "boardingStatus": "SUPPORTED", "displayInPlatformPicker": true,
               "platformMappingId": "\(Programme.northOnPlatform)", "requiredMetadataFields": ["userID", "householdID"]}
            ]}}
            """, contentType: "application/json"))
}
