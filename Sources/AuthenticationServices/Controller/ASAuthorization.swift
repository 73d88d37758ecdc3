public import Foundation

/// The outcome of an authorization.
///
/// Source: "Authentication Services", ASAuthorization.
public final class ASAuthorization: NSObject, Sendable {
    /// Who gave the credential.
    public let provider: any ASAuthorizationProvider
    /// The credential; cast it to the concrete type.
    public let credential: any ASAuthorizationCredential

    init(provider: any ASAuthorizationProvider, credential: any ASAuthorizationCredential) {
        self.provider = provider
        self.credential = credential
    }

    /// What an app wants to know of a person. Raw values: the web protocol's, but for the name's (choice).
    public struct Scope: RawRepresentable, Sendable, Hashable {
        /// The scope's name.
        public let rawValue: String

        /// A scope of that name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A scope of that name.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public static let fullName = Scope("full_name")
        /// The address.
        public static let email = Scope("email")
    }

    /// What a request is for. Raw values: choice.
    public struct OpenIDOperation: RawRepresentable, Sendable, Hashable {
        /// The operation's name.
        public let rawValue: String

        /// An operation of that name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// An operation of that name.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// Whatever fits.
        public static let operationImplicit = OpenIDOperation("implicit")
        /// A sign-in.
        public static let operationLogin = OpenIDOperation("login")
        /// A fresh look at a sign-in that exists.
        public static let operationRefresh = OpenIDOperation("refresh")
        /// The end of a sign-in.
        public static let operationLogout = OpenIDOperation("logout")
    }
}
