public import Base

extension ScriptedPlatformAccount {
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
        /// Until when the sign-in holds; past = lapsed, nil = no end known.
        public var expirationDate: Timestamp?

        /// Makes an account.
        public init(providerIdentifier: String?, expirationDate: Timestamp? = nil) {
            self.providerIdentifier = providerIdentifier
            self.expirationDate = expirationDate
        }
    }

    /// Where SAML responses come from.
    public enum SAMLSource: Sendable {
        /// The provider's identity endpoint: provider id, verification token, attribute names. Not asked for an
        /// account whose provider is not told.
        case endpoint(@Sendable (String, String?, [String]) async -> Secret?)
        /// Always this text, or none.
        case text(Secret?)
    }

    /// What the platform and the person in front of it do.
    public struct Script: Sendable {
        /// The app's permission.
        public var permission: AccessPermission
        /// What the person answers to the permission prompt; nil = dismisses it.
        public var promptAnswer: AccessPermission?
        /// The permission query fails with this, before any prompt.
        public var permissionError: PlatformAccountError?
        /// When the permission query answers; a prompt is on the screen meanwhile.
        public var permissionPace: Pace
        /// The account; nil = nobody is signed in.
        public var account: Account?
        /// The account query without attributes fails with this, before any picker.
        public var accountError: PlatformAccountError?
        /// When the account query without attributes answers, or opens the picker.
        public var accountPace: Pace
        /// The query with attributes fails with this, once the account is known: in place of the SAML source.
        public var samlError: PlatformAccountError?
        /// When the query with attributes answers, or opens the picker.
        public var samlPace: Pace
        /// Where SAML responses come from.
        public var saml: SAMLSource
        /// Set as `permission`, once, after the next account query: permission withdrawn in mid-flow.
        public var permissionAfterAccountQuery: AccessPermission?
        /// What the picker shows.
        public var pickerProviders: [PickerProvider]
        /// What the person does with the picker; nil = the dialog waits to be answered.
        public var pickerChoice: PickerChoice?
        /// Once a provider has been chosen in the picker, its sign-in fails with this.
        public var pickerError: PlatformAccountError?
        /// The account signed in by choosing a provider in the picker, by provider id.
        ///
        /// A provider without one is not supported by the platform.
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
}
