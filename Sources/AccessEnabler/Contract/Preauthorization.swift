package import AdobePass
package import Base
package import EntitlementStore

/// checkPreauthorizedResources and preauthorize, decided (A5): which of many resources may be played.
package struct Preauthorization: Sendable {
    /// What is asked, and what is known.
    package struct Facts: Sendable {
        package var configuration: CheckAuthentication.Configuration
        /// What step 3 would say.
        package var check: CheckAuthentication.Decision
        package var resources: [String]
        /// Decisions of earlier calls for the same sign-in that may be used.
        package var kept: [ExactText: PreauthorizationDecision]

        package init(
            configuration: CheckAuthentication.Configuration, check: CheckAuthentication.Decision, resources: [String],
            kept: [ExactText: PreauthorizationDecision] = [:]
        ) {
            self.configuration = configuration
            self.check = check
            self.resources = resources
            self.kept = kept
        }
    }

    /// An answer, or what is missing for it.
    package enum Step: Sendable, Hashable {
        case answer(Answer)
        /// The service is to be asked about these resources first.
        case ask(PreauthorizationRequest, AuthenticationToken)
    }

    /// The answer, for both verbs.
    package struct Answer: Sendable, Hashable {
        /// Why the call as a whole failed, as an advanced code; nil = it did not.
        package var explanation: AdvancedStatus?
        package var response: PreauthorizeResponse

        /// The callbacks of checkPreauthorizedResources, in order.
        package var callbacks: [Callback] {
            let news: [Callback] = explanation.map { [.status($0)] } ?? []
            return news + [.preauthorizedResources(response.decisions.filter(\.authorized).map(\.id))]
        }
    }

    private let facts: Facts
    /// Each resource once, in the order asked.
    private let resources: [String]

    package init(_ facts: Facts) {
        self.facts = facts
        var seen: Set<ExactText> = []
        resources = facts.resources.filter { seen.insert(ExactText($0)).inserted }
    }

    /// The first step.
    package func begin() -> Step {
        if resources.isEmpty { return .answer(Answer(response: PreauthorizeResponse(decisions: []))) }
        let configuration: MergedConfiguration
        switch facts.configuration {
        case .missing(let code): return failed(code, .notConfigured(code))  // S2.L
        case .inForce(let found): configuration = found
        }
        guard let token = facts.check.token, let bound = configuration.mvpd(id: token.mvpd) else {
            return failed(facts.check.explanation, .notAuthenticated(facts.check))
        }
        let unknown = resources.filter { isUsableResource($0) && facts.kept[ExactText($0)] == nil }
        if unknown.isEmpty { return answer([]) }
        return .ask(
            PreauthorizationRequest(
                requestor: configuration.requestor, mvpd: bound.mvpd, resources: unknown), token)
    }

    /// The answer once the service has been asked.
    package func finish(_ answer: Result<[PreauthorizationDecision], ServiceError>) -> Step {
        switch answer {
        case .success(let decisions): return self.answer(decisions)
        case .failure(let error):
            let code = serviceFailure(error, throttled: .preauthorizationFailed, other: .preauthorizationFailed)
            return failed(code, PreauthorizeStatus(error))
        }
    }

    /// The decisions worth keeping: what the MVPD says, never what went wrong.
    package static func lasting(_ decisions: [PreauthorizationDecision]) -> [PreauthorizationDecision] {
        decisions.filter { decision in
            guard let error = decision.error else { return true }
            return decision.isAuthorized || words.contains(error.code ?? "")
        }
    }

    /// Enhanced codes by which an MVPD refuses. Source: "Enhanced Error Codes".
    private static let words: Set<String> = [
        "preauthorization_denied_by_mvpd", "authorization_denied_by_mvpd",
        "authorization_denied_by_parental_controls",
    ]

    private func answer(_ fresh: [PreauthorizationDecision]) -> Step {
        var known = facts.kept
        for decision in fresh { known[ExactText(decision.resource)] = decision }
        let decisions = resources.map { resource in
            guard isUsableResource(resource) else {
                return PreauthorizeDecision(id: resource, authorized: false, error: .malformedResource)
            }
            guard let decision = known[ExactText(resource)] else {
                return PreauthorizeDecision(id: resource, authorized: false)
            }
            return PreauthorizeDecision(
                id: resource, authorized: decision.isAuthorized, error: decision.error.map(PreauthorizeStatus.init))
        }
        return .answer(Answer(response: PreauthorizeResponse(decisions: decisions)))
    }

    private func failed(_ explanation: AdvancedStatus?, _ status: PreauthorizeStatus) -> Step {
        .answer(
            Answer(explanation: explanation, response: PreauthorizeResponse(status: status, decisions: [])))
    }
}
