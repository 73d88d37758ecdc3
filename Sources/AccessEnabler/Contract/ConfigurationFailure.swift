package import AdobePass

/// S2.C1: the one code that tells the host why there is no configuration.
package func configurationFailure(_ error: ServiceError) -> AdvancedStatus {
    AdvancedStatus(errorID: configurationFailureCode(error), level: .error)
}

private func configurationFailureCode(_ error: ServiceError) -> String {
    switch error.code {
    case .unreachable, .timedOut, .cancelled: return "CFG404"
    case .tls: return "SEC420"
    case .throttled: return "CFG429"  // S2.B
    case .status, .unreadable: break
    }
    switch error.stage {
    case .registration: return "R400"
    case .accessToken: return "R401"
    case .configuration, .partnerRequest, .exchange, .authentication, .userMetadata, .login, .authorization,
        .mediaToken, .preauthorization, .logout:
        break
    }
    guard case .status(let status) = error.code else { return "CFG500" }
    switch status {
    case 400, 404: return "CFG400"
    case 401: return "R401"
    case 403: return "SEC403"
    case 500...599: return "CFG\(status)"
    default: return "CFG500"
    }
}
