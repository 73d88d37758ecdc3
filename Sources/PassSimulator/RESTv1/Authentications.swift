import Base

/// Reading and removing authentication tokens (rest-v1, sections 5 and 8).
enum Authentications {
    /// `GET /api/v1/tokens/authn`
    static func token(
        _ parameters: Parameters, _ state: ServiceState, at moment: Moment, format: Format
    ) throws(Refusal) -> Response {
        let id = try parameters.required("requestor")
        guard let authentication = try find(id, parameters, state) else {
            throw Refusal(404, "authentication_session_missing", action: "authentication")
        }
        guard authentication.expires > moment.now else {
            throw Refusal(410, "authentication_session_expired", action: "authentication")
        }
        return response(authentication, requestor: id, format)
    }

    /// The token as it is sent.
    static func response(
        _ authentication: ServiceState.Authentication, requestor: String, _ format: Format
    ) -> Response {
        // `expires` is a text in JSON too (rest-v1, section 1).
        TokenDocument.response(
            "authentication",
            [
                ("expires", String(authentication.expires.milliseconds)), ("userId", authentication.userID),
                ("mvpd", authentication.mvpd), ("requestor", requestor),
            ], format)
    }

    /// `GET /api/v1/checkauthn`
    static func check(
        _ parameters: Parameters, _ state: ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        let authentication = try find(try parameters.required("requestor"), parameters, state)
        guard let authentication, authentication.expires > moment.now else {
            // One message for both, the only one documented.
            throw Refusal(
                403, authentication == nil ? "authentication_session_missing" : "authentication_session_expired",
                message: "Authentication token expired", action: "authentication")
        }
        return Response(200)
    }

    /// `GET /api/v1/tokens/usermetadata`; without `requestor` that of the device's newest token. JSON only (rest-v1 #19).
    static func metadata(
        _ parameters: Parameters, _ state: ServiceState, at moment: Moment, seal: (String) -> String?
    ) throws(Refusal) -> Response {
        let device = try parameters.required("deviceId")
        let requestor = try parameters["requestor"]
        if let requestor { _ = try state.dashboard.requestor(requestor) }
        let found = state.authentications
            .filter { $0.key.device == device && (requestor == nil || $0.key.requestor == requestor) }
            .max { ($0.value.issued, $0.key.requestor) < ($1.value.issued, $1.key.requestor) }
        guard let (key, authentication) = found else {
            throw Refusal(404, "authentication_session_missing", action: "authentication")
        }
        guard authentication.expires > moment.now,
            let mvpd = state.dashboard.requestors[key.requestor]?.integrated(authentication.mvpd)
        else { throw Refusal(412, "authentication_session_expired", action: "authentication") }
        return Response(
            200, document(of: authentication, mvpd, more: TemporaryPass.metadata(of: mvpd, key, state), seal: seal))
    }

    /// `DELETE /api/v1/logout`; without `requestor` the whole device (rest-v1 #7). Nothing there to remove is no error.
    static func logout(_ parameters: Parameters, _ state: inout ServiceState) throws(Refusal) -> Response {
        let device = try parameters.required("deviceId")
        let requestor = try parameters["requestor"]
        if let requestor { _ = try state.dashboard.requestor(requestor) }
        state.authentications = state.authentications.filter {
            $0.key.device != device || (requestor != nil && $0.key.requestor != requestor)
        }
        return Response(204)
    }

    private static func find(
        _ requestor: String, _ parameters: Parameters, _ state: ServiceState
    ) throws(Refusal) -> ServiceState.Authentication? {
        let device = try parameters.required("deviceId")
        _ = try state.dashboard.requestor(requestor)
        return state.authentications[ServiceState.AuthenticationKey(requestor: requestor, device: device)]
    }

    private static func document(
        of authentication: ServiceState.Authentication, _ mvpd: Dashboard.MVPD, more: [JSON.Member],
        seal: (String) -> String?
    ) -> JSON {
        var data = more.filter { mvpd.userMetadata[$0.name] == nil }
        var encrypted: [String] = []
        for (name, text) in mvpd.userMetadata.sorted(by: { $0.key < $1.key }) {
            // The dashboard checks what comes over HTTP; a text set in process that is no JSON is sent as a text.
            let value = JSON(parsing: Array(text.utf8)) ?? .string(text)
            if mvpd.encryptedMetadata.contains(name), let sealed = seal(value.string ?? value.text) {
                encrypted.append(name)
                data.append(JSON.Member(name: name, value: .string(sealed)))
            } else {
                data.append(JSON.Member(name: name, value: value))
            }
        }
        if authentication.isPartner, mvpd.userMetadata["tokenSource"] == nil {
            data.append(JSON.Member(name: "tokenSource", value: "Apple"))
        }
        return .object([
            "updated": .integer(authentication.issued.milliseconds / 1000), "encrypted": .strings(encrypted),
            "data": .object(data),
        ])
    }
}
