import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Authorization: the login that comes first.
extension ConditionCase {
    private static let movies = Programme.movies
    private static let news = Programme.news
    private static let sports = Programme.sports
    private static let north = Programme.northOnPlatform
    private static let dialogUp = ScriptStep.wait(.callback(.displayProviderDialog))
    private static let pickerUp = ScriptStep.wait(.callback(.presentTVProviderDialog))
    private static let page = ScriptStep.wait(.callback(.navigateToUrl))
    private static let token = ScriptStep.wait(.callback(.setToken))
    private static let failed = ScriptStep.wait(.callback(.tokenRequestFailed))
    private static let opened: [ExpectedCallback] = [.present, .dismiss]
    private static let exchange = RequestBudget().andExchange
    private static let atPage = RequestBudget([.registrationCode: 1...1])

    /// `logins` is how many logins of authorizations come to their verdict.
    private static func signing(
        _ conditions: [String], _ name: String, on platform: PlatformBehaviour? = nil, _ facts: [Fact] = [],
        script: [ScriptStep], expect: [ExpectedCallback], not: [Forbidden] = [],
        asks: PlatformBudget = .prompting(saml: 0...0), requests: RequestBudget = .none, stored: StoredState,
        logins: Int = 1
    ) -> ConditionCase {
        ConditionCase(
            conditions, name, Situation(.configured, launch: Launch(platform), facts), script: script, expect: expect,
            forbid: [Forbidden(.code("APPL_ERROR"), "VSA503 stands for it in step 4")] + not, requests: requests,
            platform: asks, stored: stored, moreVerdicts: logins)
    }

    /// A2, A11, A12.
    static let authorizationLogins: [ConditionCase] = first + failing + joined + abandoned

    // MARK: A2

    private static let first: [ConditionCase] = [
        signing(
            ["A2", "S4.X"], "an account on the device: signed in, then the token", [.signedIn(north)],
            script: [.getAuthorization(movies), token], expect: [.signedIn, .token(movies)],
            asks: .prompting(saml: 1...1), requests: exchange.and(.play), stored: .partner()),
        signing(
            ["A2", "S4.X"], "an account on the device, on tvOS", on: .tvOS, [.signedIn(north)],
            script: [.getAuthorization(movies), token], expect: [.signedIn, .token(movies)],
            asks: .prompting(saml: 1...1), requests: exchange.and(.play), stored: .partner()),
        signing(
            ["A2", "S4.X"], "chosen in the picker", [.picker(.provider(north))],
            script: [.getAuthorization(movies), token], expect: opened + [.signedIn, .token(movies)],
            asks: .prompting(saml: 1...1), requests: exchange.and(.play), stored: .partner()),
        signing(
            ["A2", "S4.R"], "at the MVPD's page", [.picker(.otherProvider)],
            script: [
                .getAuthorization(movies), dialogUp, .setSelectedProvider(Programme.east), page, .person(.signsIn),
                .handleRedirect, token,
            ],
            expect: opened + [.code("N003"), .dialog, .login(Programme.east), .signedIn, .token(movies)],
            requests: RequestBudget.ownLogin.and(.play), stored: .regular),
        signing(
            ["A2", "S4.R3"], "by a code, on tvOS", on: .tvOS, [.picker(.otherProvider)],
            script: [
                .getAuthorization(movies), dialogUp, .setSelectedProvider(Programme.east),
                .wait(.callback(.status, count: 2)), .person(.activates), .pollsUntil(.setToken),
            ],
            expect: opened + [.code("N003"), .dialog, .secondScreen, .signedIn, .token(movies)],
            requests: RequestBudget.ownLogin.and(.play), stored: .regular),
        signing(
            ["A2", "S4.S"], "a provider selected before",
            script: [
                .setSelectedProvider(Programme.east), .getAuthorization(movies), page, .person(.signsIn),
                .handleRedirect, token,
            ],
            expect: [.login(Programme.east), .signedIn, .token(movies)], asks: .nothing,
            requests: RequestBudget.ownLogin.and(.play), stored: .regular),
        signing(
            ["A2", "A4"], "signed in, then denied", [.signedIn(north), .denied(movies, .byMVPD("No."))],
            script: [.getAuthorization(movies), failed],
            expect: [.signedIn, .telling("Z100", message: "No."), .denied(movies, text: "No.")],
            asks: .prompting(saml: 1...1),
            requests: exchange.with([.authorize: 1...1, .checkAuthentication: 0...1]), stored: .partner()),
        signing(
            ["A2", "A7"], "the next one needs no login", [.signedIn(north)],
            script: [.getAuthorization(movies), token, .getAuthorization(movies), .checkAuthentication],
            expect: [.signedIn, .token(movies), .token(movies), .signedIn], asks: .prompting(saml: 1...1),
            requests: exchange.and(.plays(1, replays: 1)), stored: .partner()),
        ConditionCase(
            ["A2", "S2.L"], "called while setRequestor runs: after its silent sign-in, without a login",
            Situation(.fresh, [.signedIn(north)]), script: [.setRequestor(), .getAuthorization(movies)],
            expect: [.complete(1), .token(movies)], forbid: .dialogs,
            requests: RequestBudget.cold.andExchange.and(.play), platform: .saml(1...1), stored: .partner()),
        ConditionCase(
            ["A2", "S3.Z2a"], "a token past its life: signed in anew",
            Situation(.partnerToken, [.pass(Programme.tokenLife + .seconds(1)), .signedIn(north)]),
            script: [.getAuthorization(movies), token], expect: [.signedIn, .token(movies)],
            forbid: .codes(["N000"], "a login comes instead"),
            requests: exchange.and(.play).with([.token: 0...1]), platform: .prompting(saml: 1...1),
            stored: .partner(), moreVerdicts: 1),
    ]

