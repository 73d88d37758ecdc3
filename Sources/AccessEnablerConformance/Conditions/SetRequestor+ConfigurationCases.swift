import PassSimulator

/// Step 2: the configuration fails.
extension ConditionCase {
    private static let north = Fact.signedIn(Programme.northOnPlatform)

    private static func failed(
        _ code: String, _ name: String, _ facts: [Fact], requestor: String = Programme.requestor,
        at addresses: [ServiceAddress] = [], requests: RequestBudget, proofs: [Proof] = [],
        conditions: [String] = ["S2.C1"]
    ) -> ConditionCase {
        ConditionCase(
            conditions, "\(code): \(name)", Situation(.fresh, [north] + facts),
            script: [.setRequestor(requestor, at: addresses)], expect: [.code(code), .complete(0)],
            forbid: .setRequestor + [
                Forbidden(.complete(1), "without a configuration setRequestor has failed"),
                Forbidden(.code("VSA403"), "the platform is not asked"),
                Forbidden(.code("VSA404"), "the platform is not asked"),
                Forbidden(.code("APPL_ERROR"), "the platform is not asked"),
            ],
            requests: requests, platform: .nothing, stored: .nothing, proofs: proofs)
    }

    /// The registration, and nothing after it.
    private static func registration(_ times: ClosedRange<Int> = 1...1) -> RequestBudget {
        RequestBudget([.register: times])
    }

    /// Registration and access token, and nothing after them.
    private static func token(_ times: ClosedRange<Int> = 1...1, register: ClosedRange<Int> = 1...1) -> RequestBudget {
        RequestBudget([.register: register, .token: times])
    }

    /// A cold start whose configuration is asked this often.
    private static func configuration(
        _ times: ClosedRange<Int> = 1...1, token: ClosedRange<Int> = 1...1
    ) -> RequestBudget {
        .cold.with([.configuration: times, .token: token])
    }

    /// S2.C1, and what stays in force after it.
    static let setRequestorConfiguration: [ConditionCase] =
        unknown + unreachable + serverErrors + security + registrations + tokens + unreadable + throttled
        + stayingInForce

    private static let unknown: [ConditionCase] = [
        failed(
            "CFG400", "an unknown requestor", [], requestor: Programme.unknownRequestor, requests: configuration()),
        failed(
            "CFG400", "the service says 404", [.fault(.configuration, .simple(404))], requests: configuration()),
    ]

    private static let unreachable: [ConditionCase] = [
        failed("CFG404", "the connection is refused", [], at: [.refusing], requests: .none),
        failed("CFG404", "the host does not exist", [], at: [.unknownHost], requests: .none),
        failed("CFG404", "the connection is lost", [.fault(.configuration, .reset)], requests: configuration(1...3)),
        failed(
            "CFG404", "the connection is lost at registration", [.fault(.register, .reset)],
            requests: registration(1...3)),
        failed("CFG404", "registration gets no answer in time", [.silent(.register)], requests: registration(0...3)),
        ConditionCase(
            ["S2.C1"], "CFG404: no answer in time", Situation(.configured, [north]),
            script: [.change([.silent(.configuration)]), .setRequestor()], expect: [.code("CFG404"), .complete(0)],
            forbid: .setRequestor, requests: RequestBudget([.configuration: 0...3]), platform: .nothing,
            stored: .nothing),
    ]

    private static let serverErrors: [ConditionCase] = [500, 502, 503, 504, 599].map { status in
        failed(
            "CFG\(status)", "the service fails with \(status)", [.fault(.configuration, .simple(status))],
            requests: configuration(1...3))
    }

    private static let security: [ConditionCase] = [
        failed("SEC420", "no TLS where it is due (T05)", [], at: [.notTLS], requests: .none),
        failed(
            "SEC403", "the service forbids the configuration", [.fault(.configuration, .simple(403))],
            requests: configuration()),
        failed(
            "SEC403", "a page forbids the configuration, with a new access token, too (R08)",
            [.fault(.configuration, .page(403))], requests: configuration(1...2, token: 1...2)),
    ]

