/// A token, and whether the way to it took a registration in place of another.
struct Grant: Sendable, Hashable {
    var token: AccessToken
    /// The service has just given it; else it was found, and may be as old as the one refused.
    var isNew = false
    var hasReplacedClient = false
}

/// What the service refused, and so must not be given again.
enum Refusal: Sendable, Hashable {
    /// The token alone (401, or 403 without a reason).
    case token(AccessToken)
    /// The client behind it.
    case client(AccessToken)

    /// The token it was refused with.
    var token: AccessToken {
        switch self {
        case .token(let token), .client(let token): token
        }
    }

    /// Whether `other` is something else than what was refused.
    func allows(_ other: AccessToken) -> Bool {
        switch self {
        case .token(let refused): other.secret != refused.secret
        case .client(let refused): other.clientID != refused.clientID
        }
    }
}
