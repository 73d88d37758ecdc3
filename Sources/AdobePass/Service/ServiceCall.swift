public import Base

/// What every call carries.
public struct ServiceCall: Sendable {
    /// When the call must have ended, retries and pacing included.
    public var deadline: Deadline
    /// The device id (raw; the service's API decides how it is written).
    public var deviceID: Secret
    /// iOS or tvOS behaviour.
    public var platform: PlatformBehaviour
    /// What the host set with `setOptions`.
    public var options: ServiceOptions
    /// What the platform answered last (V2: `AP-Partner-Framework-Status`); nil = not asked, nothing is sent.
    public var partnerFramework: PartnerFrameworkStatus?

    /// Makes a call context.
    public init(
        deadline: Deadline, deviceID: Secret, platform: PlatformBehaviour, options: ServiceOptions = ServiceOptions(),
        partnerFramework: PartnerFrameworkStatus? = nil
    ) {
        self.deadline = deadline
        self.deviceID = deviceID
        self.platform = platform
        self.options = options
        self.partnerFramework = partnerFramework
    }
}

/// Which of the original SDK's two behaviours is kept.
public enum PlatformBehaviour: String, Sendable, Hashable, CaseIterable, Codable {
    /// Login in a web view on this device.
    case iOS
    /// Login on a second screen with a registration code.
    case tvOS
}

/// The values of `setOptions` that go with every later request (I3).
public struct ServiceOptions: Sendable, Hashable {
    /// `applicationProfile`: sent as header `AP-Application-Profile` (choice).
    public var applicationProfile: String?
    /// `visitorID`: sent as header `AP-Visitor-Identifier`, bare.
    public var visitorID: String?
    /// `device_info`: keys and values laid over the SDK's own device information.
    public var deviceInfo: [String: String]

    /// Makes options; nothing set by default.
    public init(applicationProfile: String? = nil, visitorID: String? = nil, deviceInfo: [String: String] = [:]) {
        self.applicationProfile = applicationProfile
        self.visitorID = visitorID
        self.deviceInfo = deviceInfo
    }
}
