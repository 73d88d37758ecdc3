import AccessEnabler
import PassSimulator
import PlatformAccount

/// What holds whatever the verb.
extension ConditionCase {
    private static let north = Fact.signedIn(Programme.northOnPlatform)
    private static let lapsed = Fact.signedIn(Programme.northOnPlatform, life: .seconds(-1))
    private static let zip = MetadataKey.userMetadata("zip")
    private static let zipCode = ExpectedValue.json(.array([.string("94040")]))

    /// Always.
    static let always: [ConditionCase] = stores + order + reentry + release + secrets

    private static let stores: [ConditionCase] = [
        ConditionCase(
            ["Always.store"], "unreadable: 500 and 0 for this call, and nothing is lost (S01)",
            Situation(.partnerToken),
            script: [
                .relaunch(Launch(), [.storeUnreadable]), .setRequestor(), .wait(.callback(.setRequestorComplete)),
                .checkAuthentication, .wait(.callback(.setAuthenticationStatus)), .meanwhile([.storeReadable]),
                .setRequestor(), .checkAuthentication,
            ],
            expect: [.code("500"), .complete(0), .code("500"), .generic, .complete(1), .signedIn],
            forbid: .dialogs + .codes(["N000"], "unreadable is not empty"), requests: .warm, platform: .silently,
            stored: .partner(), needs: [.storesFiles]),
        ConditionCase(
            ["Always.store", "I2"], "corrupt, no check: set aside, signed out, the next sign-in works (S03)",
            Situation(.partnerToken, [lapsed]),
            script: [
                .relaunch(Launch(), [.storeDamaged]), .setRequestor(), .checkAuthentication, .change([north]),
                .setRequestor(), .checkAuthentication,
            ],
            expect: [.complete(1), .code("N000"), .signedOut, .complete(1), .signedIn], forbid: .dialogs,
            requests: .cold.with([.configuration: 1...2]).andExchange, platform: .saml(1...1), stored: .partner(),
            proofs: [.keepsDamagedStore], needs: [.storesFiles]),
        ConditionCase(
            ["Always.store"], "empty is no error", Situation(.fresh), script: [.setRequestor(), .checkAuthentication],
            expect: [.complete(1), .code("N000"), .signedOut], forbid: .dialogs, requests: .cold, platform: .silently,
            stored: .nothing),
    ]

    private static let order: [ConditionCase] = [
        ConditionCase(
            ["Always.order"], "a hundred verbs in a row are answered in their order", Situation(.partnerToken),
            script: (0..<50).flatMap { _ in [ScriptStep.checkAuthentication, .getMetadata(zip)] },
            expect: (0..<50).flatMap { _ in [ExpectedCallback.signedIn, .metadata(zip, zipCode)] },
            forbid: .dialogs, requests: RequestBudget([.userMetadata: 1...1]), platform: .silently,
            stored: .partner())
    ]

    private static let reentry: [ConditionCase] = [
        ConditionCase(
            ["Always.reentry"], "every verb from inside every callback (C05)",
            Situation(.fresh, [north, .permission(.denied)]),
            script: [.setRequestor(), .wait(.callback(.setRequestorComplete, count: 3))],
            inside: [
                Reaction(inside: .status, [.setOptions(Options(visitorID: "v"))]),
                Reaction(inside: .setRequestorComplete, [.checkAuthentication, .getMetadata(.deviceID)]),
                Reaction(inside: .setAuthenticationStatus, [.setRequestor(Programme.unknownRequestor)]),
                Reaction(inside: .setMetadataStatus, [.checkAuthentication, .setRequestor(Programme.requestor)]),
            ],
            expect: [
                .code("VSA403"), .complete(1), .code("N000"), .signedOut, .metadata(.deviceID, .named("id")),
                .code("CFG400"), .complete(0), .code("CFG400"), .generic, .code("VSA403"), .complete(1),
            ],
            forbid: .dialogs, requests: .cold.with([.configuration: 2...3]), platform: .silently, stored: .nothing),
        ConditionCase(
            ["Always.reentry", "Always.order"], "a host that blocks in a callback holds up nothing but callbacks (C05)",
            Situation(.partnerToken),
            script: [
                .setRequestor(), .wait(.callback(.setRequestorComplete)), .checkAuthentication, .getMetadata(zip),
                .unblock,
            ],
            inside: [Reaction(inside: .setRequestorComplete, [.block])],
            expect: [.complete(1), .signedIn, .metadata(zip, zipCode)], forbid: .dialogs,
            requests: .warm.with([.userMetadata: 1...1]), platform: .silently, stored: .partner()),
    ]

