import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Step 4: permission, and a platform that fails.
extension ConditionCase {
    private static let north = Fact.signedIn(Programme.northOnPlatform)
    private static let later = PlatformAccountError(.serviceTemporarilyUnavailable, message: "later")
    private static let asked = RequestBudget([.profileRequest: 1...1])
    private static let failed = ExpectedCallback.telling("VSA503", message: nil)

    // MARK: E1, E2

    private static func refused(
        _ condition: String, _ code: String, _ name: String, _ facts: [Fact], on platform: PlatformBehaviour? = nil,
        saml: ClosedRange<Int> = 0...0, requests: RequestBudget = .none
    ) -> ConditionCase {
        fallback(
            [condition], name, facts, on: platform, expect: [.code(code)], asks: .prompting(saml: saml),
            requests: requests)
    }

    static let loginPermissions: [ConditionCase] = [
        refused("S4.E1", "VSA403", "permission denied, an account signed in", [.permission(.denied), north]),
        refused("S4.E1", "VSA403", "permission denied, nobody signed in", [.permission(.denied)]),
        refused("S4.E1", "VSA403", "permission denied, on tvOS", [.permission(.denied)], on: .tvOS),
        refused("S4.E1", "VSA403", "permission restricted", [.permission(.restricted), north]),
        refused("S4.E1", "VSA403", "the prompt is answered with no", [.promptAnswered(.denied), north]),
        refused(
            "S4.E1", "VSA403", "withdrawn while the account is asked for", [north, .withdrawnMeanwhile(.denied)]),
        refused(
            "S4.E1", "VSA403", "withdrawn before the SAML query", [north, .withdrawnAfterwards(.denied)], saml: 1...1,
            requests: asked),
        refused(
            "S4.E2", "VSA404", "the prompt is dismissed, an account signed in", [.promptAnswered(nil), north]),
        refused("S4.E2", "VSA404", "the prompt is dismissed, on tvOS", [.promptAnswered(nil)], on: .tvOS),
        refused(
            "S4.E2", "VSA404", "the prompt leaves it undetermined", [.promptAnswered(.notDetermined), north]),
        refused(
            "S4.E2", "VSA404", "reset while the account is asked for",
            [north, .withdrawnMeanwhile(.notDetermined)]),
        refused(
            "S4.E2", "VSA404", "reset before the SAML query", [north, .withdrawnAfterwards(.notDetermined)],
            saml: 1...1, requests: asked),
        ConditionCase(
            ["S4.E1"], "withdrawn while the picker is open", Situation(.configured),
            script: [
                .getAuthentication(), .wait(.callback(.presentTVProviderDialog)),
                .meanwhile([.permission(.denied)]), .answerPicker(.provider(Programme.northOnPlatform)),
                .wait(.callback(.displayProviderDialog)), .setSelectedProvider(nil),
            ],
            expect: [.present, .dismiss, .code("VSA403"), .dialog, .code("N005"), .notSelected],
            forbid: .getAuthentication, requests: asked, platform: .prompting(saml: 1...1), stored: .nothing),
        ConditionCase(
            ["S4.E1", "S4.R"], "the regular flow follows", Situation(.configured, [.permission(.denied), north]),
            script: [
                .getAuthentication(), .wait(.callback(.displayProviderDialog)), .setSelectedProvider(Programme.north),
                .wait(.callback(.navigateToUrl)), .person(.signsIn), .handleRedirect,
                .wait(.callback(.setAuthenticationStatus)),
            ],
            expect: [.code("VSA403"), .dialog, .login(Programme.north), .signedIn], forbid: .getAuthentication,
            requests: .ownLogin, platform: .prompting(saml: 0...0), stored: .regular),
        login(
            ["S4.E2", "S4.X"], "the prompt is answered with yes: the exchange",
            Situation(.configured, [.promptAnswered(.granted), north]),
            script: [.getAuthentication(), .wait(.callback(.setAuthenticationStatus))], expect: [.signedIn],
            asks: .prompting(saml: 1...1), requests: RequestBudget().andExchange, stored: .partner()),
    ]

    // MARK: E3

    private static func failing(
        _ name: String, _ facts: [Fact], on platform: PlatformBehaviour? = nil, saml: ClosedRange<Int> = 0...0,
        requests: RequestBudget = .none
    ) -> ConditionCase {
        fallback(
            ["S4.E3"], name, facts, on: platform, expect: [failed], asks: .prompting(saml: saml), requests: requests)
    }

    /// Every error of the platform that has no row of its own, and two nobody knows.
    private static let errors: [PlatformAccountError] =
        [3, 4, 5, 6, 7, 99, -1].map { PlatformAccountError(.init(rawValue: $0), message: "error \($0)") }

    private static func name(_ error: PlatformAccountError) -> String { "error \(error.code.rawValue)" }

    static let loginFailures: [ConditionCase] =
        errors.map { failing("the account query: \(name($0))", [north, .accountFails($0)]) }
        + errors.map {
            failing("the SAML query: \(name($0))", [north, .samlFails($0)], saml: 1...1, requests: asked)
        }
        + [
            failing(
                "the account query is refused although permission stays granted",
                [north, .accountFails(PlatformAccountError(.accessNotGranted, message: "no"))]),
            failing(
                "the SAML query is refused although permission stays granted",
                [north, .samlFails(PlatformAccountError(.accessNotGranted, message: "no"))], saml: 1...1,
                requests: asked),
            failing("the permission query fails", [.permissionFails(later)]),
            failing("the account query fails, on tvOS", [north, .accountFails(later)], on: .tvOS),
            failing("the account query fails, nobody signed in: no picker", [.accountFails(later)]),
            failing("the provider is not told", [.signedIn(nil)]),
            failing("the provider's id is empty", [.signedIn("")]),
            failing("the account lapsed", [.signedIn(Programme.northOnPlatform, life: .seconds(-1))]),
            failing(
                "the account ends this moment", [.signedIn(Programme.northOnPlatform, life: .zero)]),
            failing("no SAML response", [north, .saml(nil)], saml: 1...1, requests: asked),
            failing("an empty SAML response", [north, .saml("")], saml: 1...1, requests: asked),
            failing("a blank SAML response", [north, .saml(" \n")], saml: 1...1, requests: asked),
            failing(
                "the SAML response comes with another provider", [north, .samlNames(Programme.westOnPlatform)],
                saml: 1...1, requests: asked),
            fallback(
                ["S4.E3"], "the sign-in in the picker fails",
                [.picker(.provider(Programme.northOnPlatform)), .pickerFails(later)],
                expect: [.present, .dismiss, failed], asks: .prompting(saml: 0...0)),
            ConditionCase(
                ["S4.E3", "S4.R"], "the regular flow follows", Situation(.configured, [north, .accountFails(later)]),
                script: [
                    .getAuthentication(), .wait(.callback(.displayProviderDialog)),
                    .setSelectedProvider(Programme.east), .wait(.callback(.navigateToUrl)), .person(.signsIn),
                    .handleRedirect, .wait(.callback(.setAuthenticationStatus)),
                ],
                expect: [failed, .dialog, .login(Programme.east), .signedIn], forbid: .getAuthentication,
                requests: .ownLogin, platform: .prompting(saml: 0...0), stored: .regular),
        ]
}
