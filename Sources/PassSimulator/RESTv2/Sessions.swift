import Base

/// Login sessions of REST API V2: registration codes that know what their login needs (rest-v2, session, lookup).
enum Sessions {
    /// About half an hour, as documented.
    private static let life = Duration.seconds(1800)

    /// `POST /api/v2/{sp}/sessions`
    static func create(_ call: RESTv2.Call, _ state: inout ServiceState) throws(Refusal) -> Response {
        let device = try DeviceHeaders(call.request).device
        var given = try Given(call)
        if let mvpd = given.mvpd, let reason = reason(for: mvpd, call, device, state) {
            return signedIn(call, mvpd, reason, state)
        }
        if state.dashboard.v2.forgetsSessionParameters { (given.domain, given.redirect) = (nil, nil) }
        let code = open(call, device, given, &state)
        return answer(call, code, "none", isResumed: false, state)
    }

    /// `POST /api/v2/{sp}/sessions/{code}`: device headers are not required (rest-v2 #9).
    static func resume(
        _ call: RESTv2.Call, code: String, _ state: inout ServiceState
    ) throws(Refusal) -> Response {
        let (registration, session) = try find(call, code, state)
        guard !registration.isUsed else { throw .v2("invalid_authentication_session") }
        let given = try Given(call)
        var mvpd = given.mvpd
        if mvpd == nil, let known = registration.mvpd { mvpd = try call.requestor.integratedV2(known) }
        if let mvpd, let reason = reason(for: mvpd, call, registration.device, state, client: session.client) {
            return signedIn(call, mvpd, reason, state)
        }
        state.registrations[code]?.mvpd = mvpd?.id
        state.registrations[code]?.session?.domain = given.domain ?? session.domain
        state.registrations[code]?.session?.redirect = given.redirect ?? session.redirect
        return answer(call, code, "none", isResumed: true, state)
    }

    /// `GET /api/v2/{sp}/sessions/{code}`
    static func lookUp(_ call: RESTv2.Call, code: String, _ state: ServiceState) throws(Refusal) -> Response {
        let (registration, session) = try find(call, code, state)
        let old = state.dashboard.v2.spellsAsBefore
        var existing = [JSON.Member(name: "serviceProvider", value: .string(registration.requestor))]
        existing += member("mvpd", registration.mvpd)
        existing += member(old ? "domain" : "domainName", session.domain)
        existing += member("redirectUrl", session.redirect)
        var members = [JSON.Member(name: old ? "existing" : "existingParameters", value: .object(existing))]
        let missing = missing(registration, session, state)
        if !missing.isEmpty { members.append(.init(name: "missingParameters", value: .strings(missing))) }
        members.append(
            .init(name: "device", value: .object(["userAgent": .string(registration.userAgent)])))
        return Response(200, .object(members + stamps(registration)))
    }

    /// The session of a code that still lives.
    static func find(
        _ call: RESTv2.Call, _ code: String, _ state: ServiceState
    ) throws(Refusal) -> (ServiceState.Registration, ServiceState.SessionV2) {
        guard let found = state.registrations[code], let session = found.session, found.expires > call.moment.now,
            isSameID(found.requestor, call.requestor.id)
        else { throw .v2("invalid_authentication_session") }
        return (found, session)
    }

    /// Opens a session; a newer code voids the older ones of the same application on the same device.
    static func open(
        _ call: RESTv2.Call, _ device: String, _ given: Given, _ state: inout ServiceState
    ) -> String {
        let now = call.moment.now
        state.registrations = state.registrations.filter { _, other in
            let isSame =
                other.session?.client == call.client && other.device == device
                && isSameID(other.requestor, call.requestor.id)
            return other.expires > now && !isSame
        }
        let code = RegistrationCodes.unusedCode(state)
        var registration = ServiceState.Registration(
            id: hexText(randomBytes(16)), requestor: call.requestor.id, device: device, mvpd: given.mvpd?.id,
            generated: now, expires: now + life, userAgent: call.request.header("User-Agent") ?? "")
        registration.session = ServiceState.SessionV2(
            client: call.client, domain: given.domain, redirect: given.redirect)
        state.registrations[code] = registration
        return code
    }

