public import Base

/// The service, in the contract's words: what a step of the contract may ask, whichever API stands behind it.
///
/// One instance speaks for one service URL. REST API V1 and V2 both fit (see each member). All calls may run at once.
/// Every call first sees to client registration and access token, retries what may be retried, and ends by
/// `call.deadline`.
public protocol EntitlementService: Sendable {
    /// The requestor's configuration. Unknown requestor: `ServiceError` with status 400 (or 404).
    func configuration(
        of requestor: String, call: ServiceCall
    ) async throws(ServiceError) -> ConfigurationAnswer

    /// Starts the exchange of a platform account: V1 the profile request, V2 the partner session.
    func beginPartnerSignIn(
        _ request: PartnerSignInRequest, call: ServiceCall
    ) async throws(ServiceError) -> PartnerSignInStart

    /// Exchanges the SAML response for an authentication: V1 `POST tokens/authn` then `GET tokens/authn`; V2
    /// `profiles/sso`. Throws when the service refuses.
    func completePartnerSignIn(
        _ request: PartnerSignInRequest, samlResponse: Secret, call: ServiceCall
    ) async throws(ServiceError) -> ServiceAuthentication

    /// User metadata of the authentication the service holds for this device and requestor.
    func userMetadata(
        requestor: String, mvpd: String, call: ServiceCall
    ) async throws(ServiceError) -> UserMetadata

    /// Starts the MVPD's own login: V1 a registration code and its authenticate address; V2 a session. A temporary pass
    /// (`isTempPass`) signs in at once.
    func startLogin(_ request: LoginRequest, call: ServiceCall) async throws(ServiceError) -> LoginStart

    /// The authentication a person got on this session: V1 `GET tokens/authn`, V2 `profiles/code`; nil = none (yet).
    ///
    /// A session that has led to a token is closed at the service as well as possible; that never fails the call.
    func completedLogin(
        _ session: LoginSession, call: ServiceCall
    ) async throws(ServiceError) -> ServiceAuthentication?

    /// Whether the signed-in person may watch a resource: V1 `GET authorize`; V2 `decisions/authorize`.
    ///
    /// A denial is an answer; only when the service cannot say yes or no it throws.
    func authorize(
        _ request: AuthorizationRequest, call: ServiceCall
    ) async throws(ServiceError) -> AuthorizationAnswer

    /// A new media token for a resource that is authorized: V1 `GET tokens/media`; V2 `decisions/authorize` again.
    func mediaToken(
        _ request: AuthorizationRequest, call: ServiceCall
    ) async throws(ServiceError) -> MediaTokenAnswer

    /// Which of the resources the person may watch: V1 `GET preauthorize`; V2 `decisions/preauthorize`.
    ///
    /// One decision for each resource, in the order asked, repeated ones included; a resource the service says nothing
    /// about is not authorized. The service takes few at a time: more are asked one lot after the other.
    func preauthorize(
        _ request: PreauthorizationRequest, call: ServiceCall
    ) async throws(ServiceError) -> [PreauthorizationDecision]

    /// Ends the sign-in at the service: V1 `DELETE logout`; V2 `logout/{mvpd}`.
    ///
    /// Gives the address of the MVPD's logout page for a browser, nil when there is none to open.
    func logout(_ request: LogoutRequest, call: ServiceCall) async throws(ServiceError) -> String?

    /// The address of the MVPD's logout page when the service could not be asked; nil when only the service knows it.
    func logoutURL(_ request: LogoutRequest) -> String?
}
