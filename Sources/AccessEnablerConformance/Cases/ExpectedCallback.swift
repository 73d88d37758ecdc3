public import AccessEnabler

/// A callback as a case expects it: exact, but for values nobody can know before.
public enum ExpectedCallback: Sendable, Hashable {
    /// `setRequestorComplete`
    case complete(Int)
    /// `status` with this code, the contract's level for it, and these details; nothing else in it.
    case status(String, details: Details)
    /// `setAuthenticationStatus`
    case authentication(Int, String)
    /// `setMetadataStatus`, with the arguments of the call.
    case metadata(MetadataKey, ExpectedValue, encrypted: Bool)
    /// `sendTrackingData` for authentication.
    case tracking([String])
    /// `sendTrackingData` for a selected provider.
    case selectionTracking([String])
    /// `status` with this code, the contract's level for it, and this message; nil = any that says something.
    case telling(String, message: String?)
    /// `status` REGCODE with this code, nil = any, and its end, so long after the case began, nil = whenever.
    case registrationCode(String?, life: Duration?)
    /// `displayProviderDialog` with these MVPDs, in order.
    case dialog([String])
    /// `navigateToUrl`, with `useSVC` or not.
    case page(Page, useSVC: Bool)
    /// `presentTVProviderDialog` with these providers in order; nil = whatever they are.
    case present(providers: [String]?, featured: [String]?)
    /// `dismissTVProviderDialog` with the dialog presented last.
    case dismiss
    /// `setToken` with some media token, for this resource to the byte.
    case token(String)
    /// `tokenRequestFailed` for this resource to the byte, with this code and description.
    case refused(String, String, text: String)
    /// `preauthorizedResources` with these, in order.
    case preauthorized([String])
    /// The answer to `preauthorize`: these decisions in order, or none and why the call failed.
    case decisions([Decision], failure: Failure?)
    /// `selectedProvider` with this MVPD's id.
    case selected(String?)
    /// `sendTrackingData` for authorization.
    case authorizationTracking([String])

    /// A decision of `preauthorize`.
    public struct Decision: Sendable, Hashable {
        /// The resource, to the byte.
        public var resource: String
        /// Whether it may be watched.
        public var isAuthorized: Bool
        /// Why not; nil = it must not say.
        public var error: Failure?
    }

    /// An enhanced error, as far as a case can know it.
    public struct Failure: Sendable, Hashable {
        /// The HTTP status; 0 = the implementation's own error.
        public var status: Int
        /// The code.
        public var code: String
        /// What to do about it.
        public var action: String
        /// The MVPD's text.
        public var details: String?

        init(_ status: Int, _ code: String, _ action: String, details: String? = nil) {
            self.status = status
            self.code = code
            self.action = action
            self.details = details
        }
    }

    /// What a host is sent to.
    public enum Page: Sendable, Hashable {
        /// The login of this MVPD, which ends at the standard redirect address or the application's own.
        case login(String, isOwnRedirect: Bool)
        /// The logout of this MVPD.
        case logout(String)
    }

    /// What a status says of the platform's own error.
    public enum Details: Sendable, Hashable {
        /// There must be none.
        case none
        /// There must be some, with the keys `domain`, `code` and `text`.
        case some
        /// Exactly these.
        case exactly([String: String])
    }
}

/// A metadata value as a case expects it.
public enum ExpectedValue: Sendable, Hashable {
    /// None.
    case none
    /// This one.
    case json(JSONValue)
    /// Some text that is not empty; the same wherever this name stands in a case.
    case named(String)
    /// Some text that is not empty, and another than the one of this name.
    case otherThan(String)
    /// This long after the case began, in ms since 1970, as text.
    case instant(Duration)
}

// MARK: - Short forms

extension ExpectedCallback.Decision {
    /// It may be watched.
    static func yes(_ resource: String) -> Self { Self(resource: resource, isAuthorized: true, error: nil) }
    /// It may not.
    static func no(_ resource: String, _ error: ExpectedCallback.Failure? = nil) -> Self {
        Self(resource: resource, isAuthorized: false, error: error)
    }
}

