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

    /// T1.
    static let tracking: [ConditionCase] =
        [
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
