extension RESTv1 {
    /// See `EntitlementService`.
    public func startLogin(_ request: LoginRequest, call: ServiceCall) async throws(ServiceError) -> LoginStart {
        throw ServiceError(.registration, .unreachable)
    }

    /// See `EntitlementService`.
    public func completedLogin(
        _ session: LoginSession, call: ServiceCall
    ) async throws(ServiceError) -> ServiceAuthentication? {
        nil
    }

    /// See `EntitlementService`.
    public func logout(_ request: LogoutRequest, call: ServiceCall) async throws(ServiceError) -> String? {
        nil
    }

    /// See `EntitlementService`.
    public func logoutURL(_ request: LogoutRequest) -> String? {
        nil
    }
}