extension ExpectedCallback {
    /// A status without details.
    static func code(_ errorID: String) -> ExpectedCallback { .status(errorID, details: .none) }

    /// APPL_ERROR with the platform's error, word for word.
    static func platformFailure(domain: String = "VSErrorDomain", _ code: Int, _ text: String) -> ExpectedCallback {
        .status("APPL_ERROR", details: .exactly(["domain": domain, "code": String(code), "text": text]))
    }

    /// APPL_ERROR with an error of the SDK's own.
    static let platformSilence = ExpectedCallback.status("APPL_ERROR", details: .some)

    /// Status 1.
    static let signedIn = ExpectedCallback.authentication(1, "")
    /// Status 0 of step 3.
    static let signedOut = ExpectedCallback.authentication(0, "USER_NOT_AUTHENTICATED_ERROR")
    /// Status 0 for want of a configuration or a store.
    static let generic = ExpectedCallback.authentication(0, "GENERIC_AUTHENTICATION_ERROR")

    /// Status 0 because nobody chose a provider.
    static let notSelected = ExpectedCallback.authentication(0, "PROVIDER_NOT_SELECTED_ERROR")
    /// The host's own list with every integrated MVPD.
    static let dialog = ExpectedCallback.dialog(Programme.everyMVPD)
    /// The platform's picker.
    static let present = ExpectedCallback.present(providers: nil, featured: nil)
    /// An MVPD's login, in a plain web view.
    static func login(_ mvpd: String) -> ExpectedCallback {
        .page(.login(mvpd, isOwnRedirect: false), useSVC: false)
    }
    /// An MVPD's logout, in a plain web view.
    static func logoutPage(_ mvpd: String) -> ExpectedCallback { .page(.logout(mvpd), useSVC: false) }
    /// Not authorized, with the MVPD's text or none.
    static func denied(_ resource: String, text: String = "") -> ExpectedCallback {
        .refused(resource, "USER_NOT_AUTHORIZED_ERROR", text: text)
    }
    /// No token, because nobody is authenticated.
    static func unauthenticated(_ resource: String) -> ExpectedCallback {
        .refused(resource, "USER_NOT_AUTHENTICATED_ERROR", text: "")
    }
    /// No token, for want of a configuration or a store.
    static func unanswerable(_ resource: String) -> ExpectedCallback {
        .refused(resource, "GENERIC_AUTHENTICATION_ERROR", text: "")
    }
    /// An answer with a decision on each resource.
    static func decisions(_ decisions: Decision...) -> ExpectedCallback { .decisions(decisions, failure: nil) }
    /// An answer without any decision.
    static func undecided(_ status: Int, _ code: String, _ action: String) -> ExpectedCallback {
        .decisions([], failure: Failure(status, code, action))
    }

    /// The code of the second screen, living as long as the service's usual codes.
    static let secondScreen = ExpectedCallback.registrationCode(nil, life: .seconds(1800))

    /// An unencrypted value.
    static func metadata(_ key: MetadataKey, _ value: ExpectedValue) -> ExpectedCallback {
        .metadata(key, value, encrypted: false)
    }
}

/// The contract's table of advanced status codes: level by code.
enum CodeTable {
    /// The level of a code; nil for a code the contract does not know.
    static func level(of errorID: String) -> AdvancedStatus.Level? {
        if errorID.hasPrefix("CFG5"), errorID.count == 6 { return .error }
        return levels[errorID]
    }

    private static let levels: [String: AdvancedStatus.Level] = {
        var levels: [String: AdvancedStatus.Level] = ["REGCODE": .success]
        for code in ["VSA203", "VSA403", "VSA404", "VSA503", "N003", "N004", "N005", "N000", "N011", "Z011"] {
            levels[code] = .info
        }
        for code in ["N010", "N111", "CFG100", "SEC412", "Z010"] { levels[code] = .warning }
        for code in [
            "APPL_ERROR", "N130", "N500", "CFG400", "CFG404", "CFG429", "R400", "R401", "REG500", "SEC403", "SEC420",
            "Z100", "Z110", "Z120", "Z130", "Z169", "Z500", "P100", "500",
        ] {
            levels[code] = .error
        }
        return levels
    }()
}
