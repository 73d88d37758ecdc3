import PlatformAccount

/// The app's permission to read the account.
///
/// Source: "Video Subscriber Account", VSAccountAccessStatus.
public enum VSAccountAccessStatus: Int, Sendable, Hashable, CaseIterable {
    /// The person has not chosen.
    case notDetermined = 0
    /// A policy of the device forbids it.
    case restricted = 1
    /// The person refused.
    case denied = 2
    /// The person agreed.
    case granted = 3

    init(_ permission: AccessPermission) {
        switch permission {
        case .notDetermined: self = .notDetermined
        case .restricted: self = .restricted
        case .denied: self = .denied
        case .granted: self = .granted
        }
    }
}

/// Options of `checkAccessStatus`.
///
/// Source: "Video Subscriber Account", VSCheckAccessOption.
public struct VSCheckAccessOption: RawRepresentable, Hashable, Sendable {
    /// The option's name.
    public let rawValue: String
    /// An option by name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A Bool: the person may be asked. Its raw text is a choice.
    public static let prompt = VSCheckAccessOption(rawValue: "VSCheckAccessOptionPrompt")
}
