import AdobePass
import Base
import EntitlementStore
import Testing

@testable import AccessEnabler

/// A5, P100: preauthorization, decided.
@Suite struct PreauthorizationTests {
    private static let configuration = MergedConfiguration(
        requestor: "NORTHSTAR",
        mvpds: [BoundMVPD(mvpd: ConfiguredMVPD(id: "NorthCable"), serviceURL: "https://one.example")])

    private func decision(_ resource: String, _ isAuthorized: Bool, _ code: String? = nil) -> PreauthorizationDecision {
        PreauthorizationDecision(
            resource: resource, isAuthorized: isAuthorized, error: code.map { ServiceErrorDetail(code: $0) })
    }

    private func facts(
        _ resources: [String], token: AuthenticationToken? = token(), explanation: AdvancedStatus? = nil,
        fault: TokenFault? = nil, isConfigured: Bool = true, kept: [PreauthorizationDecision] = []
    ) -> Preauthorization.Facts {
        Preauthorization.Facts(
            configuration: isConfigured ? .inForce(Self.configuration) : .missing(.noConfiguration),
            check: CheckAuthentication.Decision(
                token: token, explanation: token == nil ? explanation ?? .notAuthenticated : nil,
                errorCode: token == nil ? .notAuthenticated : .none, fault: fault),
            resources: resources,
            kept: Dictionary(kept.map { (ExactText($0.resource), $0) }, uniquingKeysWith: { first, _ in first }))
    }

    /// What is asked, and what comes of it.
    private func outcome(
        _ facts: Preauthorization.Facts, _ service: Result<[PreauthorizationDecision], ServiceError> = .success([])
    ) -> (asked: [String]?, words: [String], response: PreauthorizeResponse)? {
        let decision = Preauthorization(facts)
        switch decision.begin() {
        case .answer(let answer): return (nil, answer.callbacks.map(\.words), answer.response)
        case .ask(let request, let token):
            guard token == facts.check.token, request.mvpd.id == "NorthCable", request.requestor == "NORTHSTAR",
                case .answer(let answer) = decision.finish(service)
            else { return nil }
            return (request.resources, answer.callbacks.map(\.words), answer.response)
        }
    }

