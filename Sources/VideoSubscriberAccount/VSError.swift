public import Foundation
import PlatformAccount

/// Why there is no permission or account.
///
/// `error as NSError` and `error as NSError?` give domain, code and `userInfo`; `error as? VSError` gives it typed. On
/// Linux `as? NSError` finds no NSError in a Swift error: write `as NSError?` instead.
///
/// Source: "Video Subscriber Account", VSError.
public struct VSError: Error, CustomNSError, Hashable {
    /// The codes.
    public enum Code: Int, Sendable, Hashable, CaseIterable {
        /// Permission is missing.
        case accessNotGranted = 0
        /// The provider is not supported; also "Other TV provider".
        case unsupportedProvider = 1
        /// The person closed the request.
        case userCancelled = 2
        /// Time-out, or host unreachable.
        case serviceTemporarilyUnavailable = 3
        /// The tier lacks it, or a login is needed and interruption is not allowed.
        case providerRejected = 4
        /// The provider refused the verification token.
        case invalidVerificationToken = 5
        /// For apps of TV providers.
        case rejected = 6
        /// Not offered in this region.
        case unsupported = 7
    }

    /// The domain of all its errors.
    public static var errorDomain: String { PlatformAccountError.frameworkDomain }

    /// Which error.
    public let code: Code
    /// The provider the person picked, with `unsupportedProvider`, if told.
    public let unsupportedProviderIdentifier: String?
    private let text: String

    /// Makes an error.
    public init(_ code: Code, unsupportedProviderIdentifier: String? = nil) {
        self.init(code, unsupportedProviderIdentifier: unsupportedProviderIdentifier, text: "")
    }

    init(_ code: Code, unsupportedProviderIdentifier: String?, text: String) {
        self.code = code
        self.unsupportedProviderIdentifier = unsupportedProviderIdentifier
        self.text = text
    }

    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// What `userInfo` holds.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [:]
        if !text.isEmpty { info[NSLocalizedDescriptionKey] = text }
        if let unsupportedProviderIdentifier {
            info[VSErrorInfoKeyUnsupportedProviderIdentifier] = unsupportedProviderIdentifier
        }
        return info
    }

    /// The code `accessNotGranted`.
    public static var accessNotGranted: Code { .accessNotGranted }
    /// The code `unsupportedProvider`.
    public static var unsupportedProvider: Code { .unsupportedProvider }
    /// The code `userCancelled`.
    public static var userCancelled: Code { .userCancelled }
    /// The code `serviceTemporarilyUnavailable`.
    public static var serviceTemporarilyUnavailable: Code { .serviceTemporarilyUnavailable }
    /// The code `providerRejected`.
    public static var providerRejected: Code { .providerRejected }
    /// The code `invalidVerificationToken`.
    public static var invalidVerificationToken: Code { .invalidVerificationToken }
    /// The code `rejected`.
    public static var rejected: Code { .rejected }
    /// The code `unsupported`.
    public static var unsupported: Code { .unsupported }
}

extension VSError.Code {
    /// Matches an error in a `catch` clause by its code.
    public static func ~= (code: VSError.Code, error: any Error) -> Bool {
        (error as? VSError)?.code == code
    }
}

/// The platform's error in the framework's shape; one of another domain, or with an unknown number, as it is.
func bridged(_ error: PlatformAccountError) -> any Error {
    if error.domain == VSError.errorDomain, let code = VSError.Code(rawValue: error.code.rawValue) {
        return VSError(
            code, unsupportedProviderIdentifier: error.unsupportedProviderIdentifier, text: error.message)
    }
    return NSError(
        domain: error.domain, code: error.code.rawValue, userInfo: [NSLocalizedDescriptionKey: error.message])
}
