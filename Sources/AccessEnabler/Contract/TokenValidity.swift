import Base
package import EntitlementStore

/// Why a stored token does not count, by token, configuration and time alone (S3).
package enum TokenFault: Sendable, Hashable, CaseIterable {
    /// S3.Z2a/b
    case expired
    /// S3.Z3a/b
    case notIntegrated
    /// S3.Z4
    case singleSignOnDisabled
}

/// What is wrong with a stored token, if anything. `now` is the service's time.
///
/// Degradation changes nothing, and a regular token does not care for single sign-on (S3.O1, Z4r).
package func fault(
    of token: AuthenticationToken, in configuration: MergedConfiguration, now: Timestamp
) -> TokenFault? {
    if token.expires <= now { return .expired }
    guard let bound = configuration.mvpd(id: token.mvpd) else { return .notIntegrated }
    if token.kind == .partner && !bound.isSSOEnabled { return .singleSignOnDisabled }
    return nil
}

/// Whether a partner token came from the account of that provider.
package func isSameProvider(_ token: AuthenticationToken, _ providerIdentifier: String) -> Bool {
    token.platformProviderID?.isSameID(as: providerIdentifier) ?? false
}
