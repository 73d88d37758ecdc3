import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// Step 4: temporary passes.
extension ConditionCase {
    private static let verdict = ScriptStep.wait(.callback(.setAuthenticationStatus))
    private static let dialogUp = ScriptStep.wait(.callback(.displayProviderDialog))
    private static let trial = Programme.everyMVPD + [Programme.trial]
    private static let pass = RequestBudget([.configuration: 0...1, .temporaryPass: 1...1, .authentication: 1...1])

    private static func passCase(
        _ name: String, on platform: PlatformBehaviour? = nil, life: Duration = .seconds(3600), _ facts: [Fact] = [],
        script: [ScriptStep], expect: [ExpectedCallback], stored: StoredState, moreVerdicts: Int = 1,
        requests: RequestBudget = pass, asks: PlatformBudget = .silently
    ) -> ConditionCase {
        ConditionCase(
            ["S4.T"], name, Situation(.configured, launch: Launch(platform), [.temporaryPass(life)] + facts),
            script: [.setRequestor()] + script, expect: [.complete(1)] + expect,
            forbid: [Forbidden(.kind(.navigateToUrl), "a temporary pass has no page")]
                + .codes(["REGCODE"], "a temporary pass has no second screen"),
            requests: requests, platform: asks, stored: stored, moreVerdicts: moreVerdicts)
    }

    static let loginPasses: [ConditionCase] =
        [PlatformBehaviour.iOS, .tvOS].map { platform in
            passCase(
                "its selection alone signs in, on \(platform.rawValue)", on: platform,
                script: [.setSelectedProvider(Programme.trial), .checkAuthentication],
                expect: [.code("N011"), .signedIn, .signedIn], stored: .unchecked)
        } + [
            passCase(
                "chosen from the list", [.picker(.otherProvider)],
                script: [
                    .getAuthentication(), dialogUp, .setSelectedProvider(Programme.trial), verdict,
                    .checkAuthentication,
                ],
                expect: [.present, .dismiss, .code("N003"), .dialog(trial), .code("N011"), .signedIn, .signedIn],
                stored: .unchecked, moreVerdicts: 0, asks: .prompting(saml: 0...0)),
            passCase(
                "used up: N111", life: .zero,
                script: [.setSelectedProvider(Programme.trial), .checkAuthentication],
                expect: [.code("N111"), .generic, .code("N000"), .signedOut], stored: .nothing),
            passCase(
                "used up, somebody signed in at an MVPD: N111, and the sign-in stays", life: .zero,
                [.signedIn(Programme.northOnPlatform)],
                script: [.setSelectedProvider(Programme.trial), .checkAuthentication],
                expect: [.code("N111"), .generic, .signedIn], stored: .partner(),
                requests: RequestBudget([
                    .configuration: 0...1, .profileRequest: 1...1, .exchange: 1...1, .authentication: 1...2,
                    .temporaryPass: 1...1,
                ]), asks: .saml(1...1)),
            passCase(
                "used up after a while: N111", life: .seconds(600),
                script: [
                    .setSelectedProvider(Programme.trial), .change([.pass(.seconds(601))]), .checkAuthentication,
                    .setSelectedProvider(Programme.trial),
                ],
                expect: [.code("N011"), .signedIn, .code("N000"), .signedOut, .code("N111"), .generic],
                stored: .unchecked, moreVerdicts: 2,
                requests: pass.with([.temporaryPass: 2...2, .authentication: 2...2])),
            passCase(
                "the service fails", [.fault(.temporaryPass, .simple(500))],
                script: [.setSelectedProvider(Programme.trial)], expect: [.code("N500"), .generic],
                stored: .nothing,
                requests: RequestBudget(
                    [.configuration: 0...1, .temporaryPass: 1...1], onV2: [.userMetadata: 1...3])),
        ]
}
