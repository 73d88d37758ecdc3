import Base

/// The exchange of a platform account: profile request and SAML response (rest-v1, section 7).
struct PlatformSignIn: Sendable {
    let identity: IdentityKey

    /// How long a profile request waits for its response. Choice.
    static let patience = Duration.seconds(600)

    /// `GET /api/v1/{requestor}/profile-requests/{mvpd}`: an opaque token for the identity endpoint to answer.
    func profileRequest(
        requestor id: String, mvpd mvpdID: String, _ parameters: Parameters, _ client: String,
        _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        let platform = try parameters.platform()
        let device = try parameters["deviceId"]
        let mvpd = try state.dashboard.requestor(id).exchangeable(mvpdID, platform: platform)
        let token = Self.open(
            ServiceState.ProfileRequest(
                requestor: id, mvpd: mvpd.id, platform: platform, device: device, client: client,
                expires: moment.now + Self.patience),
            &state, at: moment)
        return Response(200, token, contentType: "application/octet-stream", headers: [("Cache-Control", "no-store")])
    }

    /// Opens a profile request, and gives the token it is answered by.
    static func open(
        _ request: ServiceState.ProfileRequest, _ state: inout ServiceState, at moment: Moment
    ) -> String {
        let token = base64(randomBytes(98))
        state.profileRequests = state.profileRequests.filter { $0.value.expires > moment.now }
        state.profileRequests[token] = request
        return token
    }

    /// `POST /api/v1/tokens/authn`: verifies the SAML response byte for byte and signs in.
    func exchange(
        _ parameters: Parameters, _ client: String, _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        let id = try parameters.required("requestor")
        let device = try parameters.required("deviceId")
        let mvpdID = try parameters.required("mvpd")
        let platform = try parameters.platform()
        _ = try parameters.required("SAMLResponse")
        let mvpd = try state.dashboard.requestor(id).exchangeable(mvpdID, platform: platform)
        let assertion = try accept(
            parameters.raw("SAMLResponse") ?? "",
            from: ServiceState.ProfileRequest(
                requestor: id, mvpd: mvpdID, platform: platform, device: device, client: client, expires: moment.now),
            mvpd, &state, at: moment)
        let key = ServiceState.AuthenticationKey(requestor: id, device: device)
        state.authentications[key] = ServiceState.Authentication(
            mvpd: mvpd.id, userID: assertion.userID, issued: moment.now,
            expires: moment.now + state.dashboard.authenticationLife, isPartner: true)
        return Response(204)
    }

    /// Takes a response, as it came on the wire, if it answers an open profile request of whoever sends it, and closes
    /// that request.
    func accept(
        _ raw: String, from sender: ServiceState.ProfileRequest, _ mvpd: Dashboard.MVPD,
        _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> SAMLDocument.Assertion {
        let assertion = try assertion(raw, at: moment)
        guard let token = assertion.answers, let asked = state.profileRequests[token] else {
            // Also a replay: a profile request is answered once.
            throw .invalid("SAMLResponse: answers no open profile request")
        }
        guard asked.expires > moment.now else { throw .invalid("SAMLResponse: the profile request is too old") }
        guard isSameID(asked.requestor, sender.requestor), isSameID(asked.mvpd, sender.mvpd),
            asked.platform == sender.platform, asked.device == nil || asked.device == sender.device,
            // A client that was forgotten meanwhile comes back as another.
            asked.client == sender.client || state.clients[asked.client] == nil
        else { throw .invalid("SAMLResponse: answers the profile request of another requestor, MVPD or device") }
        guard let provider = mvpd.platformMappingID, isSameID(provider, assertion.provider) else {
            throw .invalid("SAMLResponse: comes from another provider")
        }
        let missing = mvpd.requiredMetadataFields.filter { assertion.attributes[$0] == nil }
        guard missing.isEmpty else { throw .invalid("SAMLResponse: attributes required by the MVPD are missing") }
        state.profileRequests[token] = nil
        return assertion
    }

    private func assertion(_ raw: String, at moment: Moment) throws(Refusal) -> SAMLDocument.Assertion {
        guard let text = SAMLDocument.wireText(raw) else {
            throw .invalid("SAMLResponse: not percent-encoded exactly once")
        }
        guard let bytes = decodedBase64(text), let document = String(validating: bytes, as: UTF8.self) else {
            throw .invalid("SAMLResponse: no standard base64 of UTF-8 on one line")
        }
        guard SAMLDocument.isNormalised(document) else { throw .invalid("SAMLResponse: not normalised") }
        guard let assertion = identity.verified(document) else {
            throw .invalid("SAMLResponse: the signature does not fit the text")
        }
        guard assertion.issued <= xmlDate(moment.now + .seconds(60)), assertion.expires > xmlDate(moment.now) else {
            throw .invalid("SAMLResponse: not valid at this time")
        }
        return assertion
    }
}
