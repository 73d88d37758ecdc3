import AccessEnabler
import Base
import FoundationEssentials
import PassSimulator
import PlatformAccount

/// What a run left behind.
struct Evidence {
    let start: Timestamp
    let service: ServiceVersion
    var stuck: String?
    var callbacks: [Callback] = []
    var verbs: [Verb] = []
    var objects: [Object] = []
    var polls: [Duration] = []
    var pollsUnderWay = 0
    var everything: [Callback] = []
    var violations: [String] = []
    var firstRequests: [RequestRecord] = []
    var secondRequests: [RequestRecord] = []
    var questions: [ScriptedPlatformAccount.Question] = []
    var waited = Duration.zero
    var keepsDamagedStore = false
    var keepsMediaToken = false
    /// Media tokens with which nothing can be played, and why.
    var unplayable: [String] = []
    var stored: String?
    var log: [String] = []
    /// Where secrets were found besides the store.
    var leaks: [String] = []
    var secrets: [String] = []

    /// One object, and what came from it.
    struct Object {
        let platform: PlatformBehaviour
        let isReleased: Bool
        let callbacks: [Callback]
    }

    init(start: Timestamp, service: ServiceVersion) {
        self.start = start
        self.service = service
    }

    var requests: [RequestRecord] { firstRequests + secondRequests }
}

/// Decides what a run proves.
enum Judge {
    /// The case never began.
    static func unprepared(_ conditionCase: ConditionCase, _ text: String, _ seen: [Callback]) -> CaseResult {
        CaseResult(
            conditionCase, problems: ["before the case: \(text)"], seen: seen, firstDifference: nil, requests: [])
    }

    /// Compares a run with its case.
    static func judge(_ conditionCase: ConditionCase, _ evidence: Evidence) -> CaseResult {
        let seen = evidence.callbacks.filter { conditionCase.countsTracking || $0.kind != .sendTrackingData }
        let difference = Matcher(start: evidence.start, service: evidence.service).firstDifference(
            conditionCase.expected, seen)
        var problems: [String] = []
        if let stuck = evidence.stuck { problems.append(stuck) }
        if difference != nil { problems.append("the callbacks are not those due, or not in their order") }
        problems += forbidden(conditionCase, evidence)
        problems += evidence.violations
        problems += Invariants.problems(conditionCase, evidence)
        problems += budget(
            "first", conditionCase.firstRequests(on: evidence.service), evidence.firstRequests, evidence.service)
        problems += budget("second", conditionCase.requests.second, evidence.secondRequests, evidence.service)
        problems += platform(conditionCase.platform, evidence.questions)
        problems += conditionCase.proofs.compactMap { failure(of: $0, evidence) }
        problems += secrets(
            evidence.secrets + evidence.everything.secretsTold, evidence)
        if let stored = evidence.stored { problems.append(stored) }
        return CaseResult(
            conditionCase, problems: problems, seen: seen, firstDifference: difference, requests: evidence.requests)
    }

    private static func forbidden(_ conditionCase: ConditionCase, _ evidence: Evidence) -> [String] {
        conditionCase.forbidden.compactMap { forbidden in
            guard let callback = evidence.callbacks.first(where: { forbidden.callback.matches($0) }) else { return nil }
            return "\(callback.text) must not come: \(forbidden.reason)"
        }
    }

    private static func budget(
        _ name: String, _ allowed: [RequestRole: ClosedRange<Int>], _ requests: [RequestRecord],
        _ service: ServiceVersion
    ) -> [String] {
        // What has no role goes by its own name: none of it is allowed.
        let names = requests.map { service.role(of: $0.endpoint)?.rawValue ?? $0.endpoint.rawValue }
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        let ranges = Dictionary(allowed.map { ($0.rawValue, $1) }, uniquingKeysWith: { first, _ in first })
        return Set(ranges.keys).union(counts.keys).sorted().compactMap { what in
            let count = counts[what, default: 0]
            guard let range = ranges[what] else {
                return "\(count) requests of \(what) at the \(name) service, none is allowed"
            }
            if range.contains(count) { return nil }
            return "\(count) requests of \(what) at the \(name) service, "
                + "\(range.lowerBound) to \(range.upperBound) are allowed"
        }
    }

