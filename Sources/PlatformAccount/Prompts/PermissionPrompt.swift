/// What a person is asked when an application wants to see the TV provider account.
public struct PermissionQuestion: Sendable, Hashable {
    /// The application's id.
    public var applicationIdentifier: String
    /// Its name, for a person.
    public var applicationName: String
    /// The provider signed in on this device, for a person; nil = nobody is signed in.
    public var providerName: String?

    /// Makes a question.
    public init(applicationIdentifier: String, applicationName: String, providerName: String? = nil) {
        self.applicationIdentifier = applicationIdentifier
        self.applicationName = applicationName
        self.providerName = providerName
    }
}

/// Asks the person whether an application may see the TV provider account.
///
/// It stands where Apple's system shows its own alert.
public protocol PermissionPrompt: Sendable {
    /// Asks, and takes the time the person needs; ends soon when the task is cancelled.
    ///
    /// - Returns: true = allowed, false = refused, nil = dismissed, or nobody could be asked: not determined.
    func ask(_ question: PermissionQuestion) async -> Bool?
}

/// A host's own way to ask.
public struct HostPermissionPrompt: PermissionPrompt {
    private let body: @Sendable (PermissionQuestion) async -> Bool?

    /// Asks by `body`.
    public init(_ body: @escaping @Sendable (PermissionQuestion) async -> Bool?) {
        self.body = body
    }

    /// See `PermissionPrompt`.
    public func ask(_ question: PermissionQuestion) async -> Bool? { await body(question) }
}
