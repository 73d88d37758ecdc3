package import AdobePass

/// The code of an authorization or preauthorization the service gave no answer to: the exact one where the public table
/// has it, else `other`.
package func serviceFailure(
    _ error: ServiceError, throttled: AdvancedStatus, other: AdvancedStatus
) -> AdvancedStatus {
    switch (error.code, error.stage) {
    case (.throttled, _): throttled
    case (.tls, _): .connectionNotSecure
    case (.status, .registration), (.unreadable, .registration): .registrationFailed
    case (.status, .accessToken), (.unreadable, .accessToken), (.status(401), _): .accessTokenFailed
    case (.unreachable, _), (.timedOut, _), (.cancelled, _), (.status, _), (.unreadable, _): other
    }
}
