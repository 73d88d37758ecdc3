import Base

/// Profiles of REST API V2 (rest-v2, profiles).
enum Profiles {
    /// A profile as it is listed.
    struct Listed: Sendable {
        var mvpd: String
        var type: String
        var issuer: String
        var issued: Timestamp
        var expires: Timestamp
        var attributes: [JSON.Member]

        /// A kept one, with the person's metadata.
        init(_ profile: ServiceState.Profile, _ mvpd: Dashboard.MVPD) {
            self.init(
                mvpd: mvpd.id, type: profile.isPartner ? "appleSSO" : "regular",
                issuer: profile.isPartner ? "Apple" : mvpd.id, issued: profile.issued, expires: profile.expires,
                attributes: Profiles.attributes(profile.userID, mvpd))
        }

        init(
            mvpd: String, type: String, issuer: String, issued: Timestamp, expires: Timestamp,
            attributes: [JSON.Member]
        ) {
            self.mvpd = mvpd
            self.type = type
            self.issuer = issuer
            self.issued = issued
            self.expires = expires
            self.attributes = attributes
        }
    }

    /// `GET /api/v2/{sp}/profiles`: neither degraded nor temporary ones.
    static func all(_ call: RESTv2.Call, _ state: ServiceState) throws(Refusal) -> Response {
        let holder = try holder(call)
        let listed = call.requestor.mvpds.filter(\.isIntegrated).compactMap { found($0, holder, call, state) }
        return Response(200, document(listed, state))
    }

    /// `GET /api/v2/{sp}/profiles/{mvpd}`
    static func one(_ call: RESTv2.Call, mvpd id: String, _ state: inout ServiceState) throws(Refusal) -> Response {
        let holder = try holder(call)
        let mvpd = try call.requestor.integratedV2(id)
        if mvpd.isTempPass {
            let identity = try TemporaryIdentity(call.request)
            let pass = try TemporaryPass.look(mvpd, holder.authenticationKey, identity.keys, &state, at: call.moment)
            return Response(200, document([temporary(mvpd, pass)], state))
        }
        let kept = found(mvpd, holder, call, state)
        // The rule holds whoever is signed in: the MVPD is not asked, so neither is what it said before.
        let listed = kept ?? (mvpd.isDegraded ? degraded(mvpd, holder, state, call.moment) : nil)
        return Response(200, document(listed.map { [$0] } ?? [], state))
    }

    /// `GET /api/v2/{sp}/profiles/code/{code}`: none while nobody has used the code (rest-v2 #9).
    static func ofCode(_ call: RESTv2.Call, code: String, _ state: ServiceState) throws(Refusal) -> Response {
        let (registration, session) = try Sessions.find(call, code, state)
        guard let mvpd = registration.mvpd.flatMap({ call.requestor.integrated($0) }) else {
            return Response(200, document([], state))
        }
        let holder = ServiceState.Holder(
            client: session.client, device: registration.device, requestor: registration.requestor)
        let profile =
            registration.isUsed ? state.profile(of: holder, at: mvpd.id, isPartner: false, call.moment) : nil
        return Response(200, document(profile.map { [Listed($0, mvpd)] } ?? [], state))
    }

    /// What a degradation rule signs in with, for as long as it holds.
    static func degraded(
        _ mvpd: Dashboard.MVPD, _ holder: ServiceState.Holder, _ state: ServiceState, _ moment: Moment
    ) -> Listed {
        Listed(
            mvpd: mvpd.id, type: "degraded", issuer: "Adobe", issued: moment.now,
            expires: moment.now + state.dashboard.authenticationLife,
            attributes: [attribute("userID", .string("u-" + (mvpd.people.keys.min() ?? "viewer")))])
    }

    /// The body: a map by MVPD.
    static func document(_ profiles: [Listed], _ state: ServiceState) -> JSON {
        let members = profiles.map { profile in
            JSON.Member(
                name: profile.mvpd,
                value: .object([
                    // Numbers here, texts in sessions (rest-v2, Ground rules).
                    "notBefore": .integer(profile.issued.milliseconds),
                    "notAfter": .integer(profile.expires.milliseconds), "issuer": .string(profile.issuer),
                    "type": .string(profile.type), "attributes": .object(profile.attributes),
                ]))
        }
        return .object([JSON.Member(name: "profiles", value: .object(members))])
    }

    /// Whose profiles a call may see.
    static func holder(_ call: RESTv2.Call) throws(Refusal) -> ServiceState.Holder {
        ServiceState.Holder(
            client: call.client, device: try DeviceHeaders(call.request).device, requestor: call.requestor.id)
    }

    /// A platform sign-in counts beside a good framework status alone (rest-v2 #2), and then before any other.
    private static func found(
        _ mvpd: Dashboard.MVPD, _ holder: ServiceState.Holder, _ call: RESTv2.Call, _ state: ServiceState
    ) -> Listed? {
        if FrameworkStatus(call.request).isGood(for: mvpd.id, of: call.requestor, at: call.moment),
            let profile = state.profile(of: holder, at: mvpd.id, isPartner: true, call.moment)
        {
            return Listed(profile, mvpd)
        }
        return state.profile(of: holder, at: mvpd.id, isPartner: false, call.moment).map { Listed($0, mvpd) }
    }

    private static func temporary(_ mvpd: Dashboard.MVPD, _ pass: TemporaryPass.Look) -> Listed {
        let data = [JSON.Member(name: "userID", value: "u-trial")] + pass.metadata
        return Listed(
            mvpd: mvpd.id, type: "temporary", issuer: "Adobe", issued: pass.start, expires: pass.end,
            attributes: data.map { attribute($0.name, $0.value) })
    }

    private static func attributes(_ userID: String, _ mvpd: Dashboard.MVPD) -> [JSON.Member] {
        var values = mvpd.userMetadata.mapValues { JSON(parsing: Array($0.utf8)) ?? .string($0) }
        values["userID"] = .string(userID)
        return values.sorted { $0.key < $1.key }.map { name, value in
            if mvpd.encryptedMetadata.contains(name), let sealed = ProgrammerKey.sealed(value.string ?? value.text) {
                return attribute(name, .string(sealed), state: "enc")
            }
            return attribute(name, value)
        }
    }

    private static func attribute(_ name: String, _ value: JSON, state: String = "plain") -> JSON.Member {
        JSON.Member(name: name, value: .object(["value": value, "state": .string(state)]))
    }
}

/// Who has a promotional temporary pass: header `AP-TempPass-Identity`, base64 of a JSON object.
struct TemporaryIdentity: Sendable, Hashable {
    /// Its values, such as a hashed mail address.
    let keys: Set<String>

    init(_ request: Request) throws(Refusal) {
        guard let text = request.header("AP-TempPass-Identity") else {
            keys = []
            return
        }
        guard let members = decodedBase64(text).flatMap({ JSON(parsing: $0) })?.members else {
            throw .v2("invalid_header_identity_for_temporary_access")
        }
        keys = Set(members.compactMap(\.value.string).filter { !$0.isEmpty })
    }
}

extension ServiceState.Holder {
    /// The device as V1 knows it: temporary passes are the same on both.
    var authenticationKey: ServiceState.AuthenticationKey {
        ServiceState.AuthenticationKey(requestor: requestor, device: device)
    }
}
