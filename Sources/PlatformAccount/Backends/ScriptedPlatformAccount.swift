public import Base

/// A platform account that does what a script says, so that every situation of the contract can be produced.
///
/// The script may change at any time; each call acts on the script as it stands when the call begins.
public final class ScriptedPlatformAccount: PlatformAccountBackend {
    /// When a query answers.
    public enum Pace: Sendable, Hashable {
        /// At once.
        case immediate
        /// After a wait on the injected clock (`WaitReason.poll`).
        case after(Duration)
        /// Not before the asker gives up.
        case never
        /// When `release()` is called; for tests that need to act in mid-flow.
        case held
    }

    /// The account signed in at device system level.
    public struct Account: Sendable, Hashable {
        /// The provider's id on the platform; nil = an account whose provider is not told.
        public var providerIdentifier: String?
        /// Until when the sign-in holds.
        public var expirationDate: Timestamp?

        /// Makes an account.
        public init(providerIdentifier: String?, expirationDate: Timestamp? = nil) {
            self.providerIdentifier = providerIdentifier
            self.expirationDate = expirationDate
        }
    }

    /// Where SAML responses come from.
    public enum SAMLSource: Sendable {
        /// The provider's identity endpoint: provider id, verification token, attribute names.
        case endpoint(@Sendable (String, String?, [String]) async -> Secret?)
        /// Always this text, or none.
        case text(Secret?)
    }

    /// What the platform does.
    public struct Script: Sendable {
        /// The app's permission.
        public var permission: AccessPermission
        /// What the person answers to the permission prompt; nil = dismisses it.
        public var promptAnswer: AccessPermission?
        /// The permission query fails with this.
        public var permissionError: PlatformAccountError?
        /// When the permission query answers.
        public var permissionPace: Pace
        /// The account; nil = nobody is signed in.
        public var account: Account?
        /// The silent account query (no attributes) fails with this.
        public var accountError: PlatformAccountError?
        /// When the account query answers.
        public var accountPace: Pace
        /// The query with attributes fails with this.
        public var samlError: PlatformAccountError?
        /// When the query with attributes answers.
        public var samlPace: Pace
        /// Where SAML responses come from.
        public var saml: SAMLSource
        /// Set as `permission` once the account query has been answered: permission withdrawn in mid-flow.
        public var permissionAfterAccountQuery: AccessPermission?
        /// What the picker shows.
        public var pickerProviders: [PickerProvider]
        /// What the person does with the picker; nil = the dialog waits to be answered.
        public var pickerChoice: PickerChoice?
        /// The account signed in by choosing a provider in the picker, by provider id.
        public var accountsByChoice: [String: Account]

        /// Permission granted, nobody signed in, no SAML source.
        public init() {
            permission = .granted
            permissionPace = .immediate
            accountPace = .immediate
            samlPace = .immediate
            saml = .text(nil)
            pickerProviders = []
            accountsByChoice = [:]
        }
    }

    /// What was asked of the platform.
    public enum Question: Sendable, Hashable {
        /// The permission, with or without a prompt.
        case permission(prompting: Bool)
        /// The account.
        case account(AccountRequest)
    }

    /// A platform that follows `script`.
    public init(_ script: Script = Script(), clock: any DeviceClock = SystemClock()) {}

    /// Everything asked so far, in order.
    public var questions: [Question] { [] }

    /// How often the person was prompted for permission.
    public var promptCount: Int { 0 }

    /// Changes the script from the next call on.
    public func change(_ body: (inout Script) -> Void) {}

    /// Lets every `held` query answer, now and later ones held meanwhile.
    public func release() {}

    /// See `PlatformAccountBackend`.
    public func permission(prompting: Bool) async throws(PlatformAccountError) -> AccessPermission { .notDetermined }

    /// See `PlatformAccountBackend`.
    public func account(
        _ request: AccountRequest, presenter: (any TVProviderPresenter)?
    ) async throws(PlatformAccountError) -> AccountMetadata {
        AccountMetadata()
    }
}
