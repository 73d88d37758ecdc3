import Base

/// What the token endpoint answered, read.
struct TokenAnswer: Sendable {
    let accessToken: Secret
    let identityToken: Secret?
    let refreshToken: Secret?

    /// Reads an answer.
    ///
    /// - Throws: `refused` with the provider's code for 400 and 401, `unreadable` for a 200 that is no token answer,
    ///   `unavailable` for the rest.
    init(status: Int, body: some Collection<UInt8>) throws(EndpointFailure) {
        let json = try? JSONReader.value(of: body)
        guard status == 200 else {
            guard [400, 401].contains(status), let error = json?["error"]?.string else { throw .unavailable(status) }
            throw .refused(RefusalCode(error))
        }
        guard let access = json?["access_token"]?.string, !access.isEmpty,
            json?["token_type"]?.string?.lowercased() == "bearer"
        else { throw .unreadable }
        accessToken = Secret(access)
        identityToken = json?["id_token"]?.string.map { Secret($0) }
        refreshToken = json?["refresh_token"]?.string.flatMap { $0.isEmpty ? nil : Secret($0) }
    }
}

/// A provider's code for a refusal, as its documents list them; one that is not in the list is not repeated.
struct RefusalCode: Sendable, Hashable {
    let text: String

    init(_ text: String) {
        self.text = Self.known.contains(text) ? text : "an unknown code"
    }

    static let invalidGrant = RefusalCode("invalid_grant")

    private static let known: Set = [
        "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type",
        "invalid_scope",
    ]
}

/// Why an endpoint gave nothing.
enum EndpointFailure: Error, Sendable, Hashable {
    /// It said no, and why.
    case refused(RefusalCode)
    /// It answered what nobody can read.
    case unreadable
    /// It answered with this status.
    case unavailable(Int)
    /// It could not be reached, or not in time.
    case unreachable
    /// The caller was cancelled.
    case cancelled
    /// The app's part failed: its key, its server.
    case noClientSecret(ASAuthorizationError)

    /// What the delegate hears.
    var authorizationError: ASAuthorizationError {
        switch self {
        case .refused(let code): ASAuthorizationError(.failed, "refused with \(code.text)")
        case .unreadable: ASAuthorizationError(.invalidResponse, "an endpoint's answer cannot be read")
        case .unavailable(let status): ASAuthorizationError(.failed, "an endpoint answered with status \(status)")
        case .unreachable: ASAuthorizationError(.failed, "an endpoint cannot be reached")
        case .cancelled: ASAuthorizationError(.canceled)
        case .noClientSecret(let error): error
        }
    }
}
