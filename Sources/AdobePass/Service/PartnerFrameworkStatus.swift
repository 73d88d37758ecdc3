public import Base

/// What the platform's account framework answered last about the application and the person's TV provider.
///
/// REST API V2 decides on it whether a platform sign-in counts; V1 has no use for it.
/// Source: "REST API V2", partner framework status.
public struct PartnerFrameworkStatus: Sendable, Hashable {
    /// Whether the application may ask for the person's TV provider.
    public enum Permission: String, Sendable, Hashable, CaseIterable {
        /// The person allowed it.
        case granted
        /// The person refused it.
        case denied
        /// The application may not ask at all.
        case restricted
        /// The person was not asked yet.
        case notDetermined
    }

    /// An error of the framework.
    public struct Failure: Sendable, Hashable {
        /// The framework's code, such as `1`.
        public var code: String
        /// The framework's text, if it has one.
        public var message: String?

        /// Makes an error.
        public init(code: String, message: String? = nil) {
            self.code = code
            self.message = message
        }
    }

    /// The permission.
    public var permission: Permission
    /// What went wrong when it was asked for.
    public var permissionFailure: Failure?
    /// The provider's id on the platform (an MVPD's `platformMappingId`); nil when nobody is signed in.
    public var providerIdentifier: String?
    /// The end of the account's sign-in, ms since 1970; nil when the platform names none.
    public var accountExpires: Timestamp?
    /// What went wrong when the account was asked for.
    public var providerFailure: Failure?

    /// Makes a status.
    public init(
        permission: Permission, providerIdentifier: String? = nil, accountExpires: Timestamp? = nil,
        permissionFailure: Failure? = nil, providerFailure: Failure? = nil
    ) {
        self.permission = permission
        self.permissionFailure = permissionFailure
        self.providerIdentifier = providerIdentifier
        self.accountExpires = accountExpires
        self.providerFailure = providerFailure
    }
}
