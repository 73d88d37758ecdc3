import AdobePass

/// The advanced status codes of authorization and preauthorization, each with the level of the contract's table.
extension AdvancedStatus {
    /// Permitted by a degradation rule.
    package static let degradedPermit = AdvancedStatus(errorID: "Z010", level: .warning)
    /// Permitted by a temporary pass.
    package static let temporaryPermit = AdvancedStatus(errorID: "Z011", level: .info)
    /// The resource is none, or a malformed MRSS fragment.
    package static let invalidResource = AdvancedStatus(errorID: "Z130", level: .error)
    /// The authorization failed, and no more exact code says why.
    package static let authorizationFailed = AdvancedStatus(errorID: "Z500", level: .error)
    /// The preauthorization failed.
    package static let preauthorizationFailed = AdvancedStatus(errorID: "P100", level: .error)

    /// Refused by the MVPD, with its text for the person; or throttled.
    package static func notAuthorized(_ text: String?) -> AdvancedStatus {
        AdvancedStatus(errorID: "Z100", level: .error, message: text)
    }

    /// The MVPD could not be asked.
    package static func providerUnreachable(_ text: String?) -> AdvancedStatus {
        AdvancedStatus(errorID: "Z120", level: .error, message: text)
    }

    /// Refused by a degradation rule.
    package static func degradedRefusal(_ text: String?) -> AdvancedStatus {
        AdvancedStatus(errorID: "Z169", level: .error, message: text)
    }
}

extension AuthorizationDenial {
    /// The code that explains it (A4).
    var status: AdvancedStatus {
        switch reason {
        case .notAuthorized, .parentalControls: .notAuthorized(details)
        case .degradationRule: .degradedRefusal(details)
        case .mvpdUnreachable: .providerUnreachable(details)
        case .invalidResource: .invalidResource
        case .temporaryPassSpent: .temporaryPassExpired
        case .notAuthenticated: .noTokenOnSession
        case .authorizationMissing, .other: .authorizationFailed
        }
    }

    /// What `tokenRequestFailed` says.
    var errorCode: AuthorizationErrorCode {
        reason == .notAuthenticated ? .notAuthenticated : .notAuthorized
    }
}
