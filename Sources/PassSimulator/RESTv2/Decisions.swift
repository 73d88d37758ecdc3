import Base

/// Decisions of REST API V2 (rest-v2, decisions).
enum Decisions {
    /// What one answer says of each resource.
    private enum Word {
        case permitted(Authorizations.Source, until: Timestamp)
        case refused(Refusal, source: Authorizations.Source)
    }

    /// `POST /api/v2/{sp}/decisions/authorize/{mvpd}`
    static func authorize(
        _ call: RESTv2.Call, mvpd id: String, _ state: inout ServiceState, issuer: String
    ) throws(Refusal) -> Response {
        let (holder, mvpd, resources) = try read(call, id, state)
        let identity = try TemporaryIdentity(call.request)
        let objection = try objection(call, mvpd, holder, state)
        var decisions: [JSON] = []
        for resource in resources {
            let word: Word
            if let objection, !isExempt(mvpd) {
                word = .refused(objection, source: .mvpd)
            } else {
                word = decide(resource, mvpd, holder, identity, call, &state)
            }
            decisions.append(try decision(word, resource, mvpd, call, state, issuer: issuer))
        }
        return response(decisions)
    }

    /// `POST /api/v2/{sp}/decisions/preauthorize/{mvpd}`: without stamps and media tokens.
    static func preauthorize(
        _ call: RESTv2.Call, mvpd id: String, _ state: inout ServiceState
    ) throws(Refusal) -> Response {
        let (holder, mvpd, resources) = try read(call, id, state)
        let objection = try objection(call, mvpd, holder, state)
        let decisions = resources.map { resource in
            if let objection, !isExempt(mvpd) {
                return members(resource, mvpd, call, .mvpd, refusal: objection)
            }
            do throws(Refusal) {
                return members(resource, mvpd, call, try Authorizations.permission(for: resource, at: mvpd))
            } catch {
                var refusal = Refusal.v2(error.code, details: error.details)
                if error.code == "authorization_denied_by_mvpd" {
                    refusal = .v2("preauthorization_denied_by_mvpd", details: error.details)
                }
                return members(resource, mvpd, call, source(of: error), refusal: refusal)
            }
        }
        return response(decisions.map { JSON.object($0) })
    }

    // MARK: Reading

    private static func read(
        _ call: RESTv2.Call, _ id: String, _ state: ServiceState
    ) throws(Refusal) -> (ServiceState.Holder, Dashboard.MVPD, [Resource]) {
        let holder = try Profiles.holder(call)
        let mvpd = try call.requestor.integratedV2(id)
        guard call.request.mediaType == "application/json", let body = JSON(parsing: call.request.body),
            let texts = body["resources"]?.strings, !texts.isEmpty
        else { throw .v2("invalid_parameter_resources") }
        guard texts.count <= state.dashboard.preauthorizationLimit else { throw .v2("too_many_resources") }
        let resources = texts.map { Resource($0) }
        guard resources.allSatisfy(\.isReadable) else { throw .v2("invalid_parameter_resources") }
        return (holder, mvpd, resources)
    }

    /// A pass and a rule need no profile.
    private static func isExempt(_ mvpd: Dashboard.MVPD) -> Bool {
        mvpd.isTempPass || mvpd.isDegraded
    }

