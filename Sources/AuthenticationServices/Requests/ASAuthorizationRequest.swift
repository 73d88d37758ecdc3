public import Foundation

/// A request to a provider for a credential. Made by the provider alone.
///
/// Its values count as they are when the controller performs it (choice). Not for two threads at once.
///
/// Source: "Authentication Services", ASAuthorizationRequest.
open class ASAuthorizationRequest: NSObject {
    /// Who answers it.
    public let provider: any ASAuthorizationProvider

    init(provider: any ASAuthorizationProvider) {
        self.provider = provider
    }
}