    private static let registrations: [ConditionCase] =
        ["Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"n\"", "Negotiate", nil].map { scheme in
            failed(
                "R400", "registration wants a sign-in, \(scheme ?? "without saying which") (T01)",
                [.fault(.register, .challenge(scheme))], requests: registration())
        } + refusedRegistrations

    private static let refusedRegistrations: [ConditionCase] = [
        failed(
            "R400", "the software statement is revoked (R09)",
            [.dashboard(.statementRevoked, "the statement is revoked") { $0.isStatementRevoked = true }],
            requests: registration()),
        failed("R400", "registration fails with 500", [.fault(.register, .simple(500))], requests: registration(1...3)),
        failed("R400", "registration answers a page (T12)", [.fault(.register, .html)], requests: registration()),
        failed(
            "R400", "registration is redirected (T03)", [.redirected(.register, 307)], requests: registration()),
        failed(
            "R400", "registration gives no client",
            [.fault(.register, .body("{}", contentType: "application/json"))], requests: registration()),
    ]

    private static let tokens: [ConditionCase] = [
        failed(
            "R401", "the access token is refused (400)", [.fault(.token, .simple(400))],
            requests: token(1...2, register: 1...2)),
        failed("R401", "the access token fails with 500", [.fault(.token, .simple(500))], requests: token(1...3)),
        failed("R401", "the access token is a page (T12)", [.fault(.token, .html)], requests: token()),
        failed(
            "R401", "the access token wants a password (T01)", [.fault(.token, .challenge("Basic realm=\"x\""))],
            requests: token()),
        failed("R401", "the access token is redirected (T03)", [.redirected(.token, 307)], requests: token()),
        failed(
            "R401", "the client is unknown, and again when new (R01)",
            [
                .fault(
                    .token,
                    .status(400, body: "{\"error\":\"invalid_client\"}", contentType: "application/json", headers: [:]))
            ],
            requests: token(1...2, register: 1...2)),
        failed(
            "R401", "the configuration wants another access token, again and again (T01)",
            [.fault(.configuration, .challenge("Basic realm=\"x\""))], requests: configuration(2...2, token: 2...2)),
    ]

    private static let unreadable: [ConditionCase] = [
        failed(
            "CFG500", "a page instead of a configuration (T12)", [.fault(.configuration, .html)],
            requests: configuration()),
        failed(
            "CFG500", "half a configuration (T08)", [.fault(.configuration, .truncated)], requests: configuration(1...3)
        ),
        failed(
            "CFG500", "half a configuration that looks whole (T08)", [.fault(.configuration, .truncatedWithoutLength)],
            requests: configuration(1...3)),
        failed(
            "CFG500", "an empty configuration (P02)",
            [.fault(.configuration, .body("", contentType: "application/json"))],
            requests: configuration()),
        failed(
            "CFG500", "XML that never closes (P02)",
            [.fault(.configuration, .body("<config><mvpd id=\"A\"/>", contentType: "application/xml"))],
            requests: configuration()),
        failed(
            "CFG500", "JSON of another shape",
            [.fault(.configuration, .body("[1, 2]", contentType: "application/json"))], requests: configuration()),
        failed(
            "CFG500", "the service answers 418 (T13)", [.fault(.configuration, .simple(418))], requests: configuration()
        ),
        failed("CFG500", "the service redirects (T03)", [.redirected(.configuration, 302)], requests: configuration()),
    ]