    /// What the session asks for next: a person at a browser, or what is missing.
    static func answer(
        _ call: RESTv2.Call, _ code: String, _ reason: String, isResumed: Bool, _ state: ServiceState
    ) -> Response {
        guard let registration = state.registrations[code], let session = registration.session else {
            return Response(500)
        }
        let missing = missing(registration, session, state)
        let isReady = missing.isEmpty
        let url =
            isReady
            ? "/api/v2/authenticate/\(percentEncoded(call.requestor.id))/\(percentEncoded(code))"
            : "/api/v2/\(percentEncoded(call.requestor.id))/sessions/\(percentEncoded(code))"
        var members = head(
            isReady ? "authenticate" : isResumed ? "retry" : "resume", isReady ? "interactive" : "direct", reason, url,
            call, state)
        if !isReady { members.append(.init(name: "missingParameters", value: .strings(missing))) }
        members.append(.init(name: "code", value: .string(code)))
        members += member("mvpd", registration.mvpd)
        return Response(200, .object(members + stamps(registration)))
    }

    /// Somebody is signed in already.
    static func signedIn(
        _ call: RESTv2.Call, _ mvpd: Dashboard.MVPD, _ reason: String, _ state: ServiceState
    ) -> Response {
        let url = "/api/v2/\(percentEncoded(call.requestor.id))/decisions/authorize/\(percentEncoded(mvpd.id))"
        let members = head("authorize", "direct", reason, url, call, state)
        return Response(200, .object(members + member("mvpd", mvpd.id)))
    }

    /// What every session's answer begins with.
    static func head(
        _ action: String, _ type: String, _ reason: String, _ url: String, _ call: RESTv2.Call, _ state: ServiceState
    ) -> [JSON.Member] {
        let switches = state.dashboard.v2
        let address = switches.sendsAbsoluteURLs ? call.parameters.origin + url : url
        return [
            .init(name: "actionName", value: .string(action)), .init(name: "actionType", value: .string(type)),
            .init(name: switches.spellsAsBefore ? "reason" : "reasonType", value: .string(reason)),
            .init(name: "url", value: .string(address)),
            .init(name: "sessionId", value: .string(hexText(randomBytes(16)))),
            .init(name: "serviceProvider", value: .string(call.requestor.id)),
        ]
    }

    /// Why nobody has to sign in: a rule, a pass, a profile; nil when somebody has to.
    private static func reason(
        for mvpd: Dashboard.MVPD, _ call: RESTv2.Call, _ device: String, _ state: ServiceState, client: String? = nil
    ) -> String? {
        if mvpd.isTempPass { return "temporary" }
        if mvpd.isDegraded { return "degraded" }
        let holder = ServiceState.Holder(client: client ?? call.client, device: device, requestor: call.requestor.id)
        // A platform sign-in counts only beside a good framework status, which these calls do not take.
        return state.profile(of: holder, at: mvpd.id, isPartner: false, call.moment) == nil ? nil : "authenticated"
    }

    private static func missing(
        _ registration: ServiceState.Registration, _ session: ServiceState.SessionV2, _ state: ServiceState
    ) -> [String] {
        var missing: [String] = []
        if registration.mvpd == nil { missing.append("mvpd") }
        if session.domain == nil { missing.append(state.dashboard.v2.spellsAsBefore ? "domain" : "domainName") }
        if session.redirect == nil { missing.append("redirectUrl") }
        return missing
    }

    /// Texts here, numbers in profiles and decisions (rest-v2, Ground rules).
    private static func stamps(_ registration: ServiceState.Registration) -> [JSON.Member] {
        [
            .init(name: "notBefore", value: .string(String(registration.generated.milliseconds))),
            .init(name: "notAfter", value: .string(String(registration.expires.milliseconds))),
        ]
    }

    static func member(_ name: String, _ text: String?) -> [JSON.Member] {
        text.map { [JSON.Member(name: name, value: .string($0))] } ?? []
    }

    /// What a form gives: each part may come later.
    struct Given: Sendable {
        var mvpd: Dashboard.MVPD?
        var domain: String?
        var redirect: String?

        init(_ call: RESTv2.Call) throws(Refusal) {
            let parameters = call.parameters
            do throws(Refusal) {
                domain = try parameters["domainName"]
                if domain == nil { domain = try parameters["domain"] }
            } catch {
                throw .v2("invalid_parameter_service_provider", details: error.details)
            }
            guard let mvpd = try? parameters["mvpd"] ?? "" else { throw .v2("invalid_parameter_mvpd") }
            if !mvpd.isEmpty { self.mvpd = try call.requestor.integratedV2(mvpd) }
            redirect = try Self.redirect(call)
        }

        /// The address to end at; nil when there is none.
        static func redirect(_ call: RESTv2.Call) throws(Refusal) -> String? {
            do throws(Refusal) {
                guard let text = try call.parameters["redirectUrl"] else { return nil }
                return try Login.redirectURL(text)
            } catch {
                throw .v2("invalid_parameter_redirect_url")
            }
        }
    }
}
