import Base

/// Registration codes (rest-v1, sections 5 and 6).
enum RegistrationCodes {
    /// Default and longest life of a code, in seconds.
    private static let life: (usual: Int64, longest: Int64) = (1800, 36_000)
    private static let length = 7
    /// No letters or digits that a person takes for others.
    private static let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")

    /// `POST /reggie/v1/{requestor}/regcode`
    static func create(
        requestor id: String, _ parameters: Parameters, _ request: Request, _ state: inout ServiceState,
        at moment: Moment, format: Format
    ) throws(Refusal) -> Response {
        let device = try parameters.required("deviceId")
        let requestor = try state.dashboard.requestor(id)
        let mvpd = try parameters["mvpd"]
        if let mvpd, requestor.integrated(mvpd) == nil {
            throw Refusal(400, "unknown_integration", details: "The MVPD is not integrated", action: "configuration")
        }
        let seconds = try life(try parameters["ttl"])
        state.registrations = state.registrations.filter { $0.value.expires > moment.now }
        let registration = ServiceState.Registration(
            id: hexText(randomBytes(16)), requestor: id, device: device, mvpd: mvpd, generated: moment.now,
            expires: moment.now + .seconds(seconds), userAgent: request.header("User-Agent") ?? "")
        let code = unusedCode(state)
        state.registrations[code] = registration
        return response(201, code, registration, format)
    }

    /// `GET /reggie/v1/{requestor}/regcode/{code}`: unknown and expired look alike (rest-v1 #16).
    static func read(
        requestor: String, code: String, _ state: ServiceState, at moment: Moment, format: Format
    ) throws(Refusal) -> Response {
        response(200, code, try find(code, requestor, state, at: moment), format)
    }

    /// `DELETE /reggie/v1/{requestor}/regcode/{code}`
    static func remove(
        requestor: String, code: String, _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        _ = try find(code, requestor, state, at: moment)
        state.registrations[code] = nil
        return Response(204)
    }

    /// The registration of a code that still lives.
    static func find(
        _ code: String, _ requestor: String?, _ state: ServiceState, at moment: Moment
    ) throws(Refusal) -> ServiceState.Registration {
        guard let found = state.registrations[code], found.expires > moment.now,
            requestor.map({ isSameID($0, found.requestor) }) ?? true
        else { throw Refusal(404, "not_found", details: "The registration code is unknown or over") }
        return found
    }

    private static func life(_ text: String?) throws(Refusal) -> Int64 {
        guard let text else { return life.usual }
        guard let seconds = Int64(text), (1...life.longest).contains(seconds) else {
            throw .invalid("ttl must be 1 to \(life.longest) seconds")
        }
        return seconds
    }

    static func unusedCode(_ state: ServiceState) -> String {
        while true {
            let code = String(randomBytes(length).map { letters[Int($0) % letters.count] })
            if state.registrations[code] == nil { return code }
        }
    }

    private static func response(
        _ status: Int, _ code: String, _ registration: ServiceState.Registration, _ format: Format
    ) -> Response {
        let device = base64(Array(registration.device.utf8))
        switch format {
        case .json:
            var members = [
                JSON.Member(name: "id", value: .string(registration.id)), .init(name: "code", value: .string(code)),
                .init(name: "requestor", value: .string(registration.requestor)),
            ]
            if let mvpd = registration.mvpd { members.append(.init(name: "mvpd", value: .string(mvpd))) }
            members += [
                .init(name: "generated", value: .integer(registration.generated.milliseconds)),
                // A number here, a text in token JSON (rest-v1, section 1).
                .init(name: "expires", value: .integer(registration.expires.milliseconds)),
                .init(
                    name: "info",
                    value: .object([
                        "deviceId": .string(device), "userAgent": .string(registration.userAgent),
                        "authorizationType": "OAUTH2",
                    ])),
            ]
            return Response(status, .object(members))
        case .xml:
            var children = [XML("id", registration.id), XML("code", code), XML("requestor", registration.requestor)]
            if let mvpd = registration.mvpd { children.append(XML("mvpd", mvpd)) }
            children += [
                XML("generated", String(registration.generated.milliseconds)),
                XML("expires", String(registration.expires.milliseconds)), XML("info", [XML("deviceId", device)]),
            ]
            let root = XML(
                "ns2:regcode", attributes: ["xmlns:ns2=\"model.mvc.reggie.pass.adobe.com\""], children)
            return Response(status, root.document, contentType: "application/xml;charset=UTF-8")
        }
    }
}