    private static let throttled: [ConditionCase] = [
        failed(
            "CFG429", "too many requests, however long one waits (R05)", [.fault(.configuration, .throttled)],
            requests: configuration(2...100), proofs: [.waited(atLeast: .seconds(1))],
            conditions: ["S2.B", "S2.C1"]),
        ConditionCase(
            ["S2.B"], "too many requests twice, then an answer (R05)",
            Situation(.fresh, [.fault(.configuration, .throttled, times: 2)]), script: [.setRequestor()],
            expect: [.complete(1)], forbid: .setRequestor, requests: configuration(3...3), platform: .silently,
            stored: .nothing, proofs: [.waited(atLeast: .seconds(2))]),
        ConditionCase(
            ["S2.B"], "the service's limit is kept: nothing is refused",
            Situation(.fresh, [.paced]), script: Array(repeating: .setRequestor(), count: 15),
            expect: Array(repeating: .complete(1), count: 15), forbid: .setRequestor,
            requests: configuration(1...15), platform: .silently,
            proofs: [.neverAnswered(status: 429)]),
        ConditionCase(
            ["S2.C1"], "a passing server error is overcome",
            Situation(.fresh, [.fault(.configuration, .simple(503), times: 1)]), script: [.setRequestor()],
            expect: [.complete(1)], forbid: .setRequestor, requests: configuration(2...2), platform: .silently,
            stored: .nothing),
        ConditionCase(
            ["S2.C1"], "an expired access token is renewed once (E06)",
            Situation(.configured), script: [.change([.pass(.seconds(25 * 3600))]), .setRequestor()],
            expect: [.complete(1)], forbid: .setRequestor,
            requests: RequestBudget([.token: 1...1, .configuration: 1...1]), platform: .silently, stored: .nothing),
        ConditionCase(
            ["S2.C1"], "a refused access token is renewed once (R08)",
            Situation(.configured),
            script: [.change([.fault(.configuration, .simple(401), times: 1)]), .setRequestor()],
            expect: [.complete(1)], forbid: .setRequestor,
            requests: RequestBudget([.token: 1...1, .configuration: 2...2]), platform: .silently, stored: .nothing),
    ]

    private static let stayingInForce: [ConditionCase] = [
        ConditionCase(
            ["S2.C1"], "the last configuration of the same requestor stays in force", Situation(.partnerToken),
            script: [
                .change([.fault(.configuration, .simple(500))]), .setRequestor(), .checkAuthentication,
            ],
            expect: [.code("CFG500"), .complete(0), .signedIn], forbid: .dialogs,
            requests: RequestBudget([.configuration: 1...3]), platform: .silently, stored: .partner()),
        ConditionCase(
            ["S2.C1"], "tokens stay for the next run (R03)", Situation(.partnerToken),
            script: [
                .relaunch(Launch(), [.fault(.configuration, .simple(500))]), .setRequestor(),
                .relaunch(Launch(), [.noFaults]), .setRequestor(), .checkAuthentication,
            ],
            expect: [.code("CFG500"), .complete(0), .complete(1), .signedIn], forbid: .dialogs,
            requests: RequestBudget([.configuration: 2...4]), platform: .silently, stored: .partner()),
        ConditionCase(
            ["S2.C1", "S2.L"], "another requestor's configuration is none of this one's", Situation(.partnerToken),
            script: [.setRequestor(Programme.unknownRequestor), .checkAuthentication],
            expect: [.code("CFG400"), .complete(0), .code("CFG400"), .generic], forbid: .dialogs,
            requests: RequestBudget([.configuration: 1...1]), platform: .nothing, stored: .partner()),
    ]
}

extension Fault.Effect {
    /// A page that asks for a sign-in of this scheme.
    static func challenge(_ scheme: String?) -> Fault.Effect {
        .status(
            401, body: "nope", contentType: "text/plain", headers: scheme.map { ["WWW-Authenticate": $0] } ?? [:])
    }

    /// This status with a page.
    static func page(_ status: Int) -> Fault.Effect {
        .status(status, body: "<html><body>no</body></html>", contentType: "text/html", headers: [:])
    }
}

extension Fact {
    /// Requests of a role send the client to the second service, where nothing may arrive.
    static func redirected(_ role: RequestRole, _ status: Int) -> Fact {
        Fact(
            .redirected, "\(role.rawValue) redirects to another host",
            ["role": .string(role.rawValue), "status": .count(status)]
        ) { bench in
            let target = try bench.second().baseURL + "/elsewhere"
            bench.first.setFault(Fault(.redirect(status, to: target)), at: try bench.endpoint(of: role))
        }
    }
}
