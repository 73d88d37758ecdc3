import PlatformAccount

/// Everything outside the implementation, as far as sessions change it: dashboard, platform, faults, time.
///
/// Instants count from the session's beginning.
struct ModelWorld: Sendable {
    let service: ServiceVersion
    /// The service's time.
    var time = Duration.zero
    /// The device's clock shows so much more than the service's.
    var deviceAhead = Duration.zero

    /// The MVPDs on the dashboard, the same for both requestors.
    var mvpds = ModelMVPD.beginning
    /// Resources no MVPD permits.
    var denied: Set<String> = []
    var configurationFault: ConfigurationFault?
    var faults: Set<ServiceFault> = []
    var memory = ServiceMemory()

    var permission = AccessPermission.granted
    /// What the person answers to the prompt; nil = dismisses it.
    var promptAnswer: AccessPermission?
    /// A prompt stays on the screen until somebody answers it.
    var promptWaits = false
    var permissionTrouble: PlatformTrouble?
    var account: ModelAccount?
    var accountTrouble: PlatformTrouble?
    var samlTrouble: PlatformTrouble?
    var saml = SAMLAnswer.signed
    /// What the person does with the picker; nil = it waits to be answered.
    var pickerChoice: PickerChoice?

    init(_ service: ServiceVersion) {
        self.service = service
    }

    func mvpd(_ id: String) -> ModelMVPD? { mvpds.first { $0.id == id } }

    /// The device's clock.
    var deviceTime: Duration { time + deviceAhead }
}

/// An MVPD on the dashboard, or in a configuration.
struct ModelMVPD: Sendable, Hashable {
    let id: String
    /// `platformMappingId`
    let platformID: String?
    var isIntegrated = true
    /// `enablePlatformServices`
    var enablesSSO: Bool
    var boarding: Boarding
    /// The rule AuthNAll; not in the configuration.
    var isDegraded = false
    /// The rule AuthZAll; not in the configuration.
    var permitsEverything = false
    /// The rule AuthZNone; not in the configuration.
    var deniesEverything = false
    /// The page needs a Safari view controller.
    var wantsSVC = false
    /// A temporary pass.
    var isPass = false

    enum Boarding: String, Sendable, Hashable, CaseIterable {
        case supported = "SUPPORTED"
        case picker = "PICKER"
        case tomorrow = "BETA"
        case none = ""
    }

    /// Words: SSO enabled.
    var isSSOEnabled: Bool { enablesSSO && boarding == .supported }
    /// Words: picker only, whatever the other.
    var isPickerOnly: Bool { boarding == .picker }
    /// S4.F: an entry of the platform's picker. A boarding status nobody knows yet is no support (not in the contract).
    var isInPicker: Bool { (boarding == .supported || boarding == .picker) && platformID != nil }

    /// `Programme.dashboard` and a temporary pass, in their order.
    static let beginning = [
        ModelMVPD(
            id: Programme.north, platformID: Programme.northOnPlatform, enablesSSO: true, boarding: .supported),
        ModelMVPD(id: Programme.south, platformID: Programme.southOnPlatform, enablesSSO: true, boarding: .picker),
        ModelMVPD(id: Programme.east, platformID: nil, enablesSSO: false, boarding: .none),
        ModelMVPD(id: Programme.west, platformID: Programme.westOnPlatform, enablesSSO: true, boarding: .supported),
        ModelMVPD(id: Programme.trial, platformID: nil, enablesSSO: false, boarding: .none, isPass: true),
    ]
}

/// The account signed in at device system level.
struct ModelAccount: Sendable, Hashable {
    var provider: String?
    /// On the device's clock; nil = no end known.
    var end: Duration?
}

/// An error of the platform.
enum PlatformTrouble: String, Sendable, Hashable, CaseIterable {
    /// Service temporarily unavailable: a communication error.
    case later
    /// Access not granted, although it is.
    case refused
    /// User cancelled.
    case cancelled
    /// Unsupported provider, without a provider id.
    case unsupported
    /// Provider rejected.
    case rejected
    /// An error of another domain.
    case odd

    var error: PlatformAccountError {
        switch self {
        case .later: PlatformAccountError(.serviceTemporarilyUnavailable, message: "later")
        case .refused: PlatformAccountError(.accessNotGranted, message: "no")
        case .cancelled: PlatformAccountError(.userCancelled, message: "closed")
        case .unsupported: PlatformAccountError(.unsupportedProvider, message: "other")
        case .rejected: PlatformAccountError(.providerRejected, message: "lapsed")
        case .odd: PlatformAccountError(.init(rawValue: 42), domain: "NSPOSIXErrorDomain", message: "odd")
        }
    }

    /// APPL_ERROR with the original error: domain, code, text.
    var details: ExpectedCallback { .platformFailure(domain: error.domain, error.code.rawValue, error.message) }
}

/// The SAML response of the platform's account.
enum SAMLAnswer: String, Sendable, Hashable, CaseIterable {
    /// The provider's own, for the service.
    case signed
    case missing
    case blank
    /// A response the service never asked for.
    case foreign
}

/// A configuration that fails.
enum ConfigurationFault: String, Sendable, Hashable, CaseIterable {
    case forbidden, unknown, page, teapot, serverError, reset

    /// S2.C1
    var code: String {
        switch self {
        case .forbidden: "SEC403"
        case .unknown: "CFG400"
        case .page, .teapot: "CFG500"
        case .serverError: "CFG503"
        case .reset: "CFG404"
        }
    }

    /// The implementation tries again, and waits in between.
    var isTriedAgain: Bool { self == .serverError || self == .reset }
    /// The answer carries the service's time.
    var tellsTime: Bool { self != .reset }
}

/// A request of the service that fails.
enum ServiceFault: String, Sendable, Hashable, CaseIterable {
    case profileRequest, exchange, registrationCode, authentication, authorize, preauthorize, logout
}
