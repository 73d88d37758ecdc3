public import Base

/// REST API V1 as an entitlement service.
///
/// One instance stands for one service URL and shares one client registration among all its copies: keep it as long as
/// the service is talked to. Requests to real hosts share one pace in the whole process (see `Environment.clock`).
///
/// Every request carries the access token, `X-Device-Info`, `User-Agent: AccessEnabler-Linux/<version>`, `Accept` and
/// the options of its call. A refused token or client is replaced once a call; 50 calls that meet it together cause one
/// renewal.
///
/// Within the call's deadline (choice): 429 is tried again after pauses of 1 to 16 s, longer if the service says so, until
/// there is no time for another, then it is `throttled`; a question answered with 5xx is asked 3 times in all. Host, TLS
/// and time-limit failures end the call at once. At a real host requests go one after the other, 10 at once and then
/// one a second; a turn that would come after the deadline is refused as `throttled`.
///
/// Source: "REST API V1"; "Dynamic client registration"; "Apple SSO Cookbook (REST API V1)".
public struct RESTv1: EntitlementService {
    let environment: Environment
    let connection: AuthorizedConnection

    /// Speaks REST API V1 in this environment; nothing is sent before the first call.
    public init(_ environment: Environment) {
        self.init(environment, pacer: environment.pacer)
    }

    init(_ environment: Environment, pacer: Pacer) {
        self.environment = environment
        connection = AuthorizedConnection(environment, pacer: pacer)
    }

    /// The configuration of `requestor` for the call's platform.
    ///
    /// One request; a body kept from an earlier answer is used again when the service says that it still holds (304).
    /// - Errors: stage `configuration`; an unknown requestor is status 400 or 404.
    /// - Source: "REST API V1", configuration. Asking for JSON, and the platform as query `deviceType`: choice.
    public func configuration(
        of requestor: String, call: ServiceCall
    ) async throws(ServiceError) -> ConfigurationAnswer {
        try await reporting { () async throws(ServiceError) in
            let question = ServiceRequest(
                stage: .configuration, path: "/api/v1/config/" + PathSegment.encode(requestor),
                query: [("deviceType", call.platform.rawValue)])
            return try await ConfigurationQuestion(
                connection: connection, cache: environment.configurations, requestor: requestor, call: call,
                request: question
            ).answer()
        }
    }

    /// The profile request, step 6 of the cookbook.
    ///
    /// 200 gives the verification token, the body unchanged; any 4xx is `.declined`, as which degradation shows.
    /// - Errors: stage `partnerRequest`, for 5xx, redirects, no answer, and a success without a token.
    /// - Source: "Apple SSO Cookbook (REST API V1)".
    public func beginPartnerSignIn(
        _ request: PartnerSignInRequest, call: ServiceCall
    ) async throws(ServiceError) -> PartnerSignInStart {
        try await reporting { () async throws(ServiceError) in
            try await PartnerExchange(connection: connection, request: request, call: call).begin()
        }
    }

    /// The exchange of the SAML response, steps 8 and 9 of the cookbook, and the token it led to: two requests.
    ///
    /// The exchange itself is not tried again when its outcome is unknown, since a response counts once.
    /// - Errors: stage `exchange` for every answer but 204; stage `authentication` when the token cannot be had.
    /// - Source: "Apple SSO Cookbook (REST API V1)"; "REST API V1", retrieve authentication token.
    public func completePartnerSignIn(
        _ request: PartnerSignInRequest, samlResponse: Secret, call: ServiceCall
    ) async throws(ServiceError) -> ServiceAuthentication {
        try await reporting { () async throws(ServiceError) in
            try await PartnerExchange(connection: connection, request: request, call: call)
                .complete(samlResponse: samlResponse)
        }
    }

    /// User metadata of the authentication the service holds for this device and requestor; `mvpd` is not sent, since
    /// the service knows it.
    ///
    /// - Errors: stage `userMetadata`; 404 none, 412 the authentication is not good.
    /// - Source: "REST API V1", user metadata.
    public func userMetadata(
        requestor: String, mvpd: String, call: ServiceCall
    ) async throws(ServiceError) -> UserMetadata {
        try await reporting { () async throws(ServiceError) in
            try await readUserMetadata(requestor: requestor, call: call)
        }
    }

    private func readUserMetadata(
        requestor: String, call: ServiceCall
    ) async throws(ServiceError) -> UserMetadata {
        let request = ServiceRequest(
            stage: .userMetadata, path: "/api/v1/tokens/usermetadata",
            query: [("requestor", requestor), ("deviceId", call.deviceID.exposed)])
        let answer = try await connection.send(request, call: call)
        guard answer.status == 200 else { throw ServiceError(.userMetadata, answer: answer) }
        do {
            return try UserMetadataBody.parse(answer.body, contentType: answer.contentType)
        } catch {
            throw ServiceError(.userMetadata, answer: answer, unreadable: error)
        }
    }

    /// Every failure leaves one line in the log.
    func reporting<Value: Sendable>(
        _ body: () async throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        try await connection.connection.reporting(body)
    }
}
