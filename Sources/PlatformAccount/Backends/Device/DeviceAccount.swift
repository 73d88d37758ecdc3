public import Base

/// The account signed in at device system level, as the device keeps it.
public struct DeviceAccount: Sendable, Hashable {
    /// The provider's id on the platform.
    public var providerIdentifier: String
    /// The provider's name, for a person.
    public var displayName: String
    /// Until when the sign-in holds, ms since 1970; nil = no end known.
    public var expires: Timestamp?
    /// What the provider's identity endpoint knows the sign-in by.
    public var session: Secret
    /// The base URL of the provider's identity endpoint.
    public var identityURL: String
    /// When the person signed in, ms since 1970.
    public var signedIn: Timestamp

    /// Makes an account.
    public init(
        providerIdentifier: String, displayName: String, expires: Timestamp?, session: Secret, identityURL: String,
        signedIn: Timestamp
    ) {
        self.providerIdentifier = providerIdentifier
        self.displayName = displayName
        self.expires = expires
        self.session = session
        self.identityURL = identityURL
        self.signedIn = signedIn
    }
}

/// An application that asked for the account, or that the person decided about beforehand.
public struct DeviceApplication: Sendable, Hashable {
    /// The application's id.
    public var identifier: String
    /// Its name for a person; the id where it gave none.
    public var name: String
    /// The person's answer.
    public var permission: AccessPermission
    /// When it asked first, ms since 1970; nil = not yet.
    public var firstAsked: Timestamp?

    /// Makes an application.
    public init(identifier: String, name: String, permission: AccessPermission, firstAsked: Timestamp?) {
        self.identifier = identifier
        self.name = name
        self.permission = permission
        self.firstAsked = firstAsked
    }
}

/// What is wrong with the device account database. An empty one is no error.
public struct DeviceAccountError: Error, Sendable, Hashable {
    /// The kinds.
    public enum Code: Sendable, Hashable {
        /// Busy for longer than the wait, no permission, I/O error: nothing is wrong with the content as far as known.
        case unreadable
        /// The file system is full or read-only, or the directory cannot be made: nothing can be changed.
        case unwritable
        /// The content is damaged, and could not be set aside.
        case corrupt
        /// Written by a newer version.
        case newerVersion
    }

    /// Which kind.
    public var code: Code
    /// A sentence for a person or a log, with the file's path: no value of the database in it.
    public var message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// What the file at this path had.
    init(_ error: SQLiteError, at path: String) {
        let file = "the account database \(path)"
        switch error.kind {
        case .busy: self.init(.unreadable, "\(file) is in use by others for too long")
        case .cannotOpen: self.init(.unreadable, "\(file) cannot be opened: \(error.message)")
        case .full: self.init(.unwritable, "there is no room to keep \(file): \(error.message)")
        case .readOnly: self.init(.unwritable, "\(file) cannot be written: \(error.message)")
        case .damaged: self.init(.corrupt, "\(file) is damaged: \(error.message)")
        case .newerVersion: self.init(.newerVersion, "\(file) was written by a newer version")
        case .inputOutput, .missing, .replaced, .exhausted, .other:
            self.init(.unreadable, "\(file) cannot be read: \(error.message)")
        }
    }
}
