import Base

/// REST API V2 as an entitlement service.
///
/// One instance stands for one service URL and shares one client registration among all its copies: keep it as long as
/// the service is talked to. A sign-in belongs to client registration, device id and requestor: losing the first or the
/// second signs everybody out.
///
/// Every request carries the access token, `AP-Device-Identifier`, `X-Device-Info` (with `osName` the platform whose
/// behaviour is kept, choice), `User-Agent`, `Accept: application/json` and the options of its call; those that a
/// platform sign-in concerns also `AP-Partner-Framework-Status`, when the call knows one. Access tokens, pace, 429 and
/// deadlines: as `RESTv1`.
///
/// Asked again, 3 times in all, when the service has a bad moment (5xx, action `retry`): questions, decisions, and the
/// creation of a session, since a newer code voids an older one. Not so the exchange of a SAML response, which counts
/// once. A 500 with action `configuration` stays what it is. A word unknown to us in `actionName`, `actionType` or
/// `reasonType` fails the call as `unreadable`, since what is to be done stands nowhere else.
///
/// Addresses the service names, absolute or relative, lead to the service itself or the call fails as `unreadable`.
/// Source: "REST API V2"; "Dynamic client registration"; "Enhanced Error Codes"; "Apple SSO Cookbook (REST API V2)".
public struct RESTv2: EntitlementService {
    /// What an instance is made of.
    public typealias Environment = ServiceEnvironment

    let environment: Environment
    let connection: DeviceConnection

    /// Speaks REST API V2 in this environment; nothing is sent before the first call.
    public init(_ environment: Environment) {
        self.init(environment, pacer: environment.pacer)
    }

    init(_ environment: Environment, pacer: Pacer) {
        self.environment = environment
        connection = DeviceConnection(authorized: AuthorizedConnection(environment, pacer: pacer))
    }

    /// The configuration of `requestor` for the call's platform.
    ///
    /// One request; a body kept from an earlier answer is used again when the service says that it still holds (304).
    /// - Errors: stage `configuration`; an unknown requestor is status 400.
    /// - Source: "REST API V2", retrieve configuration. Degradation does not show in it.
    public func configuration(
        of requestor: String, call: ServiceCall
    ) async throws(ServiceError) -> ConfigurationAnswer {
        try await reporting { () async throws(ServiceError) in
            // Its answer depends on the device information alone, which the described call carries.
            try await ConfigurationQuestion(
                connection: connection.authorized, cache: environment.configurations, requestor: requestor,
                call: connection.described(call),
                request: ServiceRequest(
                    stage: .configuration, path: PathV2.of(requestor, "configuration"),
                    headers: [("AP-Device-Identifier", HeaderValues.deviceIdentifier(call.deviceID))]),
                entryPrefix: "v2 "
            ).answer()
        }
    }

    /// Every failure leaves one line in the log.
    func reporting<Value: Sendable>(
        _ body: () async throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        try await connection.connection.reporting(body)
    }
}
