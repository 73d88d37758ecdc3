import AccessEnabler

/// One proof of one or more conditions: a situation, what the host does, and all that may follow.
public struct ConditionCase: Sendable {
    /// The conditions it proves, the main one first.
    public var conditions: [String]
    /// What is special in it; with the first condition a unique name. Ids of field reports stand at its end.
    public var name: String
    /// What is true before.
    public var situation: Situation
    /// What the host does.
    public var script: [ScriptStep]
    /// What the host does inside callbacks.
    public var reactions: [Reaction]
    /// The callbacks due, in order, all of them.
    public var expected: [ExpectedCallback]
    /// Callbacks that must not come, with reasons.
    public var forbidden: [Forbidden]
    /// The service requests allowed.
    public var requests: RequestBudget
    /// The platform questions allowed.
    public var platform: PlatformBudget
    /// What the store holds afterwards.
    public var stored: StoredState
    /// `sendTrackingData` counts as a callback; else it is passed over, being optional for a host.
    public var countsTracking: Bool
    /// More that must hold afterwards.
    public var proofs: [Proof]
    /// How many verdicts are due besides one for each login, check and logout: positive for selections that give one
    /// outside a login, and for authorizations that begin a login; negative for logins and checks that give none, because they are abandoned or released.
    public var moreVerdicts: Int
    /// What an implementation must be able to for this case.
    public var needs: Set<Capability>
    /// Why the case cannot be asked for on REST API V2; nil = it holds there, too.
    public var notOnV2: String?

    /// What is otherwise on REST API V2, and why; nil = nothing.
    public var onV2: Variant?

    /// How a case differs where the service itself does.
    public struct Variant: Sendable {
        /// Why.
        public var reason: String
        /// What the host does then; nil = the same.
        public var script: [ScriptStep]?
        /// The callbacks due then; nil = the same.
        public var expected: [ExpectedCallback]?
        /// All requests allowed at the first service then; nil = the same.
        public var requests: [RequestRole: ClosedRange<Int>]?
        /// The platform questions allowed then; nil = the same.
        public var platform: PlatformBudget?
    }

    /// Checks besides callbacks, requests and store.
    public enum Proof: Sendable, Hashable {
        /// Every request of these kinds carries this header field.
        case header(name: String, value: String, on: Set<RequestRole>)
        /// Every request of these kinds has this parameter in its query or form.
        case parameter(String, on: Set<RequestRole>)
        /// No request of these kinds carries this header field.
        case noHeader(name: String, on: Set<RequestRole>)
        /// Every request of these kinds carries device information with this value.
        case deviceInfo(key: String, value: String, on: Set<RequestRole>)
        /// No request was answered with this status.
        case neverAnswered(status: Int)
        /// At least this long was waited on the device's clock.
        case waited(atLeast: Duration)
        /// At most this long was waited on the device's clock.
        case waitedAtMost(Duration)
        /// Nothing secret is in the process's arguments or environment, or in any file but the store.
        case secretsStayInStore
        /// A damaged store was set aside, not lost.
        case keepsDamagedStore
        /// The waits between polls never become shorter, but for the last, which ends with the code.
        case pollsWithBackOff
        /// These texts occur in no log line and no status.
        case hidden([String])
    }

    /// Describes a case.
    public init(
        _ conditions: [String], _ name: String, _ situation: Situation, script: [ScriptStep],
        inside reactions: [Reaction] = [], expect expected: [ExpectedCallback], forbid forbidden: [Forbidden] = [],
        requests: RequestBudget, platform: PlatformBudget, stored: StoredState = .unchecked,
        countsTracking: Bool = false, proofs: [Proof] = [], moreVerdicts: Int = 0, needs: Set<Capability> = []
    ) {
        self.conditions = conditions
        self.name = name
        self.situation = situation
        self.script = script
        self.reactions = reactions
        self.expected = expected
        self.forbidden = forbidden
        self.requests = requests
        self.platform = platform
        self.stored = stored
        self.countsTracking = countsTracking
        self.proofs = proofs
        self.moreVerdicts = moreVerdicts
        self.needs = needs.union(situation.seeds.isEmpty ? [] : [.seedsTokens])
    }

    /// With these reactions of the host.
    func reacting(_ reactions: [Reaction]) -> ConditionCase {
        var copy = self
        copy.reactions = reactions
        return copy
    }

    /// With another budget for the platform: the case's script asks for more.
    func asking(_ platform: PlatformBudget) -> ConditionCase {
        var copy = self
        copy.platform = platform
        return copy
    }

    /// As this one, on REST API V1 alone.
    func notOnV2(because reason: String) -> ConditionCase {
        var copy = self
        copy.notOnV2 = reason
        return copy
    }

    /// As this one, but for what the service does otherwise on REST API V2.
    func onV2(
        because reason: String, script: [ScriptStep]? = nil, expect expected: [ExpectedCallback]? = nil,
        requests: [RequestRole: ClosedRange<Int>]? = nil, platform: PlatformBudget? = nil
    ) -> ConditionCase {
        var copy = self
        copy.onV2 = Variant(
            reason: reason, script: script, expected: expected, requests: requests, platform: platform)
        return copy
    }

    /// The case as it is when the service is asked by this API.
    func asked(by service: ServiceVersion) -> ConditionCase {
        guard service == .v2, let onV2 else { return self }
        var copy = self
        copy.script = onV2.script ?? script
        copy.expected = onV2.expected ?? expected
        if let requests = onV2.requests { copy.requests = RequestBudget(second: self.requests.second, onV2: requests) }
        copy.platform = onV2.platform ?? platform
        return copy
    }

    /// The case's name in reports: its first condition and what is special.
    public var title: String { "\(conditions.first ?? "?"): \(name)" }
}

extension ConditionCase: CustomStringConvertible {
    /// The title.
    public var description: String { title }
}

extension ConditionCase {
    /// Every case, in the contract's order.
    public static let all: [ConditionCase] =
        initialise + setRequestorErrors + setRequestorExchange + setRequestorConfiguration + setRequestorTokens
        + setRequestorServices + setRequestorQueue + checkAuthentication + getAuthentication
        + authorizationPermits + authorizationRefusals + authorizationLogins + selectedProviders + preauthorizedLists
        + preauthorizeDecisions + degradationAndPasses + metadata + logout + tracking
        + migration + always
}
