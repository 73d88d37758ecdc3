import AdobePass
import Base
import EntitlementStore

/// Decisions of earlier preauthorizations, good for one sign-in.
struct KeptPreauthorizations: Sendable {
    let token: AuthenticationToken
    var decisions: [ExactText: PreauthorizationDecision] = [:]

    init(_ token: AuthenticationToken) {
        self.token = token.withoutMetadata
    }

    func isFor(_ token: AuthenticationToken) -> Bool { self.token == token.withoutMetadata }
}

extension Engine {
    /// A5, carried out: one `preauthorizedResources`.
    func checkPreauthorizedResources(_ resources: [String], usesCache: Bool) async {
        surroundings.mailbox.post(await preauthorize(resources, usesCache: usesCache).callbacks)
    }

    /// `preauthorize`, carried out: one response.
    func preauthorize(
        _ request: PreauthorizeRequest, _ completion: @escaping @Sendable (PreauthorizeResponse) -> Void
    ) async {
        if request.disabledFeatures.contains(.remoteCache) {
            surroundings.log.log(.debug, category: "service", "the service's own cache cannot be switched off")
        }
        let usesCache = !request.disabledFeatures.contains(.localCache)
        let answer = await preauthorize(request.resources, usesCache: usesCache)
        tell(.preauthorizeResponse(answer.response, completion: completion))
    }

    private func preauthorize(_ resources: [String], usesCache: Bool) async -> Preauthorization.Answer {
        var facts = Preauthorization.Facts(
            configuration: configurationInForce, check: await judgeAuthentication(), resources: resources)
        if usesCache, let token = facts.check.token { facts.kept = kept(token).decisions }
        let decision = Preauthorization(facts)
        var step = decision.begin()
        while true {
            switch step {
            case .answer(let answer): return answer
            case .ask(let request, let token): step = decision.finish(await ask(request, token))
            }
        }
    }

    /// Asks the service and keeps what lasts.
    private func ask(
        _ request: PreauthorizationRequest, _ token: AuthenticationToken
    ) async -> Result<[PreauthorizationDecision], ServiceError> {
        let call = serviceCall(
            deviceID: token.deviceID, deadline: Deadline(in: surroundings.verbLimit, on: surroundings.clock))
        let answer = await answer(.error, "preauthorization") { () async throws(ServiceError) in
            try await surroundings.services.service(at: token.serviceURL).preauthorize(request, call: call)
        }
        if case .success(let decisions) = answer {
            var kept = kept(token)
            for resource in request.resources { kept.decisions[ExactText(resource)] = nil }
            for decision in Preauthorization.lasting(decisions) {
                kept.decisions[ExactText(decision.resource)] = decision
            }
            preauthorizations[ExactText(token.requestor)] = kept
        }
        return answer
    }

    private func kept(_ token: AuthenticationToken) -> KeptPreauthorizations {
        guard let kept = preauthorizations[ExactText(token.requestor)], kept.isFor(token) else {
            return KeptPreauthorizations(token)
        }
        return kept
    }
}

extension AuthenticationToken {
    /// All of it that stays while the sign-in is the same.
    fileprivate var withoutMetadata: AuthenticationToken {
        var token = self
        token.metadata = nil
        return token
    }
}