    private static let failing: [ConditionCase] = [
        signing(
            ["A2", "S4.E6b"], "nobody chosen: the code of the status", [.picker(.cancel)],
            script: [.getAuthorization(movies), dialogUp, .setSelectedProvider(nil), failed],
            expect: opened + [
                .code("N005"), .dialog, .code("N005"), .notSelected,
                .refused(movies, "PROVIDER_NOT_SELECTED_ERROR", text: ""),
            ], stored: .nothing),
        signing(
            ["A2", "S4.E1", "S4.E6b"], "permission denied, then nobody chosen", [.permission(.denied)],
            script: [.getAuthorization(movies), dialogUp, .setSelectedProvider(nil), failed],
            expect: [
                .code("VSA403"), .dialog, .code("N005"), .notSelected,
                .refused(movies, "PROVIDER_NOT_SELECTED_ERROR", text: ""),
            ], stored: .nothing),
        signing(
            ["A2", "S4.X0"], "the exchange fails", [.signedIn(north), .fault(.exchange, .simple(400))],
            script: [.getAuthorization(movies), failed],
            expect: [.code("N500"), .generic, .unanswerable(movies)], asks: .prompting(saml: 1...1),
            requests: RequestBudget([.profileRequest: 1...1, .exchange: 1...1]), stored: .nothing),
        signing(
            ["A2", "S4.R"], "no token after the page: N130",
            script: [
                .setSelectedProvider(Programme.east), .getAuthorization(movies), page,
                .handleExternalURL(Programme.redirect), failed,
            ],
            expect: [.login(Programme.east), .code("N130"), .generic, .unanswerable(movies)], asks: .nothing,
            requests: .ownLogin, stored: .nothing),
        signing(
            ["A2", "S4.R3"], "no code can be had, on tvOS: REG500", on: .tvOS,
            [.fault(.registrationCode, .simple(500))],
            script: [.setSelectedProvider(Programme.east), .getAuthorization(movies), failed],
            expect: [.code("REG500"), .generic, .unanswerable(movies)], asks: .nothing,
            requests: RequestBudget([.registrationCode: 1...3]), stored: .nothing),
        signing(
            ["A2", "S4.R2"], "an unknown MVPD chosen", [.picker(.otherProvider)],
            script: [.getAuthorization(movies), dialogUp, .setSelectedProvider("NOBODY"), failed],
            expect: opened + [.code("N003"), .dialog, .code("N500"), .generic, .unanswerable(movies)],
            stored: .nothing),
    ]

    // MARK: A11

