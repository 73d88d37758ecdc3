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

    private static let movies = Programme.movies

    /// Ok, MVPD, person, cached, error, details; then the device.
    private static func authorization(_ values: String...) -> ExpectedCallback {
        .authorizationTracking(values + ["tablet", "ios", "Linux"])
    }

    private static func watched(
        _ conditions: [String] = ["T3"], _ name: String, _ situation: Situation = Situation(.partnerToken),
        script: [ScriptStep], expect: [ExpectedCallback], requests: RequestBudget, asks: PlatformBudget = .silently,
        moreVerdicts: Int = 0
    ) -> ConditionCase {
        ConditionCase(
            conditions, name, situation, script: [tablet] + script, expect: expect,
            forbid: [Forbidden(.kind(.preauthorizedResources), "nobody asked for many resources")],
            requests: requests, platform: asks, countsTracking: true, moreVerdicts: moreVerdicts)
    }

    private static let person = Programme.userDigest
    private static let north = Programme.north
    private static let notAuthorized = "USER_NOT_AUTHORIZED_ERROR"
    private static let notAuthenticated = "USER_NOT_AUTHENTICATED_ERROR"
    private static let refused = RequestBudget([.authorize: 1...1, .checkAuthentication: 0...1])

    private static let ofAuthorizations: [ConditionCase] =
        PlatformBehaviour.allCases.map { platform in
            watched(
                ["T3", "A7"], "permitted, then from what is kept, on \(platform.rawValue)",
                Situation(.partnerToken, launch: Launch(platform)),
                script: [.checkAuthorization(movies), .checkAuthorization(movies)],
                expect: [
                    .token(movies), authorization("true", north, person, "false", "", ""), .token(movies),
                    authorization("true", north, person, "true", "", ""),
                ], requests: .plays(1, replays: 1))
        } + [
            watched(
                ["T3", "A4"], "denied, with the MVPD's text",
                Situation(.partnerToken, [.denied(movies, .byMVPD("No."))]), script: [.checkAuthorization(movies)],
                expect: [
                    .telling("Z100", message: "No."), .denied(movies, text: "No."),
                    authorization("false", north, person, "false", notAuthorized, "No."),
                ], requests: refused),
            watched(
                ["T3", "A1"], "nobody signed in", Situation(.configured), script: [.checkAuthorization(movies)],
                expect: [
                    .code("N000"), .unauthenticated(movies),
                    authorization("false", "", "", "false", notAuthenticated, ""),
                ], requests: .none, asks: .nothing),
            watched(
                ["T3", "A13"], "no configuration", Situation(.fresh), script: [.checkAuthorization(movies)],
                expect: [
                    .code("CFG400"), .unanswerable(movies),
                    authorization("false", "", "", "false", "GENERIC_AUTHENTICATION_ERROR", ""),
                ], requests: .none, asks: .nothing),
            watched(
                ["T3", "A10"], "a malformed resource", script: [.checkAuthorization("")],
                expect: [
                    .code("Z130"), .denied(""), authorization("false", north, person, "false", notAuthorized, ""),
                ],
                requests: .none),
            watched(
                ["T3", "A14"], "the service fails", Situation(.partnerToken, [.fault(.authorize, .html)]),
                script: [.checkAuthorization(movies)],
                expect: [
                    .code("Z500"), .denied(movies), authorization("false", north, person, "false", notAuthorized, ""),
                ], requests: RequestBudget([.authorize: 1...1])),
            watched(
                ["T3", "A15"], "the service knows no authentication",
                Situation(.partnerToken, [.authenticationsForgotten, .enhancedErrors]),
                script: [.checkAuthorization(movies)],
                expect: [
                    .code("N130"), .unauthenticated(movies),
                    authorization("false", north, person, "false", notAuthenticated, ""),
                ], requests: RequestBudget([.authorize: 1...1])),
            watched(
                ["T3", "T1", "A2"], "after a login: its own tracking first",
                Situation(.configured, [.signedIn(Programme.northOnPlatform)]),
                script: [.getAuthorization(movies), .wait(.callback(.sendTrackingData, count: 2))],
                expect: [
                    .signedIn, verdict("true", north, person, "false"), .token(movies),
                    authorization("true", north, person, "false", "", ""),
                ],
                requests: RequestBudget().andExchange.and(.play), asks: .prompting(saml: 1...1), moreVerdicts: 1),
            watched(
                ["T3", "T1", "A2"], "after a login that failed",
                Situation(.configured, [.signedIn(Programme.northOnPlatform), .fault(.exchange, .simple(400))]),
                script: [.getAuthorization(movies), .wait(.callback(.sendTrackingData, count: 2))],
                expect: [
                    .code("N500"), .generic, verdict("false", "", "", "false"), .unanswerable(movies),
                    authorization("false", "", "", "false", "GENERIC_AUTHENTICATION_ERROR", ""),
                ],
                requests: RequestBudget([.profileRequest: 1...1, .exchange: 1...1]), asks: .prompting(saml: 1...1),
                moreVerdicts: 1),
            watched(
                ["T3", "G2"], "a degradation rule permits: no error",
                Situation(.partnerToken, [.permitsEverything(north)]), script: [.checkAuthorization(movies)],
                expect: [.code("Z010"), .token(movies), authorization("true", north, person, "false", "", "")],
                requests: .play),
            watched(
                ["T3", "Always.order"], "each before the next answer",
                Situation(.partnerToken, [.denied(Programme.news)]),
                script: [.checkAuthorization(movies), .checkAuthorization(Programme.news), .checkAuthentication],
                expect: [
                    .token(movies), authorization("true", north, person, "false", "", ""), .code("Z100"),
                    .denied(Programme.news), authorization("false", north, person, "false", notAuthorized, ""),
                    .signedIn, verdict("true", north, person, "true"),
                ],
                requests: refused.with([.authorize: 2...2, .mediaToken: 1...1], onV2: [.mediaToken: 0...0])),
            ConditionCase(
                ["T3", "A5", "A6"], "none for preauthorizations and the selected provider", Situation(.partnerToken),
                script: [.checkPreauthorizedResources([movies]), .preauthorize([movies]), .getSelectedProvider],
                expect: [.preauthorized([movies]), .decisions(.yes(movies)), .selected(north)], forbid: .resources,
                requests: RequestBudget([.preauthorize: 1...1]), platform: .silently, countsTracking: true),
        ]

    /// T1, T2, T3.
    static let tracking: [ConditionCase] =
        ofLogins + ofAuthorizations
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
