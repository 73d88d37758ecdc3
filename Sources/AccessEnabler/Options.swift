/// The values of `setOptions`.
///
/// Source: "iOS/tvOS SDK API Reference", setOptions.
public struct Options: Sendable, Hashable {
    /// `applicationProfile`: goes with every later request.
    public var applicationProfile: String?
    /// `visitorID`: goes with every later request.
    public var visitorID: String?
    /// `handleSVC`: the host shows login pages in a Safari view controller (S4.P).
    public var handleSVC: Bool
    /// `device_info`: laid over the SDK's own device information.
    public var deviceInfo: [String: String]

    /// Makes options.
    public init(
        applicationProfile: String? = nil, visitorID: String? = nil, handleSVC: Bool = false,
        deviceInfo: [String: String] = [:]
    ) {
        self.applicationProfile = applicationProfile
        self.visitorID = visitorID
        self.handleSVC = handleSVC
        self.deviceInfo = deviceInfo
    }
}
