import Base
package import PlatformAccount

/// What one silent look at the platform tells (contract, "Words").
package enum PlatformReading: Sendable, Hashable {
    /// E1: denied, or restricted.
    case denied
    /// E2: the person has not chosen.
    case undetermined
    /// E3: a communication error.
    case failed(PlatformAccountError)
    /// Nobody is signed in.
    case noAccount
    /// The sign-in is past its expiration date, or the provider rejects it. The provider id is not always told.
    case lapsed(providerIdentifier: String?)
    /// Somebody is signed in.
    case signedIn(PlatformSignIn)
}

/// The account signed in at device system level.
package struct PlatformSignIn: Sendable, Hashable {
    package var providerIdentifier: String
    package var expires: Timestamp?
    package var samlResponse: Secret?

    package init(providerIdentifier: String, expires: Timestamp? = nil, samlResponse: Secret? = nil) {
        self.providerIdentifier = providerIdentifier
        self.expires = expires
        self.samlResponse = samlResponse
    }
}

/// A silent look at the platform, decided: permission first, then the account.
///
/// The error `accessNotGranted` is no answer of its own: permission is read again, once.
package struct PlatformInquiry: Sendable {
    /// What to ask next, or the outcome.
    package enum Step: Sendable, Hashable {
        case askPermission
        case askAccount
        case done(PlatformReading)
    }

    private var wasPermissionRefused = false
    private var accountRefusal: PlatformAccountError?

    package init() {}

    /// Takes the answer to the permission question.
    package mutating func permission(_ answer: Result<AccessPermission, PlatformAccountError>) -> Step {
        switch answer {
        case .success(.denied), .success(.restricted): return .done(.denied)
        case .success(.notDetermined): return .done(.undetermined)
        case .success(.granted):
            // The permission stands, yet the account was refused: the platform contradicts itself.
            if let accountRefusal { return .done(.failed(accountRefusal)) }
            return .askAccount
        case .failure(let error) where error.frameworkCode == .accessNotGranted:
            if wasPermissionRefused { return .done(.denied) }
            wasPermissionRefused = true
            return .askPermission
        case .failure(let error): return .done(.failed(error))
        }
    }

    /// Takes the answer to the account question; `now` is the service's time.
    package mutating func account(_ answer: Result<AccountMetadata, PlatformAccountError>, now: Timestamp) -> Step {
        switch answer {
        case .success(let metadata):
            guard let provider = metadata.providerIdentifier, !provider.isEmpty else { return .done(.noAccount) }
            if let expires = metadata.expirationDate, expires <= now {
                return .done(.lapsed(providerIdentifier: provider))
            }
            return .done(
                .signedIn(
                    PlatformSignIn(
                        providerIdentifier: provider, expires: metadata.expirationDate,
                        samlResponse: metadata.samlResponse)))
        case .failure(let error):
            switch error.frameworkCode {
            case .accessNotGranted:
                accountRefusal = error
                return .askPermission
            case .userCancelled, .unsupportedProvider: return .done(.noAccount)
            case .providerRejected: return .done(.lapsed(providerIdentifier: nil))
            default: return .done(.failed(error))
            }
        }
    }
}
