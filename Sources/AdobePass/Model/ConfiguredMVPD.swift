/// An MVPD as a requestor's configuration lists it.
///
/// Source: "REST API V1", configuration; platform SSO fields: "Apple SSO Cookbook (REST API V1)".
public struct ConfiguredMVPD: Sendable, Hashable {
    /// The MVPD's id, byte for byte.
    public var id: String
    /// The name a person reads; the id when the service gave none.
    public var displayName: String
    /// The logo's address, as given.
    public var logoURL: String?
    /// `enablePlatformServices`: single sign-on by the platform is on.
    public var enablePlatformServices: Bool
    /// `boardingStatus`; nil for none and for values unknown to us.
    public var boardingStatus: BoardingStatus?
    /// `displayInPlatformPicker`: the platform's picker shows it.
    public var displayInPlatformPicker: Bool
    /// `platformMappingId`: the provider's id on the platform.
    public var platformMappingID: String?
    /// `requiredMetadataFields`: the SAML attributes the exchange needs.
    public var requiredMetadataFields: [String]
    /// `isTempPass`: a temporary pass, no real MVPD.
    public var isTempPass: Bool
    /// `isProxy`: reached through a proxy MVPD.
    public var isProxy: Bool
    /// `iFrameRequired`: the login page wants a frame.
    public var iFrameRequired: Bool
    /// `iFrameWidth`, in points.
    public var iFrameWidth: Int?
    /// `iFrameHeight`, in points.
    public var iFrameHeight: Int?
    /// `foregroundLogout`: logout must be seen by the person.
    public var foregroundLogout: Bool
    /// `authPerAggregator`: its token holds for one requestor only.
    public var authPerAggregator: Bool
    /// Fields unknown to us, name to text.
    public var otherFields: [String: String]

    /// Makes an MVPD with everything switched off.
    public init(id: String, displayName: String? = nil) {
        self.id = id
        self.displayName = displayName ?? id
        enablePlatformServices = false
        displayInPlatformPicker = false
        requiredMetadataFields = []
        isTempPass = false
        isProxy = false
        iFrameRequired = false
        foregroundLogout = false
        authPerAggregator = false
        otherFields = [:]
    }
}

/// How far an MVPD has come with the platform's single sign-on.
public enum BoardingStatus: String, Sendable, Hashable, CaseIterable {
    /// In the platform's picker only; the login is the MVPD's own.
    case picker = "PICKER"
    /// Fully supported.
    case supported = "SUPPORTED"
}
