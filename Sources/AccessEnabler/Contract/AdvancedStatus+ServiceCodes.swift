/// The advanced status codes of a service that gives no answer, each with the level of the contract's table.
extension AdvancedStatus {
    /// The service is not reached, or does not answer in time.
    package static let serviceNotFound = AdvancedStatus(errorID: "CFG404", level: .error)
    /// The configuration is throttled.
    package static let configurationThrottled = AdvancedStatus(errorID: "CFG429", level: .error)
    /// The application cannot be registered.
    package static let registrationFailed = AdvancedStatus(errorID: "R400", level: .error)
    /// No access token can be had.
    package static let accessTokenFailed = AdvancedStatus(errorID: "R401", level: .error)
    /// The service refuses this requestor's configuration.
    package static let requestorRefused = AdvancedStatus(errorID: "SEC403", level: .error)
    /// The connection cannot be trusted.
    package static let connectionNotSecure = AdvancedStatus(errorID: "SEC420", level: .error)

    /// The service failed, with the real digits: 500 to 599.
    package static func serviceFailed(_ status: Int) -> AdvancedStatus {
        AdvancedStatus(errorID: "CFG\(status)", level: .error)
    }
}
