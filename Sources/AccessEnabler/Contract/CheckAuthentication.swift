import Base
package import EntitlementStore

/// Step 3, decided: is a valid authentication token stored?
package enum CheckAuthentication {
    /// What the store holds for the requestor.
    package enum Stored: Sendable, Hashable {
        /// The store cannot be read just now; nothing is known.
        case unreadable
        /// No token.
        case nothing
        /// The requestor's latest token.
        case token(AuthenticationToken)
    }

    /// The configuration in force, or the code that explains why there is none.
    package enum Configuration: Sendable, Hashable {
        case missing(AdvancedStatus)
        case inForce(MergedConfiguration)
    }

    /// Everything the answer depends on.
    package struct Facts: Sendable, Hashable {
        package var configuration: Configuration
        package var stored: Stored
        /// Read only when `asksPlatform`.
        package var platform: PlatformReading?
        /// The service's time.
        package var now: Timestamp

        package init(
            configuration: Configuration, stored: Stored, platform: PlatformReading? = nil, now: Timestamp
        ) {
            self.configuration = configuration
            self.stored = stored
            self.platform = platform
            self.now = now
        }

        /// "Platform signed in" = the stored token is a partner token: only then is the platform asked.
        package var asksPlatform: Bool {
            guard case .inForce = configuration, case .token(let token) = stored else { return false }
            return token.kind == .partner
        }
    }

    /// The answer: at most one explaining status, then one verdict.
    package struct Decision: Sendable, Hashable {
        /// The token that answers 1; nil answers 0.
        package var token: AuthenticationToken?
        package var explanation: AdvancedStatus?
        package var errorCode: AuthenticationErrorCode
        /// What is wrong with the stored token by itself, if that is why.
        package var fault: TokenFault?

        package var isAuthenticated: Bool { token != nil }

        /// The callbacks, in order. `tracking` is T1's event, always last.
        package func callbacks(tracking: Callback) -> [Callback] {
            var callbacks: [Callback] = []
            if let explanation { callbacks.append(.status(explanation)) }
            callbacks.append(.setAuthenticationStatus(isAuthenticated ? 1 : 0, errorCode: errorCode.rawValue))
            callbacks.append(tracking)
            return callbacks
        }
    }

    /// Decides. Rows in the contract's order: an E row beats every Z row.
    package static func decide(_ facts: Facts) -> Decision {
        let configuration: MergedConfiguration
        switch facts.configuration {
        case .missing(let code): return no(code, .generic)  // S2.L
        case .inForce(let found): configuration = found
        }
        let token: AuthenticationToken
        switch facts.stored {
        case .unreadable: return no(.storeUnreadable, .generic)  // Always
        case .nothing: return no(.notAuthenticated)  // S3.Z1
        case .token(let found): token = found
        }
        if token.kind == .partner, let refusal = refusal(of: token, by: facts.platform) { return no(refusal) }
        if let fault = fault(of: token, in: configuration, now: facts.now) {
            return Decision(token: nil, explanation: .notAuthenticated, errorCode: .notAuthenticated, fault: fault)
            // S3.Z2a/b, Z3a/b, Z4
        }
        return Decision(token: token, explanation: nil, errorCode: .none)  // S3.O1a/b, Z4r
    }

    private static func refusal(of token: AuthenticationToken, by platform: PlatformReading?) -> AdvancedStatus? {
        switch platform {
        case .denied: return .permissionDenied  // S3.E1 = Z5
        case .undetermined: return .permissionUndetermined  // S3.E2 = Z6
        case .failed(let error): return .platformFailure(error)  // S3.E3 = Z7
        case .noAccount: return .notAuthenticated  // S3.Z8
        case .signedIn(let account):
            return isSameProvider(token, account.providerIdentifier) ? nil : .notAuthenticated  // S3.Z8
        case .lapsed(let provider?):
            // A lapsed account changes nothing; another provider's does.
            return isSameProvider(token, provider) ? nil : .notAuthenticated
        case .lapsed(nil), nil: return nil
        }
    }

    private static func no(
        _ explanation: AdvancedStatus, _ code: AuthenticationErrorCode = .notAuthenticated
    ) -> Decision {
        Decision(token: nil, explanation: explanation, errorCode: code)
    }
}