    private static func platform(
        _ budget: PlatformBudget, _ questions: [ScriptedPlatformAccount.Question]
    ) -> [String] {
        var problems: [String] = []
        var attributes = 0
        var isSilent = true
        if case .prompting = budget { isSilent = false }
        for question in questions {
            switch question {
            case .permission(let prompting):
                if prompting, isSilent { problems.append("a prompt for the permission was asked for") }
            case .account(let request):
                if request.isInterruptionAllowed, isSilent {
                    problems.append("the account was asked for with interruption")
                }
                if !request.attributeNames.isEmpty { attributes += 1 }
            }
        }
        switch budget {
        case .nothing:
            if !questions.isEmpty {
                problems.append("the platform was asked \(questions.count) times, never is allowed")
            }
        case .silently:
            if attributes > 0 { problems.append("the provider's identity endpoint was asked") }
        case .saml(let range), .prompting(let range):
            if !isSilent, !questions.contains(.permission(prompting: true)) {
                problems.append("the permission was not asked for with a prompt")
            }
            if !range.contains(attributes) {
                problems.append(
                    "\(attributes) SAML responses were asked for, \(range.lowerBound) to \(range.upperBound) are allowed"
                )
            }
        }
        return problems
    }

    private static func failure(of proof: ConditionCase.Proof, _ evidence: Evidence) -> String? {
        func requests(_ roles: Set<RequestRole>) -> [RequestRecord] {
            evidence.requests.filter { evidence.service.role(of: $0.endpoint).map { roles.contains($0) } ?? false }
        }
        switch proof {
        case .header(let name, let value, let roles):
            let without = requests(roles).first { $0.headers[name.lowercased()] != value }
            return without.map { "\($0.endpoint.rawValue) does not carry \(name): \(value)" }
        case .parameter(let name, let roles):
            let without = requests(roles).first { !$0.parameterNames.contains(name) }
            return without.map { "\($0.endpoint.rawValue) has no parameter \(name)" }
        case .noHeader(let name, let roles):
            let with = requests(roles).first { $0.headers[name.lowercased()] != nil }
            return with.map { "\($0.endpoint.rawValue) carries \(name)" }
        case .deviceInfo(let key, let value, let roles):
            let without = requests(roles).first { $0.deviceInformation?[key] != value }
            return without.map { "\($0.endpoint.rawValue) carries no device information \(key) = \(value)" }
        case .neverAnswered(let status):
            let refused = evidence.requests.count { $0.status == status }
            return refused == 0 ? nil : "\(refused) requests were answered with \(status)"
        case .waited(let least):
            return evidence.waited >= least ? nil : "only \(evidence.waited) were waited, at least \(least) are due"
        case .waitedAtMost(let most):
            return evidence.waited <= most ? nil : "\(evidence.waited) were waited, at most \(most) are allowed"
        case .secretsStayInStore:
            return evidence.leaks.isEmpty ? nil : "secrets outside the store: \(evidence.leaks.joined(separator: ", "))"
        case .keepsDamagedStore:
            return evidence.keepsDamagedStore ? nil : "the damaged store is gone"
        case .pollsWithBackOff:
            let waits = evidence.polls.dropLast()
            let isGrowing = zip(waits, waits.dropFirst()).allSatisfy { $0 <= $1 }
            let isSlower = (waits.last ?? .zero) > (waits.first ?? .zero)
            return isGrowing && isSlower ? nil : "no back-off in the waits for polls: \(evidence.polls)"
        case .hidden(let texts):
            return secrets(texts, evidence).first
        }
    }

    private static func secrets(_ texts: [String], _ evidence: Evidence) -> [String] {
        var told = evidence.log
        for case .status(let status) in evidence.everything {
            told += [status.message ?? ""] + (status.details ?? [:]).values
        }
        for case .tokenRequestFailed(_, _, let text) in evidence.everything { told.append(text) }
        return Set(texts).compactMap { text in
            guard let line = told.first(where: { $0.contains(text) }) else { return nil }
            return "a secret shows in: \(CaseResult.withoutTokens(String(line.prefix(200))))"
        }
    }
}

extension Forbidden.Pattern {
    /// Whether a callback is of this pattern.
    fileprivate func matches(_ callback: Callback) -> Bool {
        switch (self, callback) {
        case (.kind(let kind), _): callback.kind == kind
        case (.code(let code), .status(let status)): status.errorID == code
        case (.complete(let value), .setRequestorComplete(let status)): value == status
        case (.authentication(let value), .setAuthenticationStatus(let status, _)): value == status
        case (.code, _), (.complete, _), (.authentication, _): false
        }
    }
}

extension RequestRecord {
    /// The texts of the device information header; nil when there is none that can be read.
    fileprivate var deviceInformation: [String: String]? {
        guard let header = headers["x-device-info"], let data = Data(base64Encoded: header) else { return nil }
        let values = try? JSONDecoder().decode([String: JSONText].self, from: data)
        return values?.compactMapValues(\.text)
    }
}

/// A JSON text, or something else.
private struct JSONText: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
    }
}
