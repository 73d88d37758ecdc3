/// The endpoints a fault can be set at.
public enum Endpoint: String, Sendable, Hashable, CaseIterable {
    /// `POST /o/client/register`
    case register
    /// `POST /o/client/token`
    case token
    /// `GET /api/v1/config/{requestor}`
    case configuration
    /// `GET /api/v1/{requestor}/profile-requests/{mvpd}`
    case profileRequest
    /// `POST /api/v1/tokens/authn`
    case exchange
    /// `GET /api/v1/tokens/authn`
    case authentication
    /// `GET /api/v1/checkauthn`
    case checkAuthentication
    /// `GET /api/v1/tokens/usermetadata`
    case userMetadata
    /// `DELETE /api/v1/logout`
    case logout
    /// Anything else.
    case other
}