    private static let choose: [ScriptStep] = [
        .setSelectedProvider(Programme.east), page, .person(.signsIn), .handleRedirect,
    ]
    private static let listed: [ExpectedCallback] = opened + [.code("N003"), .dialog]
    private static let chosen: [ExpectedCallback] = [.login(Programme.east), .signedIn]

    private static let joined: [ConditionCase] = [
        signing(
            ["A11", "A2"], "three of them, one login, three answers in order", [.picker(.otherProvider)],
            script: [
                .getAuthorization(movies), dialogUp, .getAuthorization(news), .getAuthorization(sports),
            ] + choose + [.wait(.callback(.setToken, count: 3))],
            expect: listed + chosen + [.token(movies), .token(news), .token(sports)],
            requests: RequestBudget.ownLogin.and(.plays(3)), stored: .regular),
        signing(
            ["A11"], "the same resource twice: two tokens, one authorization", [.picker(.otherProvider)],
            script: [.getAuthorization(movies), dialogUp, .getAuthorization(movies)] + choose + [
                .wait(.callback(.setToken, count: 2))
            ],
            expect: listed + chosen + [.token(movies), .token(movies)],
            requests: RequestBudget.ownLogin.and(.plays(1, replays: 1)), stored: .regular),
        signing(
            ["A11"], "a login of getAuthentication is joined, not started afresh", [.picker(.otherProvider)],
            script: [.getAuthentication(), dialogUp, .getAuthorization(movies)] + choose + [token],
            expect: listed + chosen + [.token(movies)], requests: RequestBudget.ownLogin.and(.play),
            stored: .regular, logins: 0),
        signing(
            ["A11", "S4.W"], "at the picker",
            script: [
                .getAuthorization(movies), pickerUp, .getAuthorization(news), .answerPicker(.provider(north)),
                .wait(.callback(.setToken, count: 2)),
            ],
            expect: opened + [.signedIn, .token(movies), .token(news)], asks: .prompting(saml: 1...1),
            requests: exchange.and(.plays(2)), stored: .partner()),
        signing(
            ["A11", "S4.R3"], "at the code, on tvOS", on: .tvOS,
            script: [
                .setSelectedProvider(Programme.east), .getAuthorization(movies), .wait(.callback(.status)),
                .getAuthorization(news), .person(.activates), .pollsUntil(.setToken, count: 2),
            ],
            expect: [.secondScreen, .signedIn, .token(movies), .token(news)], asks: .nothing,
            requests: RequestBudget.ownLogin.and(.plays(2)), stored: .regular),
        signing(
            ["A11", "A2"], "the login fails: all are refused", [.picker(.otherProvider)],
            script: [
                .getAuthorization(movies), dialogUp, .getAuthorization(news), .setSelectedProvider(nil),
                .wait(.callback(.tokenRequestFailed, count: 2)),
            ],
            expect: listed + [
                .code("N005"), .notSelected, .refused(movies, "PROVIDER_NOT_SELECTED_ERROR", text: ""),
                .refused(news, "PROVIDER_NOT_SELECTED_ERROR", text: ""),
            ], stored: .nothing),
        signing(
            ["A11", "A4"], "each has its own answer", [.picker(.otherProvider), .denied(news)],
            script: [.getAuthorization(movies), dialogUp, .getAuthorization(news), .getAuthorization(sports)]
                + choose + [.wait(.callback(.setToken, count: 2))],
            expect: listed + chosen + [.token(movies), .code("Z100"), .denied(news), .token(sports)],
            requests: RequestBudget.ownLogin.with(
                [.authorize: 3...3, .mediaToken: 2...2, .checkAuthentication: 0...1], onV2: [.mediaToken: 0...0]),
            stored: .regular),
        signing(
            ["S4.W", "A1", "P5", "A6"], "the verbs that start no login are answered at once, the list stays",
            [.picker(.otherProvider)],
            script: [
                .getAuthorization(movies), dialogUp, .checkAuthorization(news), failed,
                .checkPreauthorizedResources([news]), .wait(.callback(.preauthorizedResources)), .getSelectedProvider,
                .wait(.callback(.selectedProvider)),
            ] + choose + [token],
            expect: listed + [
                .code("N000"), .unauthenticated(news), .code("N000"), .preauthorized([]), .selected(nil),
            ] + chosen + [.token(movies)],
            requests: RequestBudget.ownLogin.and(.play), stored: .regular),
        signing(
            ["A11", "Always.reentry"], "called inside displayProviderDialog", [.picker(.otherProvider)],
            script: [.getAuthorization(movies), dialogUp] + choose + [.wait(.callback(.setToken, count: 2))],
            expect: listed + chosen + [.token(movies), .token(news)],
            requests: RequestBudget.ownLogin.and(.plays(2)), stored: .regular
        ).reacting([Reaction(inside: .displayProviderDialog, [.call(.getAuthorization(news, data: [:]))])]),
        signing(
            ["A11", "S4.W"], "while the service is waited for: queued, then no login is needed",
            [.signedIn(north), .fault(.exchange, .hold)],
            script: [
                .getAuthorization(movies), .wait(.asked(.exchange, at: .first)), .getAuthorization(news),
                .meanwhile([.noFaults, .answers()]), .wait(.callback(.setToken, count: 2)),
            ],
            expect: [.signedIn, .token(movies), .token(news)], asks: .prompting(saml: 1...1),
            requests: exchange.and(.plays(2)), stored: .partner()),
    ]

