import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// The steps of a script.
extension CaseRun {
    func play(_ step: ScriptStep) async throws {
        switch step {
        case .setRequestor(let requestor, let addresses):
            perform(.setRequestor(requestor, serviceProviders: try addresses.map { try bench.url($0) }))
        case .checkAuthentication:
            perform(.checkAuthentication)
        case .getMetadata(let key):
            perform(.getMetadata(key, arguments: key.arguments))
        case .setOptions(let options):
            perform(.setOptions(options))
        case .getAuthentication(let forced, let filter):
            perform(.getAuthentication(forced: forced, filter: filter))
        case .setSelectedProvider(let mvpd):
            perform(.setSelectedProvider(mvpd))
        case .handleExternalURL(let url):
            perform(.handleExternalURL(url))
        case .handleRedirect:
            guard let redirect = bench.browser.redirect else { throw Astray(text: "no browser was sent back") }
            perform(.handleExternalURL(redirect))
        case .logout:
            perform(.logout)
        case .call(let verb):
            perform(verb)
        case .person(let act):
            let seen = journal.seen
            let wrong = await bench.browser.perform(
                act, page: seen.lastPage, code: seen.lastCode, at: bench.first.baseURL)
            if let wrong { throw Astray(text: wrong) }
        case .answerPicker(let choice, let place):
            let dialogs = journal.seen.dialogs
            guard let dialog = place.map({ $0 < dialogs.count ? dialogs[$0] : nil }) ?? dialogs.last else {
                throw Astray(text: "there was no picker to answer")
            }
            dialog.answer(choice)
        case .polls(let count):
            try await passPolls(count)
        case .pollsUntil(let kind, let count):
            try await passPolls(until: kind, count)
        case .change(let facts):
            try await settle()
            try await apply(facts)
        case .meanwhile(let facts):
            try await apply(facts)
        case .seed(let tokens):
            try await settle()
            try await implementation.seed(tokens, in: try context(conditionCase.situation.launch))
        case .wait(let moment):
            try await wait(for: moment)
        case .relaunch(let launch, let facts):
            try await settle()
            release(current)
            try await apply(facts)
            try await self.launch(launch)
        case .another(let launch):
            try await self.launch(launch)
        case .use(let place):
            current = place
        case .release:
            release(current)
        case .unblock:
            bench.heldAnswers.open()
        }
    }

    func apply(_ facts: [Fact]) async throws {
        for fact in facts {
            let (now, uptime) = (bench.clock.now, bench.clock.uptime)
            try await fact.apply(bench)
            // Before anything else becomes true: who is told of the time must not be late.
            if bench.clock.now != now || bench.clock.uptime != uptime { try await noticeTime() }
        }
    }

    private func noticeTime() async throws {
        for (place, object) in objects.enumerated() where !journal.isReleased(place) {
            try await reach("the time noticed") { try? await object.instance.noticeTime() }
        }
    }

    private func wait(for moment: Moment) async throws {
        switch moment {
        case .callback(let kind, let count):
            try await reach("\(kind.rawValue), \(count)") { [journal] in
                await journal.wait { seen in seen.count { $0.kind == kind } >= count }
            }
        case .platformAsked:
            try await reach("a question to the platform") { [bench] in await bench.platform.scripted.waitForHeld() }
        case .pollingOver:
            try await reach("the end of polling") { [clock = bench.clock] in
                // Nobody tells when a wait is given up.
                await Self.lookAgain { clock.sleeperCount(.poll) == 0 }
            }
        case .asked(let role, let address):
            let (simulator, endpoint) = (try bench.simulator(address), try bench.endpoint(of: role))
            try await reach("a request of \(role.rawValue)") { await simulator.waitForRequests(at: endpoint) }
        case .answered(let role, let address):
            let (simulator, endpoint) = (try bench.simulator(address), try bench.endpoint(of: role))
            try await reach("an answer of \(role.rawValue)") { [bench] in
                // Nobody tells when an answer has arrived: when no request is under way but those that services hold
                // back.
                await Self.lookAgain { simulator.hasAnswered(endpoint) && bench.hasReceivedAnswers }
            }
        }
    }
}

extension PassSimulator {
    fileprivate func hasAnswered(_ endpoint: Endpoint) -> Bool {
        requests(at: endpoint).contains { $0.status != nil }
    }
}

extension Bench {
    /// As many requests wait for their limit as are not answered: every answer given has arrived.
    fileprivate var hasReceivedAnswers: Bool {
        let unanswered = simulators.flatMap(\.requests).count { $0.status == nil }
        return clock.sleeperCount(.deadline, lasting: Limit.request) <= unanswered
    }
}
