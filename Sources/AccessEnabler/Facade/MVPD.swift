// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

/// An MVPD as the callbacks of the original SDK tell it.
///
/// Source: "iOS/tvOS SDK API Reference", MVPD.h.
open class MVPD: Hashable {
    /// The MVPD's id, for `setSelectedProvider`. `ID` in Objective-C.
    public var id: String!
    /// The name a person reads.
    public var displayName: String!
    /// The logo's address; nil for none.
    public var logoURL: String!
    /// Single sign-on by the platform is on.
    public var enablePlatformServices = false
    /// nil, `PICKER` (in the platform's picker only) or `SUPPORTED` (its single sign-on).
    public var boardingStatus: String!

    /// Makes an MVPD without any values.
    public init() {}

    init(_ mvpd: ConfiguredMVPD) {
        id = mvpd.id
        displayName = mvpd.displayName
        logoURL = mvpd.logoURL
        enablePlatformServices = mvpd.enablePlatformServices
        boardingStatus = mvpd.boardingStatus?.rawValue
    }

    /// The same object, as in Objective-C.
    public static func == (left: MVPD, right: MVPD) -> Bool { left === right }

    /// By identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