    // MARK: A12

    private static let abandoned: [ConditionCase] = [
        signing(
            ["A12", "S4.2"], "another getAuthentication: refused, then the new login",
            script: [
                .getAuthorization(movies), pickerUp, .getAuthentication(),
                .wait(.callback(.presentTVProviderDialog, count: 2)), .answerPicker(.provider(north)),
                .wait(.callback(.setAuthenticationStatus)),
            ],
            expect: opened + [.unauthenticated(movies)] + opened + [.signedIn], asks: .prompting(saml: 1...1),
            requests: exchange, stored: .partner(), logins: 0),
        signing(
            ["A12", "L2"], "a logout at the picker: all that waited are refused, in order",
            script: [
                .getAuthorization(movies), pickerUp, .getAuthorization(news), .logout,
                .wait(.callback(.setAuthenticationStatus)), .checkAuthentication,
            ],
            expect: opened + [
                .unauthenticated(movies), .unauthenticated(news), .signedOut, .code("N000"), .signedOut,
            ], stored: .nothing, logins: 0),
        signing(
            ["A12", "L4", "S4.R3"], "a logout at the code, on tvOS: polling stops", on: .tvOS,
            script: [
                .setSelectedProvider(Programme.east), .getAuthorization(movies), .wait(.callback(.status)), .logout,
                .wait(.callback(.setAuthenticationStatus)), .meanwhile([.pass(.seconds(60))]), .checkAuthentication,
            ],
            expect: [.secondScreen, .unauthenticated(movies), .signedOut, .code("N000"), .signedOut],
            asks: .nothing, requests: atPage, stored: .nothing, logins: 0),
        signing(
            ["A12", "S2.F"], "another requestor at the page",
            script: [
                .setSelectedProvider(Programme.east), .getAuthorization(movies), page,
                .setRequestor(Programme.otherRequestor), .wait(.callback(.setRequestorComplete)), .checkAuthentication,
            ],
            expect: [.login(Programme.east), .unauthenticated(movies), .complete(1), .code("N000"), .signedOut],
            asks: .silently, requests: atPage.with([.configuration: 1...1]), stored: .unchecked, logins: 0),
        signing(
            ["A11", "S2.F"], "setRequestor for the same one at the page: the login goes on, and the authorization",
            script: [
                .setSelectedProvider(Programme.east), .getAuthorization(movies), page, .setRequestor(),
                .wait(.callback(.setRequestorComplete)), .person(.signsIn), .handleRedirect, token,
            ],
            expect: [.login(Programme.east), .complete(1), .signedIn, .token(movies)], asks: .silently,
            requests: RequestBudget.ownLogin.and(.play).with([.configuration: 0...1]), stored: .regular),
        signing(
            ["Always.release", "A12"], "released at the list: nothing comes", [.picker(.otherProvider)],
            script: [
                .getAuthorization(movies), dialogUp, .release, .relaunch(), .setRequestor(), .checkAuthentication,
            ],
            expect: listed + [.complete(1), .code("N000"), .signedOut],
            not: [Forbidden(.kind(.tokenRequestFailed), "the object was released")],
            requests: .warm, stored: .nothing, logins: 0),
    ]
}
