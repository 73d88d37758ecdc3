import Base
import PassSimulator
import Testing

@testable import AdobePass

@Suite struct AuthorizeTests {
    @Test func aResourceIsPermitted() async throws {
        let viewing = try await Viewing.signedIn()
        viewing.clear()
        let answer = try await viewing.authorize("News")
        #expect(
            answer
                == .permitted(
                    Authorization(
                        requestor: "NORTHSTAR", mvpd: "NorthCable", resource: "News",
                        expires: viewing.clock.now + .seconds(86_400), source: .mvpd)))
        #expect(viewing.endpoints == [.authorize])
    }

    /// What each enhanced code comes to; nil = the service cannot say, which is thrown.
    private static let reasons: [(String, AuthorizationDenial.Reason?)] = [
        ("authorization_denied_by_mvpd", .notAuthorized), ("preauthorization_denied_by_mvpd", .notAuthorized),
        ("authorization_denied_by_parental_controls", .parentalControls),
        ("authorization_denied_by_degradation_rule", .degradationRule),
        ("network_received_error", .mvpdUnreachable), ("network_connection_timeout", .mvpdUnreachable),
        ("maximum_execution_time_exceeded", .mvpdUnreachable),
        ("missing_resource", .invalidResource), ("malformed_authz_request", .invalidResource),
        ("authentication_session_missing", .notAuthenticated), ("authentication_session_expired", .notAuthenticated),
        ("authentication_session_invalidated", .notAuthenticated),
        ("authentication_session_issuer_mismatch", .notAuthenticated),
        ("authorization_denied_by_hba_policies", .notAuthenticated),
        ("authorization_denied_by_session_invalidated", .notAuthenticated),
        ("identity_not_recognized_by_mvpd", .notAuthenticated),
        ("preauthorization_authentication_session_missing", .notAuthenticated),
        ("preauthorization_authentication_session_expired", .notAuthenticated),
        ("temporary_access_duration_limit_exceeded", .temporaryPassSpent),
        ("temporary_access_resources_limit_exceeded", .temporaryPassSpent),
        // Nobody could ask for an authorization before asking for one.
        ("authorization_not_found", .other), ("authorization_expired", .other), ("too_many_resources", .other),
        ("invalid_requestor", nil), ("invalid_device_info", nil), ("invalid_device_id", nil),
        ("unknown_integration", nil), ("internal_error", nil),
    ]

    @Test func theTableKnowsEveryCode() {
        // Codes of REST API V2 alone do not come from V1; what the two share is judged by one table.
        let others = Set(Dashboard.Denial.codes).subtracting(Self.reasons.map(\.0))
        #expect(others.isSubset(of: EnhancedErrorCode.allCases.map(\.rawValue)))
        #expect(Set(Self.reasons.map(\.0)).isSubset(of: Dashboard.Denial.codes))
    }

    @Test(arguments: reasons) func everyCodeHasItsReason(
        _ code: String, _ reason: AuthorizationDenial.Reason?
    ) async throws {
        let viewing = try await Viewing.signedIn()
        viewing.change { $0.denials = ["News": Dashboard.Denial(code: code, details: "Bitte \u{201E}anrufen\u{201C}")] }
        viewing.clear()
        if let reason {
            let answer = try await viewing.authorize()
            #expect(answer == .denied(AuthorizationDenial(reason: reason, details: "Bitte \u{201E}anrufen\u{201C}")))
        } else {
            let error = await viewing.failure { () async throws(ServiceError) in try await viewing.authorize() }
            #expect(error?.stage == .authorization)
            #expect(error?.detail?.code == code)
            #expect(error?.detail?.helpURL == "https://help.example/pass/errors")
            #expect(error?.detail?.trace?.isEmpty == false)
        }
        // What may pass is tried three times, nothing else is.
        let isPassing = reason == .mvpdUnreachable || code == "internal_error"
        #expect(viewing.endpoints == Array(repeating: .authorize, count: isPassing ? 3 : 1))
    }

    @Test func anMVPDThatComesBackPermits() async throws {
        let viewing = try await Viewing.signedIn()
        viewing.answer(
            .authorize, 403, #"{"action":"retry","status":403,"code":"network_connection_timeout"}"#, times: 2)
        #expect(try await viewing.authorize().permitted != nil)
    }

    @Test("A bare 403 has two causes: the message tells, else checkauthn does") func twoCauses() async throws {
        let viewing = try await Viewing.signedIn(enhanced: false)
        viewing.change { $0.denials = ["*": .byMVPD("Call us.")] }
        viewing.clear()
        #expect(
            try await viewing.authorize() == .denied(AuthorizationDenial(reason: .notAuthorized, details: "Call us.")))
        #expect(viewing.endpoints == [.authorize], "the message tells")
        viewing.answer(.authorize, 403, #"{"status":403,"message":"Forbidden","details":"x"}"#)
        viewing.clear()
        #expect(try await viewing.authorize() == .denied(AuthorizationDenial(reason: .notAuthorized, details: "x")))
        #expect(viewing.endpoints == [.authorize, .checkAuthentication])
        viewing.simulator.forgetAuthentications()
        #expect(try await viewing.authorize().reason == .notAuthenticated)
        viewing.simulator.clearFaults()
        viewing.clear()
        #expect(try await viewing.authorize() == .denied(AuthorizationDenial(reason: .notAuthenticated)))
        #expect(viewing.endpoints == [.authorize], "the message tells")
    }

    @Test func aRefusalStandsWhenItsReasonCannotBeAsked() async throws {
        let viewing = try await Viewing.signedIn()
        viewing.answer(.authorize, 403, #"{"status":403,"message":"Forbidden"}"#)
        viewing.simulator.setFault(Fault(.reset), at: .checkAuthentication)
        #expect(try await viewing.authorize().reason == .notAuthorized)
        viewing.answer(.checkAuthentication, 500, "")
        #expect(try await viewing.authorize().reason == .notAuthorized)
        // A page instead of an error: one new access token, then the question.
        viewing.answer(.authorize, 403, "<html>no</html>", type: "text/html")
        viewing.simulator.setFault(nil, at: .checkAuthentication)
        viewing.clear()
        #expect(try await viewing.authorize().reason == .notAuthorized)
        #expect(viewing.endpoints == [.authorize, .token, .authorize, .checkAuthentication])
    }

    @Test(arguments: [
        (400, "{}", AuthorizationDenial.Reason.invalidResource), (404, "{}", .other), (410, "", .other),
        (412, #"{"status":412,"message":"User not authenticated"}"#, .notAuthenticated),
        (403, #"{"code":"surprise","details":"?"}"#, .other), (403, #"{"action":"authentication"}"#, .notAuthenticated),
        (403, #"{"action":"authorization","code":"new"}"#, .other),
        (403, #"{"message":"user NOT AUTHENTICATED"}"#, .notAuthenticated),
        (403, "<error><message>User not authorized</message></error>", .notAuthorized),
        (403, "<error><code>authorization_denied_by_parental_controls</code></error>", .parentalControls),
    ])
    func refusalsOfAnyForm(_ status: Int, _ body: String, _ reason: AuthorizationDenial.Reason) async throws {
        let viewing = try await Viewing.signedIn()
        viewing.answer(.authorize, status, body)
        #expect(try await viewing.authorize().reason == reason)
    }

    @Test(arguments: [
        (Fault.Effect.status(401, body: "", contentType: "text/plain", headers: [:]), ServiceError.Code.status(401)),
        (.throttled, .throttled), (.reset, .unreachable), (.truncated, .unreadable),
        (.redirect(302, to: "https://elsewhere.example/"), .status(302)),
        (.status(503, body: "<html/>", contentType: "text/html", headers: [:]), .status(503)),
        (.status(204, body: "", contentType: "text/plain", headers: [:]), .unreadable),
        (.status(405, body: "", contentType: "text/plain", headers: [:]), .status(405)),
        (.status(400, body: #"{"code":"new_code"}"#, contentType: "application/json", headers: [:]), .status(400)),
        (.html, .unreadable),
    ])
    func whatIsNoAnswerIsThrown(_ effect: Fault.Effect, _ code: ServiceError.Code) async throws {
        let viewing = try await Viewing.signedIn()
        _ = try await viewing.authorize()
        for endpoint in [Endpoint.authorize, .mediaToken, .preauthorize] {
            viewing.simulator.setFault(Fault(effect), at: endpoint)
        }
        var errors = [await viewing.failure { () async throws(ServiceError) in try await viewing.authorize() }]
        #expect(errors[0]?.stage == .authorization)
        errors.append(await viewing.failure { () async throws(ServiceError) in try await viewing.mediaToken() })
        #expect(errors[1]?.stage == .mediaToken)
        errors.append(
            await viewing.failure { () async throws(ServiceError) in try await viewing.preauthorize(["News"]) })
        #expect(errors[2]?.stage == .preauthorization)
        #expect(errors.map { $0?.code } == [code, code, code])
        #expect(viewing.log.errors.count == 3, "one line each")
    }

    @Test func aCancelledQuestionIsCancelled() async throws {
        let viewing = try await Viewing.signedIn()
        viewing.answer(.authorize, 403, #"{"status":403,"message":"Forbidden"}"#)
        viewing.simulator.setFault(Fault(.hold), at: .checkAuthentication)
        let task = Task { await viewing.failure { () async throws(ServiceError) in try await viewing.authorize() } }
        await viewing.simulator.waitForRequests(at: .checkAuthentication)
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }

    @Test func theRulesOfDegradation() async throws {
        let viewing = try await Viewing.signedIn()
        viewing.change {
            $0.denials = ["*": .byMVPD()]
            $0.permitsEverything = true
        }
        #expect(try await viewing.authorize().permitted?.source == .degraded)
        viewing.change {
            $0.permitsEverything = false
            $0.isDegraded = true
        }
        #expect(try await viewing.authorize().permitted?.source == .degraded)
        #expect(try await viewing.mediaToken().token != nil)
        viewing.change { $0.deniesEverything = true }
        #expect(try await viewing.authorize().reason == .degradationRule)
    }

    @Test(arguments: [true, false]) func aTemporaryPassPermitsUntilItIsSpent(_ isEnhanced: Bool) async throws {
        let viewing = try Viewing(enhanced: isEnhanced)
        try await viewing.startPass(.seconds(600))
        let authorization = try await viewing.authorize("News", Viewing.pass).permitted
        #expect(authorization?.source == .temporaryPass)
        #expect(authorization?.expires == viewing.clock.now + .seconds(600))
        #expect(try await viewing.mediaToken("News", Viewing.pass).token != nil)
        viewing.clock.advance(by: .seconds(600))
        #expect(try await viewing.authorize("News", Viewing.pass).reason == .temporaryPassSpent)
        #expect(try await viewing.mediaToken("News", Viewing.pass).reason == .temporaryPassSpent)
        // Forgotten is not spent: it can be started again.
        viewing.simulator.forgetAuthentications()
        #expect(try await viewing.authorize("News", Viewing.pass).reason == .notAuthenticated)
        viewing.answer(.authorize, 403, #"{"status":403,"message":"Forbidden"}"#)
        #expect(try await viewing.authorize("News", Viewing.pass).reason == .notAuthenticated)
    }

    @Test(arguments: [true, false]) func aPromotionalPassIsSpentByResources(_ isEnhanced: Bool) async throws {
        let viewing = try Viewing(enhanced: isEnhanced)
        try await viewing.startPass(.seconds(600), resources: 1)
        #expect(try await viewing.authorize("A", Viewing.pass).permitted != nil)
        #expect(try await viewing.authorize("B", Viewing.pass).reason == .temporaryPassSpent)
        #expect(try await viewing.authorize("A", Viewing.pass).permitted != nil)
        // Whatever the refusal says: the pass is held, so it is used up.
        viewing.answer(.authorize, 403, #"{"status":403,"message":"User not Authenticated"}"#)
        #expect(try await viewing.authorize("A", Viewing.pass).reason == .temporaryPassSpent)
    }

    @Test func theOptionsGoWithEveryCall() async throws {
        var viewing = try await Viewing.signedIn()
        viewing.options = ServiceOptions(
            applicationProfile: "prof-1", visitorID: "visitor-7", deviceInfo: ["model": "box"])
        viewing.clear()
        _ = try await viewing.authorize()
        _ = try await viewing.mediaToken()
        _ = try await viewing.preauthorize(["News"])
        #expect(viewing.endpoints == [.authorize, .mediaToken, .preauthorize])
        for record in viewing.simulator.requests {
            #expect(record.headers["ap-application-profile"] == "prof-1")
            #expect(record.headers["ap-visitor-identifier"] == "visitor-7")
            #expect(record.headers["x-device-info"]?.isEmpty == false)
            #expect(record.headers["authorization"] == "Bearer <redacted>")
            #expect(record.parameterNames.contains("requestor") && record.parameterNames.contains("deviceId"))
        }
    }
}
