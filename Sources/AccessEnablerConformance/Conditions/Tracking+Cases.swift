import AccessEnabler

/// Tracking.
extension ConditionCase {
    private static func tracked(
        _ name: String, _ situation: Situation, hardware: String, expect: [ExpectedCallback]
    ) -> ConditionCase {
        ConditionCase(
            ["T1"], name, situation,
            script: [.setOptions(Options(deviceInfo: ["primaryHardwareType": hardware])), .checkAuthentication],
            expect: expect, forbid: .checkAuthentication, requests: .none, platform: .silently, countsTracking: true)
    }

    private static func signedIn(on device: String) -> [ExpectedCallback] {
        [.signedIn, .tracking(["true", Programme.north, Programme.userDigest, "true", device, "ios", "Linux"])]
    }

    private static let tablet = ScriptStep.setOptions(Options(deviceInfo: ["primaryHardwareType": "Tablet"]))
    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))

    private static func verdict(_ values: String...) -> ExpectedCallback {
        .tracking(values + ["tablet", "ios", "Linux"])
    }

    private static func selection(_ mvpd: String) -> ExpectedCallback {
        .selectionTracking([mvpd, "tablet", "ios", "Linux"])
    }

    private static func trackedLogin(
        _ conditions: [String], _ name: String, _ situation: Situation, script: [ScriptStep],
        expect: [ExpectedCallback], asks: PlatformBudget, requests: RequestBudget, stored: StoredState = .unchecked,
        moreVerdicts: Int = 0
    ) -> ConditionCase {
        ConditionCase(
            conditions, name, situation, script: [tablet] + script, expect: expect, forbid: .getAuthentication,
            requests: requests, platform: asks, stored: stored, countsTracking: true, moreVerdicts: moreVerdicts)
    }

    private static let ofLogins: [ConditionCase] = [
        trackedLogin(
            ["T1", "S4.X"], "a login by the platform: not cached before",
            Situation(.configured, [.signedIn(Programme.northOnPlatform)]), script: [.getAuthentication(), verdict],
            expect: [.signedIn, verdict("true", Programme.north, Programme.userDigest, "false")],
            asks: .prompting(saml: 1...1), requests: RequestBudget().andExchange),
        trackedLogin(
            ["T1", "S4.A"], "already authenticated: cached before", Situation(.partnerToken),
            script: [.getAuthentication()],
            expect: [.signedIn, verdict("true", Programme.north, Programme.userDigest, "true")], asks: .silently,
            requests: .none),
        trackedLogin(
            ["T1", "T2", "S4.R"], "selected by the person, then the page, then the verdict",
            Situation(.configured, [.picker(.otherProvider)]),
            script: [
                .getAuthentication(), .wait(.callback(.displayProviderDialog)), .setSelectedProvider(Programme.east),
                .wait(.callback(.navigateToUrl)), .person(.signsIn), .handleRedirect, verdict,
            ],
            expect: [
                .present, .dismiss, .code("N003"), .dialog, selection(Programme.east), .login(Programme.east),
                .signedIn, verdict("true", Programme.east, Programme.viewerDigest, "false"),
            ],
            asks: .prompting(saml: 0...0), requests: .ownLogin),
        trackedLogin(
            ["T2", "S4.P"], "selected silently, then the page",
            Situation(.configured, [.picker(.provider(Programme.southOnPlatform))]),
            script: [
                .getAuthentication(), .wait(.callback(.navigateToUrl)), .person(.signsIn), .handleRedirect, verdict,
            ],
            expect: [
                .present, .dismiss, selection(Programme.south), .login(Programme.south), .signedIn,
                verdict("true", Programme.south, Programme.viewerDigest, "false"),
            ],
            asks: .prompting(saml: 0...0), requests: .ownLogin),
        trackedLogin(
            ["T2", "S4.R3"], "selected, then the code on tvOS",
            Situation(.configured, launch: Launch(.tvOS), [.picker(.otherProvider)]),
            script: [
                .getAuthentication(), .wait(.callback(.displayProviderDialog)), .setSelectedProvider(Programme.east),
                .wait(.callback(.status, count: 2)), .person(.activates), .pollsUntil(.setAuthenticationStatus),
            ],
            expect: [
                .present, .dismiss, .code("N003"), .dialog, selection(Programme.east), .secondScreen, .signedIn,
                verdict("true", Programme.east, Programme.viewerDigest, "false"),
            ],
            asks: .prompting(saml: 0...0), requests: .ownLogin),
        trackedLogin(
            ["T2", "S4.S"], "selected beforehand: once", Situation(.configured),
            script: [
                .setSelectedProvider(Programme.east), .getAuthentication(), .wait(.callback(.navigateToUrl)),
                .person(.signsIn), .handleRedirect, verdict,
            ],
            expect: [
                selection(Programme.east), .login(Programme.east), .signedIn,
                verdict("true", Programme.east, Programme.viewerDigest, "false"),
            ],
            asks: .nothing, requests: .ownLogin),
        trackedLogin(
            ["T1", "S4.E6b"], "nobody chosen", Situation(.configured), script: [.setSelectedProvider(nil)],
            expect: [.notSelected, verdict("false", "", "", "false")], asks: .nothing, requests: .none,
            moreVerdicts: 1),
        trackedLogin(
            ["T1", "S4.X0"], "a login that fails",
            Situation(.configured, [.signedIn(Programme.northOnPlatform), .fault(.exchange, .simple(400))]),
            script: [.getAuthentication(), verdict],
            expect: [.code("N500"), .generic, verdict("false", "", "", "false")], asks: .prompting(saml: 1...1),
            requests: RequestBudget([.profileRequest: 1...1, .exchange: 1...1])),
        trackedLogin(
            ["T1", "L4"], "none at logout", Situation(.partnerToken, launch: Launch(.tvOS)),
            script: [.logout, verdict], expect: [.code("VSA203"), .signedOut], asks: .nothing,
            requests: RequestBudget([.logout: 1...1])),
    ]

    /// T1, T2.
    static let tracking: [ConditionCase] =
        ofLogins
        + [
            ("Desktop", "computer"), ("GamesConsole", "gameconsole"), ("Tablet", "tablet"), ("MobilePhone", "mobile"),
            ("SetTopBox", "unknown"),
        ].map { hardware, device in
            tracked(
                "signed in on a \(hardware) (C06)", Situation(.partnerToken), hardware: hardware,
                expect: signedIn(on: device))
        } + [
            tracked(
                "signed out", Situation(.configured), hardware: "Desktop",
                expect: [
                    .code("N000"), .signedOut, .tracking(["false", "", "", "false", "computer", "ios", "Linux"]),
                ]),
            ConditionCase(
                ["T1"], "one after each status, before what follows", Situation(.partnerToken),
                script: [
                    .setOptions(Options(deviceInfo: ["primaryHardwareType": "Tablet"])), .checkAuthentication,
                    .checkAuthentication,
                ],
                expect: signedIn(on: "tablet") + signedIn(on: "tablet"), forbid: .checkAuthentication,
                requests: .none, platform: .silently, countsTracking: true),
            ConditionCase(
                ["T1"], "none in step 2, silent sign-in included",
                Situation(.fresh, [.signedIn(Programme.northOnPlatform)]), script: [.setRequestor()],
                expect: [.complete(1)], forbid: .setRequestor, requests: .cold.andExchange, platform: .saml(1...1),
                stored: .partner(), countsTracking: true),
        ]
}
