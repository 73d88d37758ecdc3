/// What a second screen may ask about the device that shows a registration code (rest-v1, sections 5 and 6).
enum CodeQuestions {
    /// `GET /api/v1/checkauthn/{code}`
    static func check(
        code: String, _ parameters: Parameters, _ state: ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        guard let found = state.authentications[try device(code, parameters, state, at: moment)],
            found.expires > moment.now
        else { throw Refusal(403, "authentication_session_missing", message: "Forbidden", action: "authentication") }
        return Response(200)
    }

    /// `GET /api/v1/authenticate/{code}`: the token the code led to, 404 until somebody used it.
    static func authentication(
        code: String, _ parameters: Parameters, _ state: ServiceState, at moment: Moment, format: Format
    ) throws(Refusal) -> Response {
        let key = try device(code, parameters, state, at: moment)
        guard state.registrations[code]?.isUsed == true, let found = state.authentications[key],
            found.expires > moment.now
        else { throw Refusal(404, "authentication_session_missing", action: "authentication") }
        return Authentications.response(found, requestor: key.requestor, format)
    }

    /// The device of a code and the requestor given.
    static func device(
        _ code: String, _ parameters: Parameters, _ state: ServiceState, at moment: Moment
    ) throws(Refusal) -> ServiceState.AuthenticationKey {
        let id = try parameters.required("requestor")
        _ = try state.dashboard.requestor(id)
        let registration = try RegistrationCodes.find(code, id, state, at: moment)
        return ServiceState.AuthenticationKey(requestor: id, device: registration.device)
    }
}
