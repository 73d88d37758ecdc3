public import AccessEnabler
import Base
public import PassSimulator

/// What came of one case.
public struct CaseResult: Sendable {
    /// The case.
    public var conditionCase: ConditionCase
    /// What is wrong; empty = the case holds.
    public var problems: [String]
    /// The callbacks seen, in order.
    public var seen: [Callback]
    /// The place of the first callback that is not as expected.
    public var firstDifference: Int?
    /// The service requests seen, in order.
    public var requests: [RequestRecord]
    /// The implementation's log lines, in order, as far as it shows them.
    public var log: [String] = []
    /// What nobody may read in a report: it is left out wherever it stands.
    var secrets: [Secret] = []
    /// The real time it took.
    public var duration = Duration.zero
    /// Set when the case says nothing about the implementation.
    public var unjudged: Unjudged?

    /// Why a case says nothing.
    public enum Unjudged: Sendable, Hashable {
        /// The implementation cannot do what the case needs.
        case notApplicable(Set<Capability>)
        /// It is about REST API V1 alone: why.
        case notOnV2(String)
        /// The surroundings could not be set up.
        case couldNotRun(String)
    }

    init(
        _ conditionCase: ConditionCase, problems: [String], seen: [Callback], firstDifference: Int?,
        requests: [RequestRecord]
    ) {
        self.conditionCase = conditionCase
        self.problems = problems
        self.seen = seen
        self.firstDifference = firstDifference
        self.requests = requests
    }

    init(_ conditionCase: ConditionCase, unjudged: Unjudged) {
        self.init(conditionCase, problems: [], seen: [], firstDifference: nil, requests: [])
        self.unjudged = unjudged
    }

    /// Whether the case was run and everything in it is as it must be.
    public var holds: Bool { problems.isEmpty && unjudged == nil }

    /// Whether nothing was due of the case: it is about the other API.
    public var isLeftOut: Bool { if case .notOnV2 = unjudged { true } else { false } }
}
