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
    struct Object {
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
    var objects: [Object] = []
    var current = 0
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

    /// Releases every object; tells why one does not go, or what came from one that had gone.
    @discardableResult
    func end() async -> String? {
        let violations = journal.violations.count
        for place in objects.indices { release(place) }
        var problem: String?
        for object in objects {
            do { try await object.instance.waitUntilGone() } catch { problem = problem ?? String(describing: error) }
        }
        problem = problem ?? journal.violations.dropFirst(violations).first
        // What callbacks reach for holds the objects, and they hold it.
        let released = instances.withLock { instances in
            defer { instances = [:] }
            return instances
        }
        withExtendedLifetime(released) {}
        return problem
    }
}

// MARK: - Waiting

extension CaseRun {
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
            if journal.everything.isEmpty { implementation.heardNothing(within: patience) }
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

    func release(_ place: Int) {
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
