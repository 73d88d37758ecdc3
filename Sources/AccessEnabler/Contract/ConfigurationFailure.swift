package import AdobePass

/// S2.C1: the one code that tells the host why there is no configuration.
package func configurationFailure(_ error: ServiceError) -> AdvancedStatus {
    switch error.code {
    case .unreachable, .timedOut, .cancelled: return .serviceNotFound
    case .tls: return .connectionNotSecure
    case .throttled: return .configurationThrottled  // S2.B
    case .status, .unreadable: break
    }
    switch error.stage {
    case .registration: return .registrationFailed
    case .accessToken: return .accessTokenFailed
    case .configuration, .partnerRequest, .exchange, .authentication, .userMetadata, .login, .authorization,
        .mediaToken, .preauthorization, .logout:
        break
    }
    guard case .status(let status) = error.code else { return .serviceFailed(500) }
    switch status {
    case 400, 404: return .noConfiguration
    case 401: return .accessTokenFailed
    case 403: return .requestorRefused
    case 500...599: return .serviceFailed(status)
    default: return .serviceFailed(500)
    }
}
