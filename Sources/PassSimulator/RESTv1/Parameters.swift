/// What a call under `/api/v1` was given.
struct Parameters: Sendable {
    private let all: [Parameter]
    /// Where the browser thinks it is.
    let origin: String

    /// Query and form together.
    init(_ request: Request) {
        all = request.query + request.form
        origin = "http://" + (request.header("Host") ?? "127.0.0.1")
    }

    /// The form alone: for what must not stand in addresses.
    init(form request: Request) {
        all = request.form
        origin = ""
    }

    /// The parameter's value; nil when it is not there or empty.
    /// - Throws: a refusal when it is there twice, or its encoding is broken.
    subscript(name: String) -> String? {
        get throws(Refusal) {
            let found = all.filter { $0.name == name }
            guard let first = found.first else { return nil }
            guard found.count == 1 else { throw .invalid("Parameter '\(name)' is there twice") }
            guard let value = first.value else { throw .invalid("Parameter '\(name)' is badly encoded") }
            return value.isEmpty ? nil : value
        }
    }

    /// The value of a parameter that must be there.
    func required(_ name: String) throws(Refusal) -> String {
        guard let value = try self[name] else { throw .missing(name) }
        return value
    }

    /// The value as sent, still encoded.
    func raw(_ name: String) -> String? { all.first { $0.name == name }?.raw }

    /// `deviceType`, `iOS` or `tvOS`.
    func platform() throws(Refusal) -> String {
        let type = try required("deviceType")
        guard ["iOS", "tvOS"].contains(type) else { throw .invalid("deviceType must be iOS or tvOS") }
        return type
    }
}

extension Dashboard {
    /// The requestor of that id, byte for byte.
    func requestor(_ id: String) throws(Refusal) -> Requestor {
        guard let requestor = requestors[id], isSameID(requestor.id, id) else {
            throw .invalid("The requestor is not known", code: "invalid_requestor")
        }
        return requestor
    }
}

extension Dashboard.Requestor {
    /// The MVPD of that id, byte for byte, if its integration is active.
    func integrated(_ id: String) -> Dashboard.MVPD? {
        mvpds.first { isSameID($0.id, id) && $0.isIntegrated }
    }

    /// The MVPD of that id when the service takes platform sign-ins for it: integrated, SSO enabled, not degraded.
    func exchangeable(_ id: String, platform: String) throws(Refusal) -> Dashboard.MVPD {
        guard let mvpd = integrated(id) else {
            throw Refusal(
                400, "unknown_integration", details: "The MVPD is not integrated", action: "configuration")
        }
        guard mvpd.enablePlatformServices[platform] == true, mvpd.boardingStatus == "SUPPORTED" else {
            throw .invalid("Platform sign-in is not enabled for the MVPD")
        }
        // Degradation signs in, not the exchange (rest-v1 #17).
        guard !mvpd.isDegraded else { throw .invalid("The MVPD is degraded") }
        return mvpd
    }
}
