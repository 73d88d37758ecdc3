/// The service requests a case allows, by what they are for; every other one is forbidden.
public struct RequestBudget: Sendable, Hashable {
    /// At the first service.
    public var first: [RequestRole: ClosedRange<Int>]
    /// At the second service.
    public var second: [RequestRole: ClosedRange<Int>]
    /// What takes the place of numbers in `first` when the service is asked by REST API V2.
    public var onV2: [RequestRole: ClosedRange<Int>]

    /// These requests and no other.
    public init(
        _ first: [RequestRole: ClosedRange<Int>] = [:], second: [RequestRole: ClosedRange<Int>] = [:],
        onV2: [RequestRole: ClosedRange<Int>] = [:]
    ) {
        self.first = first
        self.second = second
        self.onV2 = onV2
    }

    /// At the first service, by this API.
    public func first(on service: ServiceVersion) -> [RequestRole: ClosedRange<Int>] {
        switch service {
        case .v1: first
        case .v2: firstOnV2
        }
    }

    /// What V1 asks in two requests, or by another, counts once (see `ServiceVersion.endpoint(of:)`).
    private var firstOnV2: [RequestRole: ClosedRange<Int>] {
        var counts: [RequestRole: ClosedRange<Int>] = [:]
        for (role, allowed) in first {
            guard let counted = ServiceVersion.v2.endpoint(of: role).flatMap(ServiceVersion.v2.role) else { continue }
            let known = counts[counted] ?? allowed
            counts[counted] =
                max(known.lowerBound, allowed.lowerBound)...max(known.upperBound, allowed.upperBound)
        }
        // Metadata comes along with a sign-in, and a temporary pass is a sign-in of its own.
        counts[.userMetadata] = first[.temporaryPass]
        if first[.temporaryPass] != nil { counts[.authentication] = nil }
        return counts.merging(onV2, uniquingKeysWith: { $1 })
    }

    /// No request at all.
    static let none = RequestBudget()
    /// What a first `setRequestor` of an application asks: registration, access token, configuration.
    static let cold = RequestBudget([.register: 1...1, .token: 1...1, .configuration: 1...1])
    /// What any later one asks.
    static let warm = RequestBudget([.configuration: 0...1])

    /// As this one, with these numbers in place of its own.
    func with(
        _ other: [RequestRole: ClosedRange<Int>], second: [RequestRole: ClosedRange<Int>] = [:],
        onV2: [RequestRole: ClosedRange<Int>] = [:]
    ) -> RequestBudget {
        RequestBudget(
            first.merging(other, uniquingKeysWith: { $1 }),
            second: self.second.merging(second, uniquingKeysWith: { $1 }),
            onV2: self.onV2.merging(onV2, uniquingKeysWith: { $1 }))
    }

    /// As this one, and those of another.
    func and(_ other: RequestBudget) -> RequestBudget { with(other.first, second: other.second, onV2: other.onV2) }

    /// What the MVPD's own login asks of the service: a code, the token, and the code given back.
    static let ownLogin = RequestBudget([
        .registrationCode: 1...1, .authentication: 1...1, .registrationRemoval: 0...1,
    ])

    /// One media token for a resource nobody asked for before.
    static let play = RequestBudget([.authorize: 1...1, .mediaToken: 1...1], onV2: [.mediaToken: 0...0])
    /// One media token for a resource whose authorization is kept: REST API V2 has them in its decisions only.
    static let replay = RequestBudget([.mediaToken: 1...1], onV2: [.authorize: 1...1, .mediaToken: 0...0])

    /// So many of both.
    static func plays(_ plays: Int, replays: Int = 0) -> RequestBudget {
        let all = plays + replays
        return RequestBudget(
            [.authorize: plays...plays, .mediaToken: all...all],
            onV2: [.authorize: all...all, .mediaToken: 0...0])
    }

    /// As this one, and one silent exchange: at most three requests.
    var andExchange: RequestBudget { with([.profileRequest: 1...1, .exchange: 1...1, .authentication: 0...1]) }
}

/// What a case allows to be asked of the platform.
///
/// In steps 1 to 3 every question is silent, whatever the case: no prompt, no interruption. In step 4 the permission is
/// asked for with a prompt, and the account with interruption.
public enum PlatformBudget: Sendable, Hashable {
    /// Nothing at all.
    case nothing
    /// Permission and account, without attributes: the provider's identity endpoint is not asked.
    case silently
    /// Permission and account, and SAML responses this often.
    case saml(ClosedRange<Int>)
    /// The permission with a prompt, then anything, and SAML responses this often: step 4.
    case prompting(saml: ClosedRange<Int>)
}

/// What the store holds for the requestor after a case, as public verbs show it.
public enum StoredState: Sendable, Hashable {
    /// Not shown.
    case unchecked
    /// No valid token.
    case nothing
    /// A valid partner token that came from this provider of the platform.
    case partner(String = Programme.northOnPlatform)
    /// A valid regular token.
    case regular
}

extension ConditionCase {
    /// What may be asked at the first service by this API. On V2 a token in the store has a registered client with it.
    func firstRequests(on service: ServiceVersion) -> [RequestRole: ClosedRange<Int>] {
        var allowed = requests.first(on: service)
        guard service == .v2, !situation.seeds.isEmpty else { return allowed }
        for role in [RequestRole.register, .token] { allowed[role] = allowed[role].map { 0...$0.upperBound } }
        // No metadata came along with it.
        if requests.onV2[.userMetadata] == nil { allowed[.userMetadata] = requests.first[.userMetadata] }
        return allowed
    }
}
