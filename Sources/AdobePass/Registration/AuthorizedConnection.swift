import Base

/// A connection that sees to the access token: what the service refuses is replaced once, then the answer stands.
///
/// A token that another process or object left in the store counts for none: a service that has forgotten all tokens
/// refuses it too, and one that it has just given is tried as well.
struct AuthorizedConnection: Sendable {
    let connection: ServiceConnection
    let registration: ClientRegistration
    /// The device's own information, laid under what the host sets.
    let deviceInfo: [String: String]

    /// The last answer to `request`, sent with an access token and the header fields of `call`.
    ///
    /// - Throws: when there is no answer, or no token.
    func send(_ request: ServiceRequest, call: ServiceCall) async throws(ServiceError) -> ServiceAnswer {
        let fields = CallHeaders.fields(options: call.options, deviceInfo: deviceInfo)
        var refused: Refusal?
        var refusedTokens = 0
        var mayReplaceClient = true
        while true {
            let grant = try await registration.grant(refused: refused, headers: fields, by: call.deadline)
            if grant.hasReplacedClient { mayReplaceClient = false }
            var authorized = request
            authorized.headers = [grant.token.field] + fields + request.headers
            authorized.secrets += [grant.token.secret, call.deviceID]
            let answer = try await connection.send(authorized, by: call.deadline)
            switch answer.verdict {
            case .tokenRefused where refusedTokens == 0 || refusedTokens == 1 && !grant.isNew:
                refusedTokens += 1
                refused = .token(grant.token)
            case .clientRefused where mayReplaceClient:
                mayReplaceClient = false
                refused = .client(grant.token)
            case .settled, .throttled, .transient, .tokenRefused, .clientRefused:
                return answer
            }
            connection.note(ServiceError(request.stage, answer: answer), next: "tried once more with another token")
        }
    }
}
