import Base

/// A connection that adds what REST API V2 wants to know with its calls.
struct DeviceConnection: Sendable {
    let authorized: AuthorizedConnection

    /// What a call may carry beside the device.
    enum Company: Sendable, Hashable {
        /// What the platform answered last.
        case framework(PartnerFrameworkStatus)
        /// Whose temporary pass it is: values of the host.
        case temporaryIdentity([String: String])
    }

    /// Time, log, address.
    var connection: ServiceConnection { authorized.connection }

    /// The last answer to `request`; see `AuthorizedConnection`.
    func send(
        _ request: ServiceRequest, _ company: [Company] = [], call: ServiceCall
    ) async throws(ServiceError) -> ServiceAnswer {
        let identifier = HeaderValues.deviceIdentifier(call.deviceID)
        var request = request
        request.headers += [("AP-Device-Identifier", identifier)]
        request.secrets.append(Secret(identifier))
        for companion in company {
            switch companion {
            case .framework(let status):
                request.headers.append(
                    ("AP-Partner-Framework-Status", HeaderValues.partnerFrameworkStatus(status)))
            case .temporaryIdentity(let values):
                guard let value = HeaderValues.temporaryPassIdentity(values) else { continue }
                request.headers.append(("AP-TempPass-Identity", value))
                request.secrets.append(Secret(value))
            }
        }
        return try await authorized.send(request, call: described(call))
    }

    /// The call with device information as V2 requires it.
    ///
    /// The service tells platforms apart by `osName` alone, and has platform single sign-on for some of them: so `osName`
    /// is the platform whose behaviour is kept, unless the host names another than this system (V10; choice). What is
    /// required and not known is `unknown`.
    func described(_ call: ServiceCall) -> ServiceCall {
        var call = call
        let known = DeviceInformation.merge(authorized.deviceInfo, under: call.options.deviceInfo)
        if call.options.deviceInfo["osName"] == nil, known["osName"] ?? "Linux" == "Linux" {
            call.options.deviceInfo["osName"] = call.platform.rawValue
        }
        for name in ["model", "version", "osVersion", "connectionType"] where known[name]?.isBlank ?? true {
            call.options.deviceInfo[name] = "unknown"
        }
        return call
    }
}

extension ServiceCall {
    /// What the platform answered last, for the calls that take it.
    var company: [DeviceConnection.Company] { partnerFramework.map { [.framework($0)] } ?? [] }
}

/// Paths of REST API V2.
enum PathV2 {
    /// `/api/v2/{serviceProvider}/…`, each part encoded once.
    static func of(_ requestor: String, _ parts: String...) -> String {
        "/api/v2/" + ([requestor] + parts).map(PathSegment.encode).joined(separator: "/")
    }
}
