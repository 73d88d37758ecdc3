import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Step 4: another login, or other verbs, while a person or the service is waited for.
extension ConditionCase {
    private static let north = Programme.northOnPlatform
    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))
    private static let page = ScriptStep.wait(.callback(.navigateToUrl))
    private static let code = ScriptStep.wait(.callback(.status))
    private static let dialogUp = ScriptStep.wait(.callback(.displayProviderDialog))
    private static let pickerUp = ScriptStep.wait(.callback(.presentTVProviderDialog))
    private static let secondPicker = ScriptStep.wait(.callback(.presentTVProviderDialog, count: 2))
    private static let exchange = RequestBudget().andExchange
    private static let started = RequestBudget([.registrationCode: 1...1])

    private static func waiting(
        _ conditions: [String], _ name: String, on platform: PlatformBehaviour? = nil, _ facts: [Fact] = [],
        script: [ScriptStep], expect: [ExpectedCallback], not: [Forbidden] = [],
        asks: PlatformBudget = .prompting(saml: 0...0), requests: RequestBudget = .none, stored: StoredState = .nothing,
        moreVerdicts: Int = 0
    ) -> ConditionCase {
        ConditionCase(
            conditions, name, Situation(.configured, launch: Launch(platform), facts), script: script, expect: expect,
            forbid: not + [Forbidden(.code("APPL_ERROR"), "a question dropped is no failure")]
                + .codes(["VSA503"], "a question dropped is no failure"),
            requests: requests, platform: asks, stored: stored, moreVerdicts: moreVerdicts)
    }

    static let loginWaits: [ConditionCase] = second + meanwhile + choosing + logouts + queued + released

    // MARK: 2

    private static let second: [ConditionCase] = [
        waiting(
            ["S4.2"], "at the picker: dismissed, another opens; the first one's answer is nothing",
            script: [
                .getAuthentication(), pickerUp, .getAuthentication(), secondPicker,
                .answerPicker(.provider(Programme.westOnPlatform), dialog: 0), .answerPicker(.provider(north)),
                verdict,
            ],
            expect: [.present, .dismiss, .present, .dismiss, .signedIn], asks: .prompting(saml: 1...1),
            requests: exchange, stored: .partner(), moreVerdicts: -1),
        waiting(
            ["S4.2"], "at the prompt: asked again, one outcome", [.promptOpen, .signedIn(north)],
            script: [
                .getAuthentication(), .wait(.platformAsked), .meanwhile([.promptAnswered(.granted)]),
                .getAuthentication(), .meanwhile([.platformAnswers]), verdict,
            ],
            expect: [.signedIn], asks: .prompting(saml: 1...1), requests: exchange, stored: .partner(),
            moreVerdicts: -1),
        waiting(
            ["S4.2"], "at the list: a new picker, a new list", [.picker(.cancel)],
            script: [
                .getAuthentication(), dialogUp, .getAuthentication(),
                .wait(.callback(.displayProviderDialog, count: 2)), .setSelectedProvider(nil),
            ],
            expect: [
                .present, .dismiss, .code("N005"), .dialog, .present, .dismiss, .code("N005"), .dialog, .code("N005"),
                .notSelected,
            ], moreVerdicts: -1),
        waiting(
            ["S4.2", "S4.R2"], "at the page: its redirect is nothing any more",
            script: [
                .setSelectedProvider(Programme.east), .getAuthentication(), page, .getAuthentication(), pickerUp,
                .handleExternalURL(Programme.redirect), .answerPicker(.provider(north)), verdict,
            ],
            expect: [.login(Programme.east), .present, .dismiss, .signedIn], asks: .prompting(saml: 1...1),
            requests: exchange.with([.registrationCode: 1...1]), stored: .partner(), moreVerdicts: -1),
        waiting(
            ["S4.2", "S4.R3"], "at the code: polling stops", on: .tvOS,
            script: [
                .setSelectedProvider(Programme.east), .getAuthentication(), code, .polls(1), .getAuthentication(),
                pickerUp, .meanwhile([.pass(.seconds(60))]), .answerPicker(.provider(north)), verdict,
            ],
            expect: [.secondScreen, .present, .dismiss, .signedIn], asks: .prompting(saml: 1...1),
            requests: exchange.with([.registrationCode: 1...1, .authentication: 1...2]), stored: .partner(),
            moreVerdicts: -1),
    ]

    // MARK: W

    private static let answers: [ScriptStep] = [
        .checkAuthentication, .wait(.callback(.setAuthenticationStatus)), .getMetadata(.deviceID),
        .wait(.callback(.setMetadataStatus)),
    ]
    private static let answered: [ExpectedCallback] = [
        .code("N000"), .signedOut, .metadata(.deviceID, .named("id")),
    ]
    private static let secondVerdict = ScriptStep.wait(.callback(.setAuthenticationStatus, count: 2))

    private static let meanwhile: [ConditionCase] = [
        waiting(
            ["S4.W"], "check and metadata at the picker: answered at once, the picker stays",
            script: [.getAuthentication(), pickerUp] + answers + [.answerPicker(.provider(north)), secondVerdict],
            expect: [.present] + answered + [.dismiss, .signedIn], asks: .prompting(saml: 1...1), requests: exchange,
            stored: .partner()),
        waiting(
            ["S4.W"], "check and metadata at the prompt: answered at once", [.promptOpen, .signedIn(north)],
            script: [.getAuthentication(), .wait(.platformAsked)] + answers + [
                .meanwhile([.permission(.granted)]), .meanwhile([.promptAnswered(.granted), .platformAnswers]),
                dialogUp, .setSelectedProvider(nil),
            ],
            expect: answered + [.code("VSA404"), .dialog, .code("N005"), .notSelected]),
        waiting(
            ["S4.W"], "check and metadata at the list: answered at once", [.picker(.cancel)],
            script: [.getAuthentication(), dialogUp] + answers + [.setSelectedProvider(nil)],
            expect: [.present, .dismiss, .code("N005"), .dialog] + answered + [.code("N005"), .notSelected]),
        waiting(
            ["S4.W"], "check and metadata at the page: answered at once",
            script: [.setSelectedProvider(Programme.east), .getAuthentication(), page] + answers + [
                .person(.signsIn), .handleRedirect, secondVerdict,
            ],
            expect: [.login(Programme.east)] + answered + [.signedIn], asks: .nothing, requests: .ownLogin,
            stored: .regular),
    ]

    private static let choosing: [ConditionCase] = [
        waiting(
            ["S4.W", "S4.R"], "a selection at the picker: dismissed, its page",
            script: [
                .getAuthentication(), pickerUp, .setSelectedProvider(Programme.east), page, .person(.signsIn),
                .handleRedirect, verdict,
            ],
            expect: [.present, .dismiss, .login(Programme.east), .signedIn], requests: .ownLogin, stored: .regular),
        waiting(
            ["S4.W", "S4.R"], "a selection at the prompt: its page", [.promptOpen],
            script: [
                .getAuthentication(), .wait(.platformAsked), .setSelectedProvider(Programme.east), page,
                .meanwhile([.platformAnswers]), .person(.signsIn), .handleRedirect, verdict,
            ],
            expect: [.login(Programme.east), .signedIn], requests: .ownLogin, stored: .regular),
        waiting(
            ["S4.W", "S4.R"], "a selection at the page: the other page, one verdict",
            script: [
                .setSelectedProvider(Programme.east), .getAuthentication(), page,
                .setSelectedProvider(Programme.west), .wait(.callback(.navigateToUrl, count: 2)), .person(.signsIn),
                .handleRedirect, verdict,
            ],
            expect: [.login(Programme.east), .login(Programme.west), .signedIn], asks: .nothing,
            requests: RequestBudget.ownLogin.with([.registrationCode: 2...2]), stored: .regular),
    ]

    private static let gone = Forbidden(.authentication(1), "the login was abandoned")

    private static let logouts: [ConditionCase] = [
        waiting(
            ["S4.W", "L2"], "logout at the picker: dismissed, the login abandoned",
            script: [
                .getAuthentication(), pickerUp, .logout, verdict, .answerPicker(.provider(north)),
                .checkAuthentication,
            ],
            expect: [.present, .dismiss, .signedOut, .code("N000"), .signedOut], not: [gone], moreVerdicts: -1),
        waiting(
            ["S4.W", "L2"], "logout at the list: the login abandoned", [.picker(.cancel)],
            script: [.getAuthentication(), dialogUp, .logout, verdict, .checkAuthentication],
            expect: [.present, .dismiss, .code("N005"), .dialog, .signedOut, .code("N000"), .signedOut], not: [gone],
            moreVerdicts: -1),
        waiting(
            ["S4.W", "L2", "S4.R2"], "logout at the page: its redirect is nothing any more",
            script: [
                .setSelectedProvider(Programme.east), .getAuthentication(), page, .logout, verdict,
                .handleExternalURL(Programme.redirect), .checkAuthentication,
            ],
            expect: [.login(Programme.east), .signedOut, .code("N000"), .signedOut], not: [gone], asks: .nothing,
            requests: started, moreVerdicts: -1),
        waiting(
            ["S4.W", "L4", "S4.R3"], "logout at the code: polling stops", on: .tvOS,
            script: [
                .setSelectedProvider(Programme.east), .getAuthentication(), code, .logout, verdict,
                .meanwhile([.pass(.seconds(60))]), .checkAuthentication,
            ],
            expect: [.secondScreen, .signedOut, .code("N000"), .signedOut], not: [gone], asks: .nothing,
            requests: started, moreVerdicts: -1),
        waiting(
            ["S4.W", "S4.S"], "logout forgets a selection", [.picker(.cancel)],
            script: [
                .setSelectedProvider(Programme.east), .logout, .getAuthentication(), dialogUp,
                .setSelectedProvider(nil),
            ],
            expect: [
                .signedOut, .present, .dismiss, .code("N005"), .dialog, .code("N005"), .notSelected,
            ]),
    ]

    /// While the exchange is under way.
    private static func busy(
        _ name: String, _ verb: ScriptStep, expect: [ExpectedCallback], stored: StoredState = .partner(),
        requests: RequestBudget = exchange
    ) -> ConditionCase {
        waiting(
            ["S4.W", "Always.order"], name, [.signedIn(north), .fault(.exchange, .hold)],
            script: [
                .getAuthentication(), .wait(.asked(.exchange, at: .first)), verb, .meanwhile([.noFaults, .answers()]),
                verdict,
            ],
            expect: [.signedIn] + expect, asks: .prompting(saml: 1...1), requests: requests, stored: stored)
    }

    private static let queued: [ConditionCase] = [
        busy("while the service is waited for: check is queued", .checkAuthentication, expect: [.signedIn]),
        busy("while the service is waited for: another login is queued", .getAuthentication(), expect: [.signedIn]),
        busy(
            "while the service is waited for: a selection is queued", .setSelectedProvider(Programme.east), expect: []),
        busy(
            "while the service is waited for: setRequestor is queued", .setRequestor(), expect: [.complete(1)],
            requests: exchange.with([.configuration: 0...1])),
    ]

    private static let released: [ConditionCase] = [
        ConditionCase(
            ["Always.release"], "released at the picker: its answer is nothing", Situation(.configured),
            script: [
                .getAuthentication(), pickerUp, .release, .answerPicker(.cancel), .relaunch(),
                .setRequestor(), .checkAuthentication,
            ],
            expect: [.present, .complete(1), .code("N000"), .signedOut],
            forbid: [Forbidden(.authentication(1), "the object was released")], requests: .warm,
            platform: .prompting(saml: 0...0), stored: .nothing, moreVerdicts: -1),
        ConditionCase(
            ["Always.release", "S4.R3"], "released at the code: nobody polls any more",
            Situation(.configured, launch: Launch(.tvOS)),
            script: [
                .setSelectedProvider(Programme.east), .getAuthentication(), code, .polls(1), .release,
                .wait(.pollingOver), .relaunch(Launch(.tvOS)), .setRequestor(), .change([.pass(.seconds(60))]),
                .checkAuthentication,
            ],
            expect: [.secondScreen, .complete(1), .code("N000"), .signedOut],
            forbid: [Forbidden(.authentication(1), "the object was released")],
            requests: RequestBudget([.registrationCode: 1...1, .authentication: 1...1, .configuration: 0...1]),
            platform: .silently, stored: .nothing, moreVerdicts: -1),
    ]
}
