package import AdobePass
import Base
package import EntitlementStore

/// getMetadata, decided (M1 to M3).
package enum Metadata {
    /// An answer, or what is missing for it.
    package enum Step: Sendable, Hashable {
        case answer(JSONValue?, isEncrypted: Bool)
        /// The service's user metadata of this token is to be read first.
        case read(AuthenticationToken)
    }

    /// The name under which a partner sign-in shows.
    package static let tokenSourceKey = "tokenSource"
    private static let partnerTokenSource = "Apple"

    /// Decides for a key that needs an authentication.
    ///
    /// `token` is the one for which step 3 would say 1, nil = not authenticated; `userMetadata` is what is kept with
    /// it, nil = never read; `authorization` is the one kept for the resource asked about, if it is not over.
    package static func decide(
        _ key: MetadataKey, token: AuthenticationToken?, userMetadata: UserMetadata?,
        authorization: AuthorizationToken? = nil
    ) -> Step {
        guard let token else { return .answer(nil, isEncrypted: false) }  // M3
        switch key {
        case .authenticationExpiry:  // M2
            return .answer(.string(String(token.expires.milliseconds)), isEncrypted: false)
        case .authorizationExpiry:  // M2
            return .answer(
                authorization.map { .string(String($0.expires.milliseconds)) }, isEncrypted: false)
        case .userMetadata(tokenSourceKey) where token.kind == .partner:
            return .answer(.string(partnerTokenSource), isEncrypted: false)  // M1
        case .userMetadata(let name):  // M1, M2
            guard let userMetadata else { return .read(token) }
            return .answer(userMetadata.values[name], isEncrypted: userMetadata.encryptedKeys.contains(name))
        case .deviceID:
            return .answer(nil, isEncrypted: false)
        }
    }

    /// M3: the device id is told to anybody.
    package static func deviceID(_ deviceID: Secret?) -> Step {
        .answer(deviceID.map { .string($0.exposed) }, isEncrypted: false)
    }
}
