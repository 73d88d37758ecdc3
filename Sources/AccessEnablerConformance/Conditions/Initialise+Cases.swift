import AccessEnabler
import PassSimulator

extension ConditionCase {
    private static let deviceID = MetadataKey.deviceID
    /// The account cannot be exchanged and leaves tokens as they are.
    private static let lapsed = Fact.signedIn(Programme.northOnPlatform, life: .seconds(-1))

    /// Step 1.
    static let initialise: [ConditionCase] = [
        ConditionCase(
            ["I1"], "objects of every kind are made and nothing fires",
            Situation(.fresh, [.signedIn(Programme.northOnPlatform)]),
            script: [
                .another(Launch(.tvOS)), .another(Launch(integrityCheck: .all)),
                .another(Launch(.tvOS, integrityCheck: .clear)),
            ],
            expect: [],
            forbid: CallbackKind.allCases.map { Forbidden(.kind($0), "making an object fires no callback") },
            requests: .none, platform: .nothing),
        ConditionCase(
            ["I2"], "no check: device id and token are untouched",
            Situation(.partnerToken),
            script: [
                .getMetadata(deviceID), .relaunch(), .getMetadata(deviceID), .setRequestor(), .checkAuthentication,
            ],
            expect: [
                .metadata(deviceID, .named("id")), .metadata(deviceID, .named("id")), .complete(1), .signedIn,
            ],
            forbid: .dialogs, requests: .warm, platform: .silently, stored: .partner()),
        ConditionCase(
            ["I2"], "check of everything: a sound store is untouched",
            Situation(.partnerToken),
            script: [
                .getMetadata(deviceID), .relaunch(Launch(integrityCheck: .all)), .getMetadata(deviceID),
                .setRequestor(), .checkAuthentication,
            ],
            expect: [
                .metadata(deviceID, .named("id")), .metadata(deviceID, .named("id")), .complete(1), .signedIn,
            ],
            forbid: .dialogs, requests: .warm, platform: .silently, stored: .partner()),
        ConditionCase(
            ["I2"], "check of everything: a damaged store is cleared (S03)",
            Situation(.partnerToken, [lapsed]),
            script: [
                .getMetadata(deviceID), .relaunch(Launch(integrityCheck: .all), [.storeDamaged]),
                .getMetadata(deviceID), .setRequestor(), .checkAuthentication,
            ],
            expect: [
                .metadata(deviceID, .named("id")), .metadata(deviceID, .otherThan("id")), .complete(1),
                .code("N000"), .signedOut,
            ],
            forbid: .dialogs, requests: .cold, platform: .silently, stored: .nothing, needs: [.storesFiles]),
        ConditionCase(
            ["I2"], "clearing: a sound store is cleared, too",
            Situation(.partnerToken, [lapsed]),
            script: [
                .getMetadata(deviceID), .relaunch(Launch(integrityCheck: .clear)), .getMetadata(deviceID),
                .setRequestor(), .checkAuthentication,
            ],
            expect: [
                .metadata(deviceID, .named("id")), .metadata(deviceID, .otherThan("id")), .complete(1),
                .code("N000"), .signedOut,
            ],
            forbid: .dialogs, requests: .cold, platform: .silently, stored: .nothing),
        ConditionCase(
            ["I2"], "another application has another store (S07)",
            Situation(.partnerToken, [lapsed]),
            script: [
                .getMetadata(deviceID), .relaunch(Launch(applicationID: "adbe.southstar.conformance")),
                .getMetadata(deviceID), .setRequestor(), .checkAuthentication, .relaunch(), .getMetadata(deviceID),
                .setRequestor(), .checkAuthentication,
            ],
            expect: [
                .metadata(deviceID, .named("id")), .metadata(deviceID, .otherThan("id")), .complete(1),
                .code("N000"), .signedOut, .metadata(deviceID, .named("id")), .complete(1), .signedIn,
            ],
            forbid: .dialogs,
            requests: RequestBudget([.register: 1...1, .token: 1...1, .configuration: 1...2]),
            platform: .silently, stored: .partner()),
        ConditionCase(
            ["I2"], "two objects of one application share one store",
            Situation(.configured),
            script: [
                .another(), .getMetadata(deviceID), .change([.signedIn(Programme.northOnPlatform)]), .setRequestor(),
                .change([]), .use(0), .getMetadata(deviceID), .checkAuthentication,
            ],
            expect: [
                .metadata(deviceID, .named("id")), .complete(1), .metadata(deviceID, .named("id")), .signedIn,
            ],
            forbid: .dialogs, requests: .warm.andExchange, platform: .saml(1...1), stored: .partner()),
        ConditionCase(
            ["I3"], "options set first go with every request",
            Situation(.fresh, [.signedIn(Programme.northOnPlatform)]),
            script: [
                .setOptions(
                    Options(
                        applicationProfile: "profile-5", visitorID: "visitor-9", deviceInfo: ["model": "Box 9"])),
                .setRequestor(), .getMetadata(.userMetadata("zip")),
            ],
            expect: [.complete(1), .metadata(.userMetadata("zip"), .json(.array([.string("94040")])))],
            forbid: .dialogs, requests: .cold.andExchange.with([.userMetadata: 1...1]), platform: .saml(1...1),
            stored: .partner(),
            proofs: [
                .header(name: "AP-Visitor-Identifier", value: "visitor-9", on: Set(RequestRole.allCases)),
                .header(name: "AP-Application-Profile", value: "profile-5", on: Set(RequestRole.allCases)),
                .deviceInfo(key: "model", value: "Box 9", on: Set(RequestRole.allCases)),
            ]),
        ConditionCase(
            ["I3"], "options set later go with later requests only",
            Situation(.fresh, [.signedIn(Programme.northOnPlatform)]),
            script: [
                .setRequestor(), .setOptions(Options(visitorID: "visitor-9")), .getMetadata(.userMetadata("zip")),
            ],
            expect: [.complete(1), .metadata(.userMetadata("zip"), .json(.array([.string("94040")])))],
            forbid: .dialogs, requests: .cold.andExchange.with([.userMetadata: 1...1]), platform: .saml(1...1),
            stored: .partner(),
            proofs: [
                .noHeader(name: "AP-Visitor-Identifier", on: [.configuration, .exchange]),
                .header(name: "AP-Visitor-Identifier", value: "visitor-9", on: [.userMetadata]),
            ]),
    ]
}
