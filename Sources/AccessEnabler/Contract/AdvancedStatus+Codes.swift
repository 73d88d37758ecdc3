package import PlatformAccount

/// The advanced status codes of steps 1 to 3, each with the level of the contract's table.
extension AdvancedStatus {
    /// Permission denied for the app.
    package static let permissionDenied = AdvancedStatus(errorID: "VSA403", level: .info)
    /// Permission undetermined.
    package static let permissionUndetermined = AdvancedStatus(errorID: "VSA404", level: .info)
    /// Not authenticated, and no other code explains it.
    package static let notAuthenticated = AdvancedStatus(errorID: "N000", level: .info)
    /// The device's clock and the service's differ.
    package static let clockDiffers = AdvancedStatus(errorID: "CFG100", level: .warning)
    /// Tokens bound to another device id were removed.
    package static let foreignDevice = AdvancedStatus(errorID: "SEC412", level: .warning)
    /// No configuration: unknown requestor, or `setRequestor` was never called.
    package static let noConfiguration = AdvancedStatus(errorID: "CFG400", level: .error)
    /// The store cannot be read.
    package static let storeUnreadable = AdvancedStatus(errorID: "500", level: .error)

    /// The platform could not be asked, with its own error.
    package static func platformFailure(_ error: PlatformAccountError) -> AdvancedStatus {
        AdvancedStatus(
            errorID: "APPL_ERROR", level: .error,
            details: ["domain": error.domain, "code": String(error.code.rawValue), "text": error.message])
    }
}
