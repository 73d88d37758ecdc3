import AdobePass
import Base
import EntitlementStore
import PlatformAccount

extension Engine {
    /// Step 2, carried out.
    func setRequestor(_ requestor: String, _ serviceURLs: [String]) async {
        if let current = self.requestor, !current.isSameID(as: requestor) { leaveRequestor() }
        self.requestor = requestor
        let deadline = Deadline(in: surroundings.verbLimit, on: surroundings.clock)
        var visit = Visit(
            requestor: requestor, urls: surroundings.services.urls(serviceURLs), deadline: deadline)
        var machine = SetRequestor()
        var actions = machine.begin()
        while !actions.isEmpty {
            if Task.isCancelled { return }
            if let event = await carryOut(actions.removeFirst(), &visit) { actions += machine.handle(event) }
        }
    }

    /// S2.F: another requestor ends a login in progress, and a selection means nothing to it.
    private func leaveRequestor() {
        endFlow()
        selection = nil
    }

    /// What one call of `setRequestor` is about.
    private struct Visit: Sendable {
        var requestor: String
        var urls: [String]
        var deadline: Deadline
        /// Known once the store is open; nothing but telling is done before.
        var device = Secret("")
    }

    private func carryOut(_ action: SetRequestor.Action, _ visit: inout Visit) async -> SetRequestor.Event? {
        let device = visit.device
        let call = serviceCall(deviceID: device, deadline: visit.deadline)
        switch action {
        case .openStore:
            guard let device = deviceID() else {
                missingConfiguration = .storeUnreadable
                return .store(isReadable: false)
            }
            visit.device = device
            return .store(isReadable: true)
        case .tell(let callback):
            tell(callback)
            return nil
        case .askConfiguration: return await askConfiguration(visit, call)
        case .removeForeignTokens:
            let count = attempt("tokens of another device") { store throws(StoreError) in
                try store.removeTokens(notBoundTo: device)
            }
            return .foreignTokens(areRemoved: (count ?? 0) > 0)
        case .use(let configuration):
            configurations[ExactText(visit.requestor)] = configuration
            return nil
        case .lookAtPlatform:
            return .platform(await surroundings.platformAccount.look(now: serviceTime))
        case .removePartnerTokens(let provider):
            removePartnerTokens(of: visit.requestor, exceptFrom: provider)
            return nil
        case .readStored:
            return .stored(latestToken(of: visit.requestor), now: now)
        case .start(let request, let url):
            return .started(
                await ask(.debug, "partner sign-in") { () async throws(ServiceError) in
                    try await surroundings.services.service(at: url).beginPartnerSignIn(request, call: call)
                })
        case .askSAML(let verificationToken, let attributeNames):
            return .saml(
                await surroundings.platformAccount.saml(
                    verificationToken: verificationToken, attributeNames: attributeNames, now: serviceTime))
        case .exchange(let request, let saml, let url):
            return .exchanged(
                await ask(.debug, "exchange") { () async throws(ServiceError) in
                    try await surroundings.services.service(at: url).completePartnerSignIn(
                        request, samlResponse: saml, call: call)
                })
        case .save(let authentication, let provider, let url):
            _ = save(authentication, provider: provider, url: url)
            return nil
        }
    }

    private func askConfiguration(_ visit: Visit, _ call: ServiceCall) async -> SetRequestor.Event {
        let answers = await surroundings.services.configurations(
            of: visit.requestor, from: visit.urls, call: call)
        let isClockOff = judgeClock(answers.reading)
        if case .failure(let error) = answers.merged { missingConfiguration = configurationFailure(error) }
        return .configuration(answers.merged, isClockOff: isClockOff)
    }

    /// S2.K. True when the host is to be told: once an object.
    private func judgeClock(_ reading: ServicePool.ClockReading?) -> Bool {
        guard let reading, ClockSkew.isPlausible(reading.service) else { return false }
        clockOffset = ClockSkew.offset(service: reading.service, device: reading.device)
        guard clockOffset != .zero, !hasWarnedOfClock else { return false }
        hasWarnedOfClock = true
        return true
    }

    private func removePartnerTokens(of requestor: String, exceptFrom provider: String?) {
        _ = attempt("partner tokens") { store throws(StoreError) in
            for token in try store.tokens(requestor: requestor, service: surroundings.storeService)
            where token.kind == .partner {
                if let provider, isSameProvider(token, provider) { continue }
                try store.remove(token)
            }
        }
    }

    /// Asks the service; a failure is logged and gives nil.
    func ask<Value: Sendable>(
        _ level: LogLevel, _ purpose: String, _ question: () async throws(ServiceError) -> Value
    ) async -> Value? {
        try? await answer(level, purpose, question).get()
    }

    /// Asks the service; a failure is logged.
    func answer<Value: Sendable>(
        _ level: LogLevel, _ purpose: String, _ question: () async throws(ServiceError) -> Value
    ) async -> Result<Value, ServiceError> {
        do {
            return .success(try await question())
        } catch {
            surroundings.log.log(level, category: "service", "\(purpose): \(error.code) \(error.message)")
            return .failure(error)
        }
    }

    /// The service's time, for code that runs later.
    var serviceTime: @Sendable () -> Timestamp {
        let (clock, offset) = (surroundings.clock, clockOffset)
        return { clock.now + offset }
    }
}