    private static let afterwards = Forbidden(
        .kind(.setAuthenticationStatus), "the object was released before its answer")

    private static let release: [ConditionCase] = [
        ConditionCase(
            ["Always.release", "Always.reentry"], "released in a callback: what was queued never comes (C05)",
            Situation(.partnerToken),
            script: [
                .setRequestor(), .checkAuthentication, .getMetadata(zip), .wait(.callback(.setRequestorComplete)),
                .relaunch(), .setRequestor(),
            ],
            inside: [Reaction(inside: .setRequestorComplete, [.release])], expect: [.complete(1), .complete(1)],
            forbid: .dialogs + [afterwards], requests: .warm.with([.configuration: 0...2, .userMetadata: 0...1]),
            platform: .silently, stored: .partner(), moreVerdicts: -1),
        ConditionCase(
            ["Always.release"], "released while the platform is asked: nothing comes",
            Situation(.partnerToken, [.accountHeld]),
            script: [
                .checkAuthentication, .wait(.platformAsked), .release, .meanwhile([.platformAnswers]), .relaunch(),
                .setRequestor(),
            ],
            expect: [.complete(1)], forbid: .dialogs + [afterwards], requests: .warm, platform: .silently,
            stored: .partner(), moreVerdicts: -1),
        ConditionCase(
            ["Always.release"], "released while the service is asked: nothing comes",
            Situation(.configured, [.fault(.configuration, .hold)]),
            script: [
                .setRequestor(), .wait(.asked(.configuration, at: .first)), .release,
                .relaunch(Launch(), [.noFaults, .answers()]), .setRequestor(),
            ],
            expect: [.complete(1)], forbid: .setRequestor, requests: RequestBudget([.configuration: 1...2]),
            platform: .silently, stored: .nothing),
    ]

    private static let secret = "SECRET-77"

    private static let secrets: [ConditionCase] = [
        ConditionCase(
            ["Always.secrets"], "client secret and access token stay hidden",
            Situation(
                .fresh,
                [
                    .fault(
                        .register,
                        .body(
                            "{\"client_id\":\"c-1\",\"client_secret\":\"\(secret)-client\",\"client_id_issued_at\":1796050800}",
                            contentType: "application/json")),
                    .fault(
                        .token,
                        .body(
                            "{\"id\":\"t-1\",\"access_token\":\"\(secret)-access\",\"expires_in\":21600,\"token_type\":\"bearer\"}",
                            contentType: "application/json")),
                    .fault(.configuration, .simple(500)),
                ]),
            script: [.setRequestor()], expect: [.code("CFG500"), .complete(0)], forbid: .setRequestor,
            requests: .cold.with([.configuration: 1...3]), platform: .nothing, stored: .unchecked,
            proofs: [.hidden([secret])], needs: [.showsLog]),
        ConditionCase(
            ["Always.secrets"], "the text of a page stays hidden (T12)",
            Situation(
                .fresh,
                [
                    .fault(
                        .configuration,
                        .status(
                            200, body: "<html><input name=csrf value=\(secret)></html>", contentType: "text/html",
                            headers: [:]))
                ]),
            script: [.setRequestor()], expect: [.code("CFG500"), .complete(0)], forbid: .setRequestor,
            requests: .cold, platform: .nothing, stored: .nothing, proofs: [.hidden([secret])], needs: [.showsLog]),
        ConditionCase(
            ["Always.secrets"], "a refused SAML response stays hidden",
            Situation(.fresh, [north, .saml("<Response>\(secret)</Response>")]), script: [.setRequestor()],
            expect: [.complete(1)], forbid: .setRequestor,
            requests: .cold.with([.profileRequest: 1...1, .exchange: 1...1]), platform: .saml(1...1), stored: .nothing,
            proofs: [.hidden([secret, "U0VDUkVULTc3"])], needs: [.showsLog]),
        ConditionCase(
            ["Always.secrets"], "a whole silent sign-in and its use stay hidden", Situation(.fresh, [north]),
            script: [.setRequestor(), .checkAuthentication, .getMetadata(.deviceID), .getMetadata(zip)],
            expect: [
                .complete(1), .signedIn, .metadata(.deviceID, .named("id")), .metadata(zip, zipCode),
            ],
            forbid: .dialogs, requests: .cold.andExchange.with([.userMetadata: 1...1]), platform: .saml(1...1),
            stored: .partner(), needs: [.showsLog]),
    ]
}
