import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Step 4: what a person chooses in the platform's picker, or had chosen before.
extension ConditionCase {
    private static let opened: [ExpectedCallback] = [.present, .dismiss]
    private static let north = Programme.northOnPlatform
    private static let south = Programme.southOnPlatform
    private static let foreign = Programme.foreignOnPlatform
    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))
    private static let page = ScriptStep.wait(.callback(.navigateToUrl))
    private static let withoutNorth = [Programme.south, Programme.east, Programme.west]

    private static func chosen(
        _ condition: String, _ name: String, _ facts: [Fact], on platform: PlatformBehaviour? = nil,
        before script: [ScriptStep] = [], expect callbacks: [ExpectedCallback],
        dialog: ExpectedCallback = .dialog
    ) -> ConditionCase {
        fallback(
            [condition], name, facts, on: platform, before: script,
            expect: (script.isEmpty ? [] : [.complete(1)]) + callbacks, asks: .prompting(saml: 0...0),
            requests: script.isEmpty ? .none : .warm, dialog: dialog)
    }

    private static func unsupportedError(_ provider: String?) -> Fact {
        .accountFails(PlatformAccountError(.unsupportedProvider, unsupportedProviderIdentifier: provider))
    }

    static let loginPickers: [ConditionCase] = others + unknown + disabled + closed

    // MARK: E4

    private static let others: [ConditionCase] = [
        chosen("S4.E4", "\"Other TV provider\"", [.picker(.otherProvider)], expect: opened + [.code("N003")]),
        chosen(
            "S4.E4", "\"Other TV provider\", on tvOS", [.picker(.otherProvider)], on: .tvOS,
            expect: opened + [.code("N003")]),
        chosen(
            "S4.E4", "said without a picker: no present, no dismiss", [unsupportedError(nil)],
            expect: [.code("N003")]),
    ]

    // MARK: E5a, E5b

    private static func n004(_ provider: String) -> ExpectedCallback { .telling("N004", message: provider) }

    private static let unknown: [ConditionCase] = [
        chosen(
            "S4.E5a", "a provider nobody integrated", [.picker(.provider(foreign))],
            expect: opened + [n004(foreign)]),
        chosen(
            "S4.E5a", "a provider nobody integrated, on tvOS", [.picker(.provider(foreign))], on: .tvOS,
            expect: opened + [n004(foreign)]),
        chosen(
            "S4.E5a", "its integration was switched off", [.notIntegrated(Programme.north), .picker(.provider(north))],
            before: [.setRequestor()], expect: opened + [n004(north)], dialog: .dialog(withoutNorth)),
        chosen(
            "S4.E5a", "an account signed in: no present, no dismiss", [.signedIn(foreign)], expect: [n004(foreign)]),
        chosen(
            "S4.E5a", "named by the platform's error, without a picker", [unsupportedError(foreign)],
            expect: [n004(foreign)]),
    ]

    private static let disabled: [ConditionCase] = [
        chosen(
            "S4.E5b", "single sign-on switched off", [.ssoDisabled(Programme.north), .picker(.provider(north))],
            before: [.setRequestor()], expect: opened + [n004(north)]),
        chosen(
            "S4.E5b", "single sign-on switched off, on tvOS",
            [.ssoDisabled(Programme.north), .picker(.provider(north))], on: .tvOS, before: [.setRequestor()],
            expect: opened + [n004(north)]),
        chosen(
            "S4.E5b", "no boarding status", [.boarding(Programme.north, nil), .signedIn(north)],
            before: [.setRequestor()], expect: [n004(north)]),
        chosen(
            "S4.E5b", "an account signed in: no present, no dismiss",
            [.ssoDisabled(Programme.north), .signedIn(north)], before: [.setRequestor()], expect: [n004(north)]),
        chosen(
            "S4.E5b", "named by the platform's error, without a picker",
            [.ssoDisabled(Programme.north), unsupportedError(north)], before: [.setRequestor()],
            expect: [n004(north)]),
    ]

    // MARK: E6a

    private static let closed: [ConditionCase] = [
        chosen("S4.E6a", "the picker is closed", [.picker(.cancel)], expect: opened + [.code("N005")]),
        chosen(
            "S4.E6a", "the picker is closed, on tvOS", [.picker(.cancel)], on: .tvOS,
            expect: opened + [.code("N005")]),
        chosen(
            "S4.E6a", "said without a picker: no present, no dismiss",
            [.accountFails(PlatformAccountError(.userCancelled))], expect: [.code("N005")]),
        fallback(
            ["S4.E6a"], "closed at the SAML query",
            [
                .signedIn(north), .samlFails(PlatformAccountError(.userCancelled)),
            ],
            expect: [.code("N005")], asks: .prompting(saml: 1...1),
            requests: RequestBudget([.profileRequest: 1...1])),
        ConditionCase(
            ["S4.E6a"], "the host itself answers the picker; later answers are nothing", Situation(.configured),
            script: [
                .getAuthentication(), .wait(.callback(.presentTVProviderDialog)), .answerPicker(.cancel),
                .answerPicker(.provider(north)), .wait(.callback(.displayProviderDialog)),
                .answerPicker(.otherProvider), .setSelectedProvider(nil),
            ],
            expect: opened + [.code("N005"), .dialog, .code("N005"), .notSelected], forbid: .getAuthentication,
            requests: .none, platform: .prompting(saml: 0...0), stored: .nothing),
    ]

    // MARK: P

    private static let wholeLogin: [ScriptStep] = [page, .person(.signsIn), .handleRedirect, verdict]

    private static func pickerOnly(
        _ name: String, _ facts: [Fact], expect callbacks: [ExpectedCallback], of mvpd: String = Programme.south,
        configured: Bool = false
    ) -> ConditionCase {
        login(
            ["S4.P", "S4.R"], name, Situation(.configured, facts), script: [.getAuthentication()] + wholeLogin,
            expect: callbacks + [.login(mvpd), .signedIn], asks: .prompting(saml: 0...0), requests: .ownLogin,
            stored: .regular)
    }

    private static func svc(
        _ name: String, wants: Bool, handles: Bool, useSVC: Bool
    ) -> ConditionCase {
        ConditionCase(
            ["S4.P", "I3"], name,
            Situation(.configured, [.picker(.provider(south))] + (wants ? [.wantsSVC(Programme.south)] : [])),
            script: [.setRequestor(), .setOptions(Options(handleSVC: handles)), .getAuthentication()] + wholeLogin,
            expect: [
                .complete(1), .present, .dismiss, .page(.login(Programme.south, isOwnRedirect: useSVC), useSVC: useSVC),
                .signedIn,
            ],
            forbid: Array.noDialog.filter { $0.callback != .kind(.setRequestorComplete) },
            requests: .ownLogin.with([.configuration: 0...1]), platform: .prompting(saml: 0...0), stored: .regular)
    }

    static let loginOwn: [ConditionCase] = [
        pickerOnly("a picker-only provider chosen", [.picker(.provider(south))], expect: opened),
        pickerOnly("its account signed in: no present, no dismiss", [.signedIn(south)], expect: []),
        pickerOnly(
            "named by the platform's error, without a picker", [unsupportedError(south)], expect: []),
        pickerOnly(
            "single sign-on enabled, yet not supported by the platform",
            [.picker(.provider(north)), .unsupported(north)], expect: opened, of: Programme.north),
        login(
            ["S4.P", "S4.R3"], "a picker-only provider chosen, on tvOS: the second screen",
            Situation(.configured, launch: Launch(.tvOS), [.picker(.provider(south))]),
            script: [
                .getAuthentication(), .wait(.callback(.status)), .person(.activates),
                .pollsUntil(.setAuthenticationStatus),
            ],
            expect: opened + [.secondScreen, .signedIn], asks: .prompting(saml: 0...0), requests: .ownLogin,
            stored: .regular),
        ConditionCase(
            ["S4.P"], "picker only comes first: single sign-on switched off, too",
            Situation(.configured, [.ssoDisabled(Programme.south), .picker(.provider(south))]),
            script: [.setRequestor(), .getAuthentication()] + wholeLogin,
            expect: [.complete(1)] + opened + [.login(Programme.south), .signedIn],
            forbid: Array.noDialog.filter { $0.callback != .kind(.setRequestorComplete) },
            requests: .ownLogin.with([.configuration: 0...1]), platform: .prompting(saml: 0...0), stored: .regular),
        svc("handleSVC and an MVPD that needs it: useSVC", wants: true, handles: true, useSVC: true),
        svc("handleSVC alone: a plain page", wants: false, handles: true, useSVC: false),
        svc("an MVPD that needs it, without handleSVC: a plain page", wants: true, handles: false, useSVC: false),
    ]
}
