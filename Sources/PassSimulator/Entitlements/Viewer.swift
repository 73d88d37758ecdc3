import Base

/// Whom a request asks for: a device that is signed in for a requestor, and at which MVPD.
struct Viewer: Sendable {
    let key: ServiceState.AuthenticationKey
    let authentication: ServiceState.Authentication
    let mvpd: Dashboard.MVPD

    /// By the parameters `requestor` and `deviceId`; `status` is that of a refusal for want of an authentication.
    init(
        _ parameters: Parameters, _ state: ServiceState, at moment: Moment, status: Int, prefix: String = ""
    ) throws(Refusal) {
        let key = ServiceState.AuthenticationKey(
            requestor: try parameters.required("requestor"), device: try parameters.required("deviceId"))
        try self.init(key, state, at: moment, status: status, prefix: prefix)
    }

    init(
        _ key: ServiceState.AuthenticationKey, _ state: ServiceState, at moment: Moment, status: Int,
        prefix: String = ""
    ) throws(Refusal) {
        let requestor = try state.dashboard.requestor(key.requestor)
        guard let authentication = state.authentications[key] else {
            throw Self.unauthenticated(status, prefix + "authentication_session_missing")
        }
        guard authentication.expires > moment.now else {
            throw Self.unauthenticated(status, prefix + "authentication_session_expired")
        }
        guard let mvpd = requestor.integrated(authentication.mvpd) else {
            throw .enhanced(
                "unknown_integration", details: "The MVPD is not integrated", status: status == 412 ? 412 : 400)
        }
        self.key = key
        self.authentication = authentication
        self.mvpd = mvpd
    }

    private static func unauthenticated(_ status: Int, _ code: String) -> Refusal {
        Refusal(
            status, code, message: status == 412 ? "User not authenticated" : "User not Authenticated",
            action: "authentication")
    }
}
