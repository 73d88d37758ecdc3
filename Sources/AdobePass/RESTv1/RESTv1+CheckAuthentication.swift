extension RESTv1 {
    /// Whether the service holds a valid authentication for this device and requestor: step 1 of the cookbook.
    ///
    /// - Errors: stage `authentication` for every answer but 200 and 403.
    /// - Source: "Apple SSO Cookbook (REST API V1)"; "REST API V1", check authentication token.
    public func hasAuthentication(requestor: String, call: ServiceCall) async throws(ServiceError) -> Bool {
        try await reporting { () async throws(ServiceError) in
            let question = ServiceRequest(
                stage: .authentication, path: "/api/v1/checkauthn",
                query: [("requestor", requestor), ("deviceId", call.deviceID.exposed)])
            let answer = try await connection.send(question, call: call)
            switch answer.status {
            case 200: return true
            case 403: return false
            default: throw ServiceError(.authentication, answer: answer)
            }
        }
    }
}
