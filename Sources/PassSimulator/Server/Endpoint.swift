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
    /// `GET /api/v1/authorize`
    case authorize
    /// `GET /api/v1/tokens/authz`
    case authorization
    /// `GET /api/v1/tokens/media`, `GET /api/v1/mediatoken`
    case mediaToken
    /// `GET` and `POST /api/v1/preauthorize`
    case preauthorize
    /// `GET /api/v1/tokens/usermetadata`
    case userMetadata
    /// `DELETE /api/v1/logout`
    case logout
    /// `POST /reggie/v1/{requestor}/regcode`
    case registrationCode
    /// `GET /reggie/v1/{requestor}/regcode/{code}`
    case registrationRecord
    /// `DELETE /reggie/v1/{requestor}/regcode/{code}`
    case registrationRemoval
    /// `POST /api/v1/authenticate/freepreview`
    case temporaryPass
    /// `DELETE /reset-tempass/v3/reset`
    case temporaryPassReset
    /// `DELETE /reset-tempass/v3/reset/generic`
    case temporaryPassGenericReset
    /// `GET /api/v1/checkauthn/{code}`, in a browser
    case codeCheck
    /// `GET /api/v1/authenticate/{code}`
    case codeAuthentication
    /// `GET /api/v1/preauthorize/{code}`, in a browser
    case codePreauthorize
    /// `GET /api/v1/authenticate`, in a browser
    case authenticate
    /// `GET /mvpd/login`, in a browser
    case loginPage
    /// `POST /mvpd/login`, in a browser
    case loginForm
    /// `GET /adobe-services/logout`, in a browser
    case logoutPage
    /// `GET /activate`, in a browser
    case activationPage
    /// `POST /activate`, in a browser
    case activationForm
    /// `GET /activate/done`, in a browser
    case activationOutcome
    /// `GET /api/v2/{sp}/configuration`
    case v2Configuration
    /// `POST /api/v2/{sp}/sessions`
    case v2Session
    /// `POST /api/v2/{sp}/sessions/{code}`
    case v2SessionResumption
    /// `GET /api/v2/{sp}/sessions/{code}`
    case v2SessionLookup
    /// `GET /api/v2/authenticate/{sp}/{code}`, in a browser
    case v2Authenticate
    /// `GET /api/v2/{sp}/profiles`
    case v2Profiles
    /// `GET /api/v2/{sp}/profiles/{mvpd}`
    case v2Profile
    /// `GET /api/v2/{sp}/profiles/code/{code}`
    case v2ProfileOfCode
    /// `POST /api/v2/{sp}/sessions/sso/{partner}`
    case v2PartnerSession
    /// `POST /api/v2/{sp}/profiles/sso/{partner}`
    case v2PartnerProfile
    /// `POST /api/v2/{sp}/decisions/authorize/{mvpd}`
    case v2Authorization
    /// `POST /api/v2/{sp}/decisions/preauthorize/{mvpd}`
    case v2Preauthorization
    /// `GET /api/v2/{sp}/logout/{mvpd}`
    case v2Logout
    /// `GET /idp/providers`
    case identityProviders
    /// `GET /idp/signin`, in a browser
    case identitySignInPage
    /// `POST /idp/signin`, in a browser
    case identitySignInForm
    /// `POST /idp/token`
    case identityToken
    /// `POST /idp/attributes`
    case identityAttributes
    /// `POST /idp/signout`
    case identitySignOut
    /// Anything else.
    case other
}
