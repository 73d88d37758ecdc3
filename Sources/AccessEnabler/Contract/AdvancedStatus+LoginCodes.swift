/// The advanced status codes of step 4 and logout, each with the level of the contract's table.
extension AdvancedStatus {
    /// "Other TV provider" chosen in the platform picker.
    package static let otherProviderChosen = AdvancedStatus(errorID: "N003", level: .info)
    /// A picker was cancelled.
    package static let pickerCancelled = AdvancedStatus(errorID: "N005", level: .info)
    /// Signed in by a degradation rule.
    package static let degradedSignIn = AdvancedStatus(errorID: "N010", level: .warning)
    /// Signed in by a temporary pass.
    package static let temporaryPass = AdvancedStatus(errorID: "N011", level: .info)
    /// The temporary pass is used up.
    package static let temporaryPassExpired = AdvancedStatus(errorID: "N111", level: .warning)
    /// The person is done, yet the session holds no token.
    package static let noTokenOnSession = AdvancedStatus(errorID: "N130", level: .error)
    /// The login failed, and no more exact code says why.
    package static let loginFailed = AdvancedStatus(errorID: "N500", level: .error)
    /// No registration code could be had.
    package static let noRegistrationCode = AdvancedStatus(errorID: "REG500", level: .error)
    /// Logout while the authentication came from platform sign-in.
    package static let platformSignOut = AdvancedStatus(errorID: "VSA203", level: .info)

    /// The provider chosen is not integrated, or its single sign-on is off.
    package static func providerNotSupported(_ providerIdentifier: String) -> AdvancedStatus {
        AdvancedStatus(errorID: "N004", level: .info, message: providerIdentifier)
    }

    /// The platform's metadata request failed in step 4.
    package static func metadataRequestFailed(_ message: String) -> AdvancedStatus {
        AdvancedStatus(errorID: "VSA503", level: .info, message: message)
    }

    /// The code for the second screen.
    package static func registrationCode(_ code: String, expires: Int64) -> AdvancedStatus {
        AdvancedStatus(errorID: "REGCODE", level: .success, message: code, expires: expires)
    }
}