    /// What is wrong with the profile; nil for a good one.
    ///
    /// The framework status matters to a platform sign-in alone: bad, the request is refused; absent, there is no
    /// profile (rest-v2 #2).
    private static func objection(
        _ call: RESTv2.Call, _ mvpd: Dashboard.MVPD, _ holder: ServiceState.Holder, _ state: ServiceState
    ) throws(Refusal) -> Refusal? {
        if isExempt(mvpd) { return nil }
        let now = call.moment.now
        let regular = state.kept(of: holder, at: mvpd.id, isPartner: false)
        let partner = state.kept(of: holder, at: mvpd.id, isPartner: true)
        if let regular, regular.expires > now { return nil }
        var code = regular == nil ? "authenticated_profile_missing" : "authenticated_profile_expired"
        if let partner {
            let status = FrameworkStatus(call.request)
            if status.isPresent {
                let told = try status.mvpd(of: call.requestor, at: call.moment)
                guard isSameID(told.id, mvpd.id) else { throw .v2("invalid_header_pfs_provider_id_mismatch") }
                if partner.expires > now { return nil }
                code = "authenticated_profile_expired"
            }
        }
        let refusal = Refusal.v2(code)
        if state.dashboard.v2.refusesDecisionsWhole { throw refusal }
        return refusal
    }

    // MARK: Deciding

    private static func decide(
        _ resource: Resource, _ mvpd: Dashboard.MVPD, _ holder: ServiceState.Holder, _ identity: TemporaryIdentity,
        _ call: RESTv2.Call, _ state: inout ServiceState
    ) -> Word {
        do throws(Refusal) {
            let source = try Authorizations.permission(for: resource, at: mvpd)
            var end = call.moment.now + state.dashboard.authorizationLife
            if source == .temppass {
                end = min(
                    end,
                    try TemporaryPass.count(
                        resource, mvpd, holder.authenticationKey, identity.keys, &state, at: call.moment))
            }
            return .permitted(source, until: end)
        } catch {
            let isOver = error.code == "authentication_session_expired"
            let code = isOver ? "temporary_access_duration_limit_exceeded" : error.code
            return .refused(.v2(code, details: error.details), source: mvpd.isTempPass ? .temppass : source(of: error))
        }
    }

    private static func source(of refusal: Refusal) -> Authorizations.Source {
        refusal.code == "authorization_denied_by_degradation_rule" ? .degradation : .mvpd
    }

    // MARK: Writing

    private static func decision(
        _ word: Word, _ resource: Resource, _ mvpd: Dashboard.MVPD, _ call: RESTv2.Call, _ state: ServiceState,
        issuer: String
    ) throws(Refusal) -> JSON {
        let now = call.moment.now
        switch word {
        case .refused(let refusal, let source):
            return .object(members(resource, mvpd, call, source, refusal: refusal))
        case .permitted(let source, let end):
            let token = MediaToken(
                issuer: issuer, nonce: hexText(randomBytes(16)), requestor: call.requestor.id,
                resource: resource.text, mvpd: mvpd.id, issued: now, expires: now + state.dashboard.mediaTokenLife)
            guard let text = token.serialized else { throw .v2("internal_server_error") }
            let stamps: [JSON.Member] = [
                .init(name: "notBefore", value: .integer(now.milliseconds)),
                .init(name: "notAfter", value: .integer(end.milliseconds)),
            ]
            let media = JSON.object([
                "notBefore": .integer(now.milliseconds), "notAfter": .integer(token.expires.milliseconds),
                "serializedToken": .string(text),
            ])
            return .object(members(resource, mvpd, call, source) + [.init(name: "token", value: media)] + stamps)
        }
    }

    private static func members(
        _ resource: Resource, _ mvpd: Dashboard.MVPD, _ call: RESTv2.Call, _ source: Authorizations.Source,
        refusal: Refusal? = nil
    ) -> [JSON.Member] {
        var members: [JSON.Member] = [
            .init(name: "resource", value: .string(resource.text)),
            .init(name: "serviceProvider", value: .string(call.requestor.id)),
            .init(name: "mvpd", value: .string(mvpd.id)), .init(name: "source", value: .string(source.rawValue)),
            .init(name: "authorized", value: .bool(refusal == nil)),
        ]
        if let refusal { members.append(.init(name: "error", value: refusal.enhancedJSON)) }
        return members
    }

    private static func response(_ decisions: [JSON]) -> Response {
        Response(200, .object(["decisions": .array(decisions)]), headers: [("Cache-Control", "no-store")])
    }
}
