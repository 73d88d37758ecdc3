// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The name of the domain is the framework's.

public import Foundation

/// The domain of `ASAuthorizationError`. Apple's headers name the constant, not its text, which is a choice.
public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

/// Why an authorization gave no credential.
///
/// `error as NSError` gives domain, code and `userInfo`; `error as? ASAuthorizationError` gives it typed.
///
/// Source: "Authentication Services", ASAuthorizationError.
public struct ASAuthorizationError: Error, CustomNSError, Hashable, Sendable {
    /// The codes.
    public enum Code: Int, Sendable, Hashable, CaseIterable {
        /// No reason that has a code of its own: nothing is configured, the key cannot be read, the keychain failed.
        case unknown = 1000
        /// The person, or the app, gave up; nobody signed in in time; no account that is immediately available.
        case canceled = 1001
        /// An answer that cannot be read, or does not fit what was asked: a token refused, another person.
        case invalidResponse = 1002
        /// Nobody takes the request: the page could not be shown, no saved password, another sign-in is under way.
        case notHandled = 1003
        /// Apple refused, or could not be reached.
        case failed = 1004
        /// The person is needed, and there is no way to ask.
        case notInteractive = 1005
        /// Of passkeys; never given here.
        case matchedExcludedCredential = 1006
        /// Of passkeys; never given here.
        case credentialImport = 1007
        /// Of passkeys; never given here.
        case credentialExport = 1008
        /// Of passkeys; never given here.
        case preferSignInWithApple = 1009
        /// Of passkeys; never given here.
        case deviceNotConfiguredForPasskeyCreation = 1010
    }

    /// The domain of all its errors.
    public static var errorDomain: String { ASAuthorizationErrorDomain }

    /// Which error.
    public let code: Code
    /// What went wrong, for an engineer; holds no secret.
    let reason: String

    /// Makes an error.
    public init(_ code: Code) { self.init(code, "") }

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// Holds `NSLocalizedDescriptionKey` when more is known than the code.
    public var errorUserInfo: [String: Any] { reason.isEmpty ? [:] : [NSLocalizedDescriptionKey: reason] }

    /// The code `unknown`.
    public static var unknown: Code { .unknown }
    /// The code `canceled`.
    public static var canceled: Code { .canceled }
    /// The code `invalidResponse`.
    public static var invalidResponse: Code { .invalidResponse }
    /// The code `notHandled`.
    public static var notHandled: Code { .notHandled }
    /// The code `failed`.
    public static var failed: Code { .failed }
    /// The code `notInteractive`.
    public static var notInteractive: Code { .notInteractive }
    /// The code `matchedExcludedCredential`.
    public static var matchedExcludedCredential: Code { .matchedExcludedCredential }
    /// The code `credentialImport`.
    public static var credentialImport: Code { .credentialImport }
    /// The code `credentialExport`.
    public static var credentialExport: Code { .credentialExport }
    /// The code `preferSignInWithApple`.
    public static var preferSignInWithApple: Code { .preferSignInWithApple }
    /// The code `deviceNotConfiguredForPasskeyCreation`.
    public static var deviceNotConfiguredForPasskeyCreation: Code { .deviceNotConfiguredForPasskeyCreation }
}

extension ASAuthorizationError.Code {
    /// Matches an error in a `catch` clause by its code.
    public static func ~= (code: ASAuthorizationError.Code, error: any Error) -> Bool {
        (error as? ASAuthorizationError)?.code == code
    }
}
