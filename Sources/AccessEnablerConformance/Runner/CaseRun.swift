import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// The implementation never answered.
struct Stuck: Error {
    let waitedFor: String
}

/// What had to be true before a case never came true.
struct Unprepared: Error {
    let text: String
}

/// A person's part of a case went otherwise than the case says.
struct Astray: Error {
    let text: String
}

/// One case on its way: the objects made so far, and what came of them.
actor CaseRun {
    private struct Object {
        let instance: any ImplementationInstance
        let platform: PlatformBehaviour
    }

    let conditionCase: ConditionCase
    let implementation: any Implementation
    let bench: Bench
    let patience: Duration
    let journal = Journal()
    let log = Lock<[String]>([])
    private let instances = Lock<[Int: any ImplementationInstance]>([:])
    private var objects: [Object] = []
    private(set) var current = 0
    private var sentinels = 0

    init(_ conditionCase: ConditionCase, _ implementation: any Implementation, _ bench: Bench, patience: Duration) {
        self.conditionCase = conditionCase
        self.implementation = implementation
        self.bench = bench
        self.patience = patience
    }

    /// Runs the case and judges it.
    func run() async throws -> CaseResult {
        do {
            try await prepare()
        } catch let stuck as Stuck {
            return Judge.unprepared(conditionCase, "no answer within \(patience): \(stuck.waitedFor)", journal.seen)
        } catch let unprepared as Unprepared {
            return Judge.unprepared(conditionCase, unprepared.text, journal.seen)
        } catch let astray as Astray {
            return Judge.unprepared(conditionCase, astray.text, journal.seen)
        }
        let questionsBefore = bench.platform.scripted.questions.count
        let uptimeBefore = bench.clock.uptime
        let start = bench.clock.now
        journal.begin(reactions: conditionCase.reactions)
        for simulator in bench.simulators { simulator.clearRequests() }

        var evidence = Evidence(start: start, service: bench.service)
        do {
            try await apply(conditionCase.situation.facts)
            if objects.isEmpty { try await launch(conditionCase.situation.launch) }
            for step in conditionCase.script { try await play(step) }
            try await settle()
        } catch let stuck as Stuck {
            evidence.stuck = "no answer within \(patience): \(stuck.waitedFor)"
        } catch let astray as Astray {
            evidence.stuck = astray.text
        }
        evidence.callbacks = journal.seen
        evidence.verbs = journal.verbs
        evidence.objects = objectEvidence()
        evidence.firstRequests = bench.first.requests.filter { !$0.isPersons }
        evidence.secondRequests = bench.simulators.dropFirst().flatMap(\.requests).filter { !$0.isPersons }
        evidence.polls = bench.clock.waits.filter { $0.reason == .poll }.map(\.duration)
        evidence.pollsUnderWay = bench.clock.sleeperCount(.poll)
        evidence.questions = Array(bench.platform.scripted.questions.dropFirst(questionsBefore))
        evidence.waited = bench.clock.uptime - uptimeBefore
        if conditionCase.proofs.contains(.keepsDamagedStore) {
            evidence.keepsDamagedStore = try bench.keepsDamagedStore()
        }
        if evidence.stuck == nil { evidence.stored = await storedState() }
        // Read last: what the check of the store brought to light counts, too.
        evidence.violations = journal.violations
        evidence.everything = journal.everything
        evidence.keepsMediaToken = bench.storeHolds(anyOf: journal.everything.mediaTokens)
        evidence.unplayable = bench.unplayable(journal.everything)
        evidence.log = log.withLock { $0 }
        evidence.secrets = bench.samlResponses + [Programme.userID, Programme.viewerID]
        if conditionCase.proofs.contains(.secretsStayInStore) {
            let stored = implementation.secrets(in: try context(conditionCase.situation.launch))
            evidence.secrets += stored + [bench.first.softwareStatement]
            evidence.leaks = bench.leaks(of: evidence.secrets)
        }
        var result = Judge.judge(conditionCase, evidence)
        result.log = evidence.log
        result.secrets =
            (evidence.secrets + evidence.everything.secretsTold + [bench.first.softwareStatement]).filter {
                !$0.isEmpty
            }.map { Secret($0) }
        return result
    }

    private func objectEvidence() -> [Evidence.Object] {
        let entries = journal.entries
        return objects.enumerated().map { place, object in
            Evidence.Object(
                platform: object.platform, isReleased: journal.isReleased(place),
                callbacks: entries.filter { $0.object == place }.map(\.callback))
        }
    }

    /// Releases every object; tells why one does not go.
    @discardableResult
    func end() async -> String? {
        for place in objects.indices { release(place) }
        var problem: String?
        for object in objects {
            do { try await object.instance.waitUntilGone() } catch { problem = problem ?? String(describing: error) }
        }
        // What callbacks reach for holds the objects, and they hold it.
        let released = instances.withLock { instances in
            defer { instances = [:] }
            return instances
        }
        withExtendedLifetime(released) {}
        return problem
    }
}

// MARK: - The script

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

    /// Looks again and again until something holds that nobody tells of, or the task is cancelled.
    static func lookAgain(until holds: () -> Bool) async {
        while !holds(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }

    /// Waits until every object has answered all it was asked.
    func settle() async throws {
        for (place, object) in objects.enumerated() where !journal.isReleased(place) {
            sentinels += 1
            let number = sentinels
            journal.call(Sentinel.verb(number), of: place, object.instance)
            try await reach("the verbs called so far") { [journal] in
                await journal.wait { seen in
                    journal.isReleased(place) || seen.contains { Sentinel.number(of: $0) == number }
                }
            }
        }
    }

    func reach(_ what: String, _ wait: @escaping @Sendable () async -> Void) async throws {
        if let end = journal.end { throw Astray(text: end) }
        do {
            try await withTimeLimit(patience, on: SystemClock()) { [journal] in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await wait() }
                    group.addTask { await journal.waitForEnd() }
                    await group.next()
                    group.cancelAll()
                }
            }
        } catch is TimeLimitExceeded {
            throw Stuck(waitedFor: what)
        }
        if let end = journal.end { throw Astray(text: end) }
    }
}

// MARK: - Objects

extension CaseRun {
    func launch(_ launch: Launch) async throws {
        let place = objects.count
        let context = try context(launch)
        let instance = try await implementation.make(context) { [journal, instances, bench] callback in
            journal.receive(callback, from: place) { act in
                let instance = instances.withLock { $0[place] }
                Self.react(act, to: callback, with: instance, journal, place, bench)
            }
        }
        instances.withLock { $0[place] = instance }
        objects.append(Object(instance: instance, platform: launch.platform))
        current = place
    }

    func perform(_ verb: Verb) {
        journal.call(verb, of: current, objects[current].instance)
    }

    private func release(_ place: Int) {
        guard !journal.isReleased(place) else { return }
        Self.react(.release, to: nil, with: objects[place].instance, journal, place, bench)
    }

    private static func react(
        _ act: Reaction.Act, to callback: Callback?, with instance: (any ImplementationInstance)?, _ journal: Journal,
        _ place: Int, _ bench: Bench
    ) {
        func call(_ verb: Verb) { journal.call(verb, of: place, instance) }
        switch act {
        case .call(let verb): call(verb)
        case .answerPicker(let choice): callback.map { [$0] }?.dialogs.last?.answer(choice)
        case .followPage:
            guard let page = callback.map({ [$0] })?.lastPage, let url = bench.browser.follow(page) else { return }
            call(.handleExternalURL(url))
        case .block: bench.heldAnswers.wait()
        case .release:
            journal.release(place, instance)
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