    @Test("A5: the permitted ones in the order asked, each once; one that is missing in the answer is not permitted")
    func permitted() throws {
        let run = try #require(
            outcome(
                facts(["b", "a", "c", "b", "e\u{301}", "\u{E9}", "d"]),
                .success([
                    decision("a", true), decision("c", false), decision("b", true), decision("\u{E9}", true),
                    decision("unasked", true),
                ])))
        #expect(run.asked == ["b", "a", "c", "e\u{301}", "\u{E9}", "d"])
        #expect(run.words == ["preauthorizedResources \(["b", "a", "\u{E9}"])"])
        #expect(run.response.decisions.map(\.id.utf8.count) == [1, 1, 1, 3, 2, 1])
        #expect(run.response.decisions.map(\.authorized) == [true, true, false, false, true, false])
        #expect(run.response.status == nil)
    }

    @Test("A5: no resources, no question, nothing to explain", arguments: [true, false])
    func none(_ isConfigured: Bool) throws {
        let run = try #require(outcome(facts([], token: nil, isConfigured: isConfigured)))
        #expect(run.asked == nil && run.words == ["preauthorizedResources []"])
        #expect(run.response == PreauthorizeResponse(decisions: []))
    }

    @Test("A5: what is kept is not asked again; all kept, nothing is asked")
    func kept() throws {
        let kept = [decision("a", true), decision("b", false, "preauthorization_denied_by_mvpd")]
        let all = try #require(outcome(facts(["b", "a"], kept: kept)))
        #expect(all.asked == nil && all.words == ["preauthorizedResources \(["a"])"])
        #expect(all.response.decisions.first?.error?.code == "preauthorization_denied_by_mvpd")
        let some = try #require(outcome(facts(["b", "c", "a"], kept: kept), .success([decision("c", true)])))
        #expect(some.asked == ["c"] && some.words == ["preauthorizedResources \(["c", "a"])"])
    }

    @Test("A5: the MVPD's word is kept, trouble is not")
    func lasting() {
        let decisions = [
            decision("permitted", true), decision("plain no", false),
            decision("mvpd", false, "preauthorization_denied_by_mvpd"),
            decision("mvpd 2", false, "authorization_denied_by_mvpd"),
            decision("parents", false, "authorization_denied_by_parental_controls"),
            decision("rule", false, "authorization_denied_by_degradation_rule"),
            decision("network", false, "network_received_error"), decision("unknown", false, "tomorrow's code"),
            PreauthorizationDecision(resource: "empty", isAuthorized: false, error: ServiceErrorDetail()),
        ]
        #expect(
            Preauthorization.lasting(decisions).map(\.resource)
                == ["permitted", "plain no", "mvpd", "mvpd 2", "parents"])
    }

    @Test("Z130: what cannot be asked about is not asked, and denied")
    func unusable() throws {
        let run = try #require(outcome(facts(["", "<rss>", "a", " "]), .success([decision("a", true)])))
        #expect(run.asked == ["a"] && run.words == ["preauthorizedResources \(["a"])"])
        #expect(run.response.decisions.map(\.id) == ["", "<rss>", "a", " "])
        let codes = run.response.decisions.map { $0.error?.code }
        #expect(codes == ["malformed_authz_request", "malformed_authz_request", nil, "malformed_authz_request"])
        let nothing = try #require(outcome(facts([""])))
        #expect(nothing.asked == nil && nothing.words == ["preauthorizedResources []"])
    }

    @Test("S2.L: without a configuration the code that says why, and nobody is permitted")
    func notConfigured() throws {
        let run = try #require(outcome(facts(["a"], isConfigured: false)))
        #expect(run.words == ["status CFG400 error", "preauthorizedResources []"])
        #expect(run.response.decisions.isEmpty)
        let status = try #require(run.response.status)
        #expect(status.code == "requestor_not_configured" && status.action == "retry" && status.status == 0)
        #expect(status.details == "CFG400")
    }

    @Test(
        "A5: nobody signed in: one status, and the enhanced word for it",
        arguments: [
            (AdvancedStatus.notAuthenticated, nil, "authentication_session_missing", nil),
            (.notAuthenticated, .notIntegrated, "authentication_session_missing", nil),
            (.notAuthenticated, .expired, "authentication_session_expired", nil),
            (.permissionDenied, nil, "authentication_session_missing", "VSA403"),
            (.permissionUndetermined, nil, "authentication_session_missing", "VSA404"),
            (.storeUnreadable, nil, "internal_error", nil),
        ] as [(AdvancedStatus, TokenFault?, String, String?)])
    func notAuthenticated(
        _ explanation: AdvancedStatus, _ fault: TokenFault?, _ code: String, _ details: String?
    ) throws {
        let run = try #require(outcome(facts(["a"], token: nil, explanation: explanation, fault: fault)))
        #expect(
            run.words == ["status \(explanation.errorID) \(explanation.level.rawValue)", "preauthorizedResources []"])
        let status = try #require(run.response.status)
        #expect(status.code == code && status.details == details && status.status == 0)
        #expect(status.action == (code == "internal_error" ? "retry" : "authentication"))
    }

    @Test(
        "P100: a service that does not answer",
        arguments: [
            (ServiceError(.preauthorization, .throttled), "P100", 429, "too_many_requests", "retry-after"),
            (ServiceError(.registration, .throttled), "P100", 429, "too_many_requests", "retry-after"),
            (ServiceError(.preauthorization, .unreachable), "P100", 0, "network_error", "none"),
            (ServiceError(.preauthorization, .timedOut), "P100", 0, "network_error", "none"),
            (ServiceError(.preauthorization, .tls), "SEC420", 0, "network_error", "none"),
            (ServiceError(.preauthorization, .unreadable), "P100", 0, "server_response_format_unknown", "none"),
            (ServiceError(.registration, .unreadable), "R400", 0, "access_token_unavailable", "none"),
            (ServiceError(.accessToken, .status(500)), "R401", 0, "access_token_unavailable", "none"),
            (ServiceError(.preauthorization, .status(401)), "R401", 0, "access_token_unavailable", "none"),
            (ServiceError(.preauthorization, .status(400)), "P100", 400, "bad_request", "none"),
            (
                ServiceError(.preauthorization, .status(412)), "P100", 412, "authentication_session_missing",
                "authentication"
            ),
            (ServiceError(.preauthorization, .status(503)), "P100", 503, "internal_error", "retry"),
            (ServiceError(.preauthorization, .status(302)), "P100", 302, "internal_error", "none"),
        ] as [(ServiceError, String, Int, String, String)])
    func failure(_ error: ServiceError, _ errorID: String, _ status: Int, _ code: String, _ action: String) throws {
        let run = try #require(outcome(facts(["a"]), .failure(error)))
        #expect(run.words == ["status \(errorID) error", "preauthorizedResources []"])
        let found = try #require(run.response.status)
        #expect(found.status == status && found.code == code && found.action == action && !found.message.isEmpty)
        #expect(run.response.decisions.isEmpty)
    }

    @Test("The service's own words come through, every field")
    func ownWords() throws {
        let detail = ServiceErrorDetail(
            action: "configuration", status: 403, code: "too_many_resources", message: "m", details: "d", trace: "t",
            helpURL: "https://help.example/")
        let full = PreauthorizeStatus(
            status: 403, code: "too_many_resources", message: "m", details: "d", helpURL: "https://help.example/",
            trace: "t", action: "configuration")
        let whole = try #require(
            outcome(facts(["a"]), .failure(ServiceError(.preauthorization, .status(400), detail: detail))))
        #expect(whole.response.status == full)
        let single = try #require(
            outcome(
                facts(["a"]),
                .success([PreauthorizationDecision(resource: "a", isAuthorized: false, error: detail)])))
        #expect(single.response.decisions == [PreauthorizeDecision(id: "a", authorized: false, error: full)])
        // Of an error body with a message alone the rest is filled in.
        let bare = try #require(
            outcome(
                facts(["a"]),
                .failure(ServiceError(.preauthorization, .status(412), detail: ServiceErrorDetail(message: "m")))))
        #expect(bare.response.status?.message == "m" && bare.response.status?.code == "authentication_session_missing")
    }
}
