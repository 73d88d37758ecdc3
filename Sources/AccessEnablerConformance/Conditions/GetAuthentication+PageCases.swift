import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Step 4: the MVPD's own login page, and what a host may do wrong with them.
extension ConditionCase {
    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))
    private static let page = ScriptStep.wait(.callback(.navigateToUrl))
    private static let dialogUp = ScriptStep.wait(.callback(.displayProviderDialog))
    private static let redirect = ScriptStep.handleExternalURL(Programme.redirect)
    private static let toPage: [ScriptStep] = [.setSelectedProvider(Programme.east), .getAuthentication(), page]

    /// A login selected beforehand: the page alone matters.
    private static func pageCase(
        _ conditions: [String], _ name: String, _ facts: [Fact] = [], then script: [ScriptStep],
        expect: [ExpectedCallback], requests: RequestBudget = .ownLogin, stored: StoredState = .regular,
        moreVerdicts: Int = 0
    ) -> ConditionCase {
        login(
            conditions, name, Situation(.configured, facts), script: toPage + script,
            expect: [.login(Programme.east)] + expect, asks: .nothing, requests: requests, stored: stored,
            moreVerdicts: moreVerdicts)
    }

    static let loginPages: [ConditionCase] =
        wholeFlows
        + redirects.map { name, url in
            pageCase(
                ["S4.R", "S4.R2"], "a redirect \(name) (L01)",
                then: [.person(.signsIn), .handleExternalURL(url), verdict], expect: [.signedIn])
        } + withoutToken + foregrounds + nothingChosen + wrongHosts

    private static let redirects = [
        ("in capitals, with a path", "ADOBEPASS://IOS.app/"),
        ("with a query", "adobepass://ios.app?code=a%2Bb&state=%26"), ("with a fragment", "adobepass://ios.app#f"),
    ]

    // MARK: R

    private static let wholeFlows: [ConditionCase] = [
        ConditionCase(
            ["S4.R", "S4.E4"], "\"Other TV provider\", list, page, redirect",
            Situation(.configured, [.picker(.otherProvider)]),
            script: [
                .getAuthentication(), dialogUp, .setSelectedProvider(Programme.east), page, .person(.signsIn),
                .handleRedirect, verdict, .checkAuthentication, .getMetadata(.authenticationExpiry),
            ],
            expect: [
                .present, .dismiss, .code("N003"), .dialog, .login(Programme.east), .signedIn, .signedIn,
                .metadata(.authenticationExpiry, .instant(Programme.tokenLife)),
            ],
            forbid: .getAuthentication.filter { $0.callback != .kind(.setMetadataStatus) }, requests: .ownLogin,
            platform: .prompting(saml: 0...0), stored: .regular),
        pageCase(
            ["S4.R"], "a wrong password first: the page stays, then it works",
            then: [.person(.mistypesPassword), .person(.signsIn), .handleRedirect, verdict], expect: [.signedIn]),
        login(
            ["S4.R", "Always.reentry"], "no page to see: the redirect inside navigateToUrl (L12)",
            Situation(.configured, [.signsInWithoutPage(Programme.east)]),
            script: [.setSelectedProvider(Programme.east), .getAuthentication(), verdict],
            inside: [Reaction(inside: .navigateToUrl, [.followPage])],
            expect: [.login(Programme.east), .signedIn], asks: .nothing, requests: .ownLogin, stored: .regular),
        ConditionCase(
            ["S4.R", "Always.reentry", "S4.E6a"], "every answer of the host inside the callback that asks for it",
            Situation(.fresh, [.signsInWithoutPage(Programme.east)]), script: [.setRequestor(), verdict],
            inside: [
                Reaction(inside: .setRequestorComplete, [.getAuthentication]),
                Reaction(inside: .presentTVProviderDialog, [.answerPicker(.cancel)]),
                Reaction(inside: .displayProviderDialog, [.setSelectedProvider(Programme.east)]),
                Reaction(inside: .navigateToUrl, [.followPage]),
            ],
            expect: [
                .complete(1), .present, .dismiss, .code("N005"), .dialog, .login(Programme.east), .signedIn,
            ],
            forbid: .codes(["N000"], "nobody asked"), requests: .cold.with(RequestBudget.ownLogin.first),
            platform: .prompting(saml: 0...0), stored: .regular),
    ]

    private static func none(
        _ name: String, _ facts: [Fact], code: String, requests: RequestBudget
    ) -> ConditionCase {
        pageCase(
            ["S4.R"], name, then: [.person(.signsIn), .change(facts), .handleRedirect, verdict],
            expect: [.code(code), .generic], requests: requests, stored: .unchecked)
    }

    private static let withoutToken: [ConditionCase] =
        [
            pageCase(
                ["S4.R"], "the person leaves the page: N130", then: [redirect, verdict],
                expect: [.code("N130"), .generic], requests: .ownLogin.with([.token: 0...1]), stored: .nothing),
            none(
                "the session is refused after the login: N130 (L14)", [.fault(.authentication, .simple(401))],
                code: "N130", requests: .ownLogin.with([.token: 0...1, .authentication: 1...2])),
            none(
                "the session is unknown after the login: N130 (L14)", [.fault(.authentication, .simple(404))],
                code: "N130", requests: .ownLogin),
            none(
                "a session without token after the login: N130 (L14)",
                [.fault(.authentication, .body("", contentType: "application/json"))], code: "N130",
                requests: .ownLogin),
            none(
                "a server error after the login", [.fault(.authentication, .simple(500))], code: "N500",
                requests: .ownLogin.with([.authentication: 1...3])),
            none(
                "the connection is reset after the login", [.fault(.authentication, .reset)], code: "N500",
                requests: .ownLogin.with([.authentication: 1...3])),
        ]
        + [("a server error", Fault.Effect.simple(500)), ("unknown", .simple(404)), ("unreadable", .html)].map {
            name, effect in
            login(
                ["S4.R", "S4.R2"], "no login can be started (\(name)): no page",
                Situation(.configured, [.fault(.registrationCode, effect)]),
                script: [.setSelectedProvider(Programme.east), .getAuthentication(), verdict],
                expect: [.code("N500"), .generic], asks: .nothing,
                requests: RequestBudget([.registrationCode: 1...3]), stored: .nothing)
        }

    // MARK: S2.F

    private static let foregrounds: [ConditionCase] = [
        pageCase(
            ["S2.F", "S4.R", "S4.W"], "a login in progress goes on (L16)",
            then: [
                .setRequestor(), .checkAuthentication, .person(.signsIn), .handleRedirect,
                .wait(.callback(.setAuthenticationStatus, count: 2)),
            ],
            expect: [.complete(1), .code("N000"), .signedOut, .signedIn],
            requests: .ownLogin.with([.configuration: 0...1])
        ).allowing(.kind(.setRequestorComplete)).allowing(.code("N000")).asking(.silently),
        pageCase(
            ["S2.F", "S4.2"], "another requestor ends a login in progress: its redirect is nothing",
            then: [.person(.signsIn), .setRequestor(Programme.otherRequestor), .handleRedirect, .checkAuthentication],
            expect: [.complete(1), .code("N000"), .signedOut],
            requests: RequestBudget([.registrationCode: 1...1, .configuration: 1...1]), stored: .unchecked,
            moreVerdicts: -1
        ).allowing(.kind(.setRequestorComplete)).allowing(.code("N000")).asking(.silently),
        ConditionCase(
            ["S2.F"], "the picker stays open, and its answer counts", Situation(.configured),
            script: [
                .getAuthentication(), .wait(.callback(.presentTVProviderDialog)), .setRequestor(),
                .wait(.callback(.setRequestorComplete)), .answerPicker(.provider(Programme.northOnPlatform)), verdict,
            ],
            expect: [.present, .complete(1), .dismiss, .signedIn],
            forbid: Array.noDialog.filter { $0.callback != .kind(.setRequestorComplete) },
            requests: .warm.andExchange, platform: .prompting(saml: 1...1), stored: .partner()),
        ConditionCase(
            ["S2.F", "S4.2"], "another requestor closes the picker", Situation(.configured),
            script: [
                .getAuthentication(), .wait(.callback(.presentTVProviderDialog)),
                .setRequestor(Programme.otherRequestor), .wait(.callback(.setRequestorComplete)),
                .answerPicker(.provider(Programme.northOnPlatform)), .checkAuthentication,
            ],
            expect: [.present, .dismiss, .complete(1), .code("N000"), .signedOut],
            forbid: [Forbidden(.authentication(1), "the login was abandoned")],
            requests: RequestBudget([.configuration: 1...1]), platform: .prompting(saml: 0...0), stored: .unchecked,
            moreVerdicts: -1),
        ConditionCase(
            ["S2.F", "S4.S"], "a selection means nothing to another requestor",
            Situation(.configured, [.picker(.cancel)]),
            script: [
                .setSelectedProvider(Programme.east), .setRequestor(Programme.otherRequestor), .getAuthentication(),
                dialogUp, .setSelectedProvider(nil),
            ],
            expect: [
                .complete(1), .present, .dismiss, .code("N005"), .dialog, .code("N005"), .notSelected,
            ],
            forbid: [Forbidden(.kind(.navigateToUrl), "nothing is selected")],
            requests: RequestBudget([.configuration: 1...1]), platform: .prompting(saml: 0...0), stored: .nothing),
    ]

    // MARK: E6b

    private static let nothingChosen: [ConditionCase] = [
        ConditionCase(
            ["S4.E6b", "S4.AF"], "a stored token is kept",
            Situation(.configured, seeds: [SeededToken(mvpd: Programme.east)], [.picker(.otherProvider)]),
            script: [.getAuthentication(forced: true), dialogUp, .setSelectedProvider(nil), .checkAuthentication],
            expect: [.present, .dismiss, .code("N003"), .dialog, .code("N005"), .notSelected, .signedIn],
            forbid: .getAuthentication, requests: .none, platform: .prompting(saml: 0...0), stored: .regular),
        pageCase(
            ["S4.E6b"], "at the page: its redirect is nothing any more",
            then: [.setSelectedProvider(nil), verdict, redirect, .checkAuthentication],
            expect: [.code("N005"), .notSelected, .code("N000"), .signedOut],
            requests: RequestBudget([.registrationCode: 1...1]), stored: .nothing
        ).allowing(.code("N000")),
        login(
            ["S4.E6b"], "at the picker: dismissed first", Situation(.configured),
            script: [.getAuthentication(), .wait(.callback(.presentTVProviderDialog)), .setSelectedProvider(nil)],
            expect: [.present, .dismiss, .code("N005"), .notSelected], asks: .prompting(saml: 0...0),
            stored: .nothing),
        login(
            ["S4.E6b"], "with no flow: no N005", Situation(.configured), script: [.setSelectedProvider(nil)],
            expect: [.notSelected], asks: .nothing, stored: .nothing, moreVerdicts: 1),
        ConditionCase(
            ["S4.E6b", "S4.S"], "with no flow: the selection is reset", Situation(.configured, [.picker(.cancel)]),
            script: [
                .setSelectedProvider(Programme.east), .setSelectedProvider(nil), .getAuthentication(), dialogUp,
                .setSelectedProvider(nil),
            ],
            expect: [
                .notSelected, .present, .dismiss, .code("N005"), .dialog, .code("N005"), .notSelected,
            ],
            forbid: [Forbidden(.kind(.navigateToUrl), "nothing is selected")], requests: .none,
            platform: .prompting(saml: 0...0), stored: .nothing, moreVerdicts: 1),
    ]

    // MARK: R2

    private static let foreign = [
        "adobepass://ios.app.evil.example", "adobepass2://ios.app", "https://ios.app", "",
        String(repeating: "adobepass://ios.app", count: 60_000),
    ]

    private static let wrongHosts: [ConditionCase] = [
        ConditionCase(
            ["S4.R2"], "an unknown MVPD chosen from the list", Situation(.configured, [.picker(.otherProvider)]),
            script: [.getAuthentication(), dialogUp, .setSelectedProvider("NOBODY"), verdict],
            expect: [.present, .dismiss, .code("N003"), .dialog, .code("N500"), .generic], forbid: .getAuthentication,
            requests: .none, platform: .prompting(saml: 0...0), stored: .nothing),
        login(
            ["S4.R2"], "an unknown MVPD with no flow", Situation(.configured),
            script: [.setSelectedProvider("NOBODY")], expect: [.code("N500"), .generic], asks: .nothing,
            stored: .nothing, moreVerdicts: 1),
        pageCase(
            ["S4.R2"], "foreign addresses are ignored, the redirect counts still (L01)",
            then: foreign.map { .handleExternalURL($0) } + [.person(.signsIn), .handleRedirect, verdict],
            expect: [.signedIn]),
        login(
            ["S4.R2"], "the redirect with no login in progress is ignored", Situation(.partnerToken),
            script: [redirect, .checkAuthentication], expect: [.signedIn], asks: .silently, stored: .partner()),
        ConditionCase(
            ["S4.R2"], "the redirect while the list is up is ignored",
            Situation(.configured, [.picker(.otherProvider)]),
            script: [.getAuthentication(), dialogUp, redirect, .setSelectedProvider(nil)],
            expect: [.present, .dismiss, .code("N003"), .dialog, .code("N005"), .notSelected],
            forbid: .getAuthentication, requests: .none, platform: .prompting(saml: 0...0), stored: .nothing),
        pageCase(
            ["S4.R2", "S4.R"], "the redirect delivered twice: one token request, one status (L02)",
            then: [.person(.signsIn), .handleRedirect, .handleRedirect, verdict, .handleRedirect],
            expect: [.signedIn]),
        ConditionCase(
            ["S4.R2", "S4.R3"], "a redirect on tvOS is ignored",
            Situation(.configured, launch: Launch(.tvOS)),
            script: [
                .setSelectedProvider(Programme.east), .getAuthentication(), .wait(.callback(.status)), redirect,
                .setSelectedProvider(nil),
            ],
            expect: [.secondScreen, .code("N005"), .notSelected], forbid: .noDialog,
            requests: RequestBudget([.registrationCode: 1...1, .registrationRemoval: 0...1]), platform: .nothing,
            stored: .nothing),
    ]
}
