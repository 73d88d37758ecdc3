import Base
import FoundationEssentials

/// The service's word on resources.
struct Decisions: Sendable {
    let connection: DeviceConnection
    let requestor: String
    let mvpd: ConfiguredMVPD
    let call: ServiceCall

    /// What the service takes at once unless agreed otherwise.
    static let lotSize = 5

    /// `POST decisions/authorize/{mvpd}` for one resource, asked 3 times in all while the MVPD has a bad moment.
    func authorize(
        _ stage: ServiceError.Stage, _ resource: String, genericData: [String: String]
    ) async throws(ServiceError) -> AuthorizationAnswer {
        let identity = mvpd.isTempPass ? genericData : [:]
        var attempt = 0
        while true {
            attempt += 1
            let answer = try await send(
                stage, "authorize", [resource], call.company + [.temporaryIdentity(identity)])
            guard answer.status == 200 else { return .denied(try denial(stage, answer)) }
            let decision = try decision(stage, answer, on: resource)
            if decision.isAuthorized {
                return .permitted(authorization(resource, decision, at: answer.serviceTime))
            }
            let mayPass = decision.error?.enhancedAction == .retry
            guard mayPass, try await pause(stage, after: attempt) else {
                return .denied(
                    AuthorizationDenial(reason: Self.reason(decision.error), details: decision.error?.details))
            }
        }
    }

    /// `POST decisions/preauthorize/{mvpd}`, lot by lot; one decision for each resource, in the order asked.
    func preauthorize(_ resources: [String]) async throws(ServiceError) -> [PreauthorizationDecision] {
        var decided: [ExactText: DecisionsBody.Decision] = [:]
        var seen: Set<ExactText> = []
        var rest = resources.filter { seen.insert(ExactText($0)).inserted }[...]
        while !rest.isEmpty {
            for decision in try await decide(Array(rest.prefix(Self.lotSize))) {
                decided[ExactText(decision.resource)] = decision
            }
            rest = rest.dropFirst(Self.lotSize)
        }
        return resources.map { resource in
            let decision = decided[ExactText(resource)]
            return PreauthorizationDecision(
                resource: resource, isAuthorized: decision?.isAuthorized ?? false, error: decision?.error)
        }
    }

    /// Asks about a lot, then again about those of it the service had a bad moment for.
    private func decide(_ lot: [String]) async throws(ServiceError) -> [DecisionsBody.Decision] {
        let stage = ServiceError.Stage.preauthorization
        var (decided, open) = ([DecisionsBody.Decision](), lot)
        var attempt = 0
        while true {
            attempt += 1
            let answer = try await send(stage, "preauthorize", open, call.company)
            guard answer.status == 200 else { throw ServiceError(stage, answer: answer) }
            let body = try read(stage, answer)
            let told = open.compactMap { body.decision(on: $0) }
            // Nobody is signed in for the service: that is no word on the resources (as on V1, 412).
            if let missing = told.first?.error, !told.isEmpty,
                told.allSatisfy({ !$0.isAuthorized && $0.error?.enhancedAction == .authentication })
            {
                throw ServiceError(
                    stage, .status(missing.status ?? 403), detail: missing, requestID: answer.requestID,
                    serviceTime: answer.serviceTime, message: "\(missing.code ?? "an error") for every resource")
            }
            let failed = told.filter { !$0.isAuthorized && $0.error?.enhancedAction == .retry }
            decided += told.filter { !failed.contains($0) }
            guard !failed.isEmpty, try await pause(stage, after: attempt) else { return decided + failed }
            open = failed.map(\.resource)
        }
    }

    private func send(
        _ stage: ServiceError.Stage, _ kind: String, _ resources: [String], _ company: [DeviceConnection.Company]
    ) async throws(ServiceError) -> ServiceAnswer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // Texts by a text key: there is nothing JSON cannot hold.
        let body = (try? encoder.encode(["resources": resources])) ?? Data()
        let question = ServiceRequest(
            stage: stage, method: "POST", path: PathV2.of(requestor, "decisions", kind, mvpd.id),
            headers: [("Content-Type", MediaType.json)], body: body, mayBeRepeated: true)
        return try await connection.send(question, company, call: call)
    }

    private func read(
        _ stage: ServiceError.Stage, _ answer: ServiceAnswer
    ) throws(ServiceError) -> DecisionsBody {
        do {
            return try DecisionsBody.parse(answer.body, contentType: answer.contentType)
        } catch {
            throw ServiceError(stage, answer: answer, unreadable: error)
        }
    }

    /// The word on the resource asked about, and on no other.
    ///
    /// A service may write an MRSS fragment otherwise than it was asked: the only decision is the one on it (choice).
    private func decision(
        _ stage: ServiceError.Stage, _ answer: ServiceAnswer, on resource: String
    ) throws(ServiceError) -> DecisionsBody.Decision {
        let body = try read(stage, answer)
        var found = body.decision(on: resource)
        if found == nil, resource.trimmed.hasPrefix("<"), body.decisions.count == 1 { found = body.decisions.first }
        guard let found, !mvpd.id.isContradicted(by: found.mvpd),
            !requestor.isContradicted(by: found.serviceProvider)
        else {
            throw ServiceError(
                stage, answer: answer, unreadable: UnreadableAnswer("no decision on what was asked"))
        }
        return found
    }

    /// Some degradation rules permit without a stamp of their own: then the media token's counts, else this moment, so
    /// that nothing is kept (choice).
    private func authorization(
        _ resource: String, _ decision: DecisionsBody.Decision, at serviceTime: Timestamp?
    ) -> Authorization {
        Authorization(
            requestor: requestor, mvpd: mvpd.id, resource: resource,
            expires: decision.notAfter ?? decision.tokenNotAfter ?? serviceTime ?? connection.connection.clock.now,
            source: decision.source ?? (mvpd.isTempPass ? .temporaryPass : .mvpd), mediaToken: decision.mediaToken)
    }

    /// A refusal of the whole request that says why the person may not watch; any other is a failure.
    private func denial(
        _ stage: ServiceError.Stage, _ answer: ServiceAnswer
    ) throws(ServiceError) -> AuthorizationDenial {
        guard answer.status == 400 || answer.status == 403, let detail = answer.detail else {
            throw ServiceError(stage, answer: answer)
        }
        let known = detail.enhancedCode?.denial
        let byAction = detail.enhancedCode == nil ? Self.reason(detail.enhancedAction) : nil
        guard let reason = known ?? byAction ?? (answer.status == 403 ? .other : nil) else {
            throw ServiceError(stage, answer: answer)
        }
        return AuthorizationDenial(reason: reason, details: detail.details)
    }

    /// Why a decision is a no.
    ///
    /// By code, else by action; a no without a word is the MVPD's own (choice).
    private static func reason(_ error: ServiceErrorDetail?) -> AuthorizationDenial.Reason {
        guard let error else { return .notAuthorized }
        if let code = error.enhancedCode { return code.denial ?? .other }
        return reason(error.enhancedAction) ?? .other
    }

    private static func reason(_ action: EnhancedErrorAction?) -> AuthorizationDenial.Reason? {
        switch action {
        case .authentication: .notAuthenticated
        case .retry: .mvpdUnreachable
        case .none?, .configuration, .applicationRegistration, .authorization, nil: nil
        }
    }

    /// Waits before another try; false when this was the last one.
    private func pause(_ stage: ServiceError.Stage, after attempt: Int) async throws(ServiceError) -> Bool {
        try await connection.connection.backOffForPart(stage, attempt: attempt, by: call.deadline)
    }
}
