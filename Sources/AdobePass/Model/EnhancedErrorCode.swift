/// What an enhanced error asks for.
///
/// Source: "Enhanced Error Codes", action.
public enum EnhancedErrorAction: String, Sendable, Hashable, CaseIterable {
    /// Nothing helps but another request, or another way to offer.
    case none
    /// The integration has to be mended at the service's dashboard.
    case configuration
    /// Register the client anew.
    case applicationRegistration = "application-registration"
    /// Sign in again.
    case authentication
    /// Ask for the authorization again; not used by REST API V2.
    case authorization
    /// Try again, 2 or 3 times with growing pauses.
    case retry
}

/// An error code of REST API V2, with the action and the status it comes with.
///
/// The service's set may grow: a code that is not among these is judged by its action alone.
/// Source: "Enhanced Error Codes", REST API V2.
public enum EnhancedErrorCode: String, Sendable, Hashable, CaseIterable {
    // The request.
    case invalidServiceProvider = "invalid_parameter_service_provider"
    case invalidMVPD = "invalid_parameter_mvpd"
    case invalidCode = "invalid_parameter_code"
    case invalidResources = "invalid_parameter_resources"
    case invalidRedirectURL = "invalid_parameter_redirect_url"
    case invalidPartner = "invalid_parameter_partner"
    case invalidSAMLResponse = "invalid_parameter_saml_response"
    case invalidDeviceInfo = "invalid_header_device_info"
    case invalidDeviceIdentifier = "invalid_header_device_identifier"
    case invalidTemporaryIdentity = "invalid_header_identity_for_temporary_access"
    case invalidIntegration = "invalid_integration"
    case invalidSession = "invalid_authentication_session"

    // The framework status.
    case permissionNotPresent = "invalid_header_pfs_permission_access_not_present"
    case permissionNotDetermined = "invalid_header_pfs_permission_access_not_determined"
    case permissionNotGranted = "invalid_header_pfs_permission_access_not_granted"
    case providerNotDetermined = "invalid_header_pfs_provider_id_not_determined"
    case providerMismatch = "invalid_header_pfs_provider_id_mismatch"
    case providerInfoExpired = "invalid_header_pfs_provider_info_expired"

    // The MVPD's and the service's no.
    case preauthorizationDenied = "preauthorization_denied_by_mvpd"
    case authorizationDenied = "authorization_denied_by_mvpd"
    case parentalControls = "authorization_denied_by_parental_controls"
    case degradationRule = "authorization_denied_by_degradation_rule"
    case tooManyResources = "too_many_resources"

    // The client.
    case tokenOfAnotherServiceProvider = "invalid_access_token_service_provider"
    case tokenOfAnotherClient = "invalid_access_token_client_application"

    // The sign-in.
    case profileMissing = "authenticated_profile_missing"
    case profileExpired = "authenticated_profile_expired"
    case profileInvalidated = "authenticated_profile_invalidated"
    case temporaryDurationExceeded = "temporary_access_duration_limit_exceeded"
    case temporaryResourcesExceeded = "temporary_access_resources_limit_exceeded"
    case homePolicies = "authorization_denied_by_hba_policies"
    case sessionInvalidated = "authorization_denied_by_session_invalidated"
    case identityNotRecognized = "identity_not_recognized_by_mvpd"

    // The way to the MVPD.
    case networkError = "network_received_error"
    case networkTimeout = "network_connection_timeout"
    case timeExceeded = "maximum_execution_time_exceeded"

    // The service.
    case internalServerError = "internal_server_error"
    case metadataCertificate = "invalid_configuration_user_metadata_certificate"
    case temporaryAccess = "invalid_configuration_temporary_access"
    case platform = "invalid_configuration_platform"
    case platformID = "invalid_configuration_platform_id"
    case platformTrait = "invalid_configuration_platform_trait"
    case platformCategoryTrait = "invalid_configuration_platform_category_trait"
    case platformServices = "invalid_configuration_platform_services"
    case mvpdPlatform = "invalid_configuration_mvpd_platform"
    case mvpdBoardingStatus = "invalid_configuration_mvpd_platform_boarding_status"
    case mvpdProfileExchange = "invalid_configuration_mvpd_platform_profile_exchange"
}

extension EnhancedErrorCode {
    /// What it asks for.
    public var action: EnhancedErrorAction {
        switch self {
        case .invalidServiceProvider, .invalidMVPD, .invalidCode, .invalidResources, .invalidRedirectURL,
            .invalidPartner, .invalidSAMLResponse, .invalidDeviceInfo, .invalidDeviceIdentifier,
            .invalidTemporaryIdentity, .invalidIntegration, .invalidSession, .permissionNotPresent,
            .permissionNotDetermined, .permissionNotGranted, .providerNotDetermined, .providerMismatch,
            .providerInfoExpired, .preauthorizationDenied, .authorizationDenied, .parentalControls, .degradationRule,
            .internalServerError:
            .none
        case .tokenOfAnotherServiceProvider, .tokenOfAnotherClient: .applicationRegistration
        case .profileMissing, .profileExpired, .profileInvalidated, .temporaryDurationExceeded,
            .temporaryResourcesExceeded, .homePolicies, .sessionInvalidated, .identityNotRecognized:
            .authentication
        case .networkError, .networkTimeout, .timeExceeded: .retry
        case .tooManyResources, .metadataCertificate, .temporaryAccess, .platform, .platformID, .platformTrait,
            .platformCategoryTrait, .platformServices, .mvpdPlatform, .mvpdBoardingStatus, .mvpdProfileExchange:
            .configuration
        }
    }

    /// The HTTP status it comes with; inside a decision, the status named there.
    public var status: Int {
        switch action {
        case .applicationRegistration: 401
        case .authentication, .authorization, .retry: 403
        case .configuration: self == .tooManyResources ? 403 : 500
        case .none:
            switch self {
            case .internalServerError: 500
            case .preauthorizationDenied, .authorizationDenied, .parentalControls, .degradationRule: 403
            default: 400
            }
        }
    }

    /// What it means to somebody who wants to watch; nil when it says nothing about that, but that the request failed.
    ///
    /// Choices: whatever asks for another sign-in is `.notAuthenticated`, home-based policies among it; so is a
    /// framework status that is not good, since a platform sign-in counts only with a good one.
    public var denial: AuthorizationDenial.Reason? {
        switch self {
        case .authorizationDenied, .preauthorizationDenied: .notAuthorized
        case .parentalControls: .parentalControls
        case .degradationRule: .degradationRule
        case .networkError, .networkTimeout, .timeExceeded: .mvpdUnreachable
        case .invalidResources: .invalidResource
        case .temporaryDurationExceeded, .temporaryResourcesExceeded: .temporaryPassSpent
        case .profileMissing, .profileExpired, .profileInvalidated, .homePolicies, .sessionInvalidated,
            .identityNotRecognized, .permissionNotPresent, .permissionNotDetermined, .permissionNotGranted,
            .providerNotDetermined, .providerMismatch, .providerInfoExpired:
            .notAuthenticated
        default: nil
        }
    }
}

extension ServiceErrorDetail {
    /// The code, if it is one of REST API V2.
    public var enhancedCode: EnhancedErrorCode? { code.flatMap(EnhancedErrorCode.init) }

    /// What the error asks for: as it says itself, else as its code is known to; nil for none of these.
    public var enhancedAction: EnhancedErrorAction? {
        action.flatMap(EnhancedErrorAction.init) ?? enhancedCode?.action
    }
}
