import AccessEnabler
import Base

/// One session on the real stack, compared with the model after each step.
struct SessionRun {
    /// What went otherwise than the model says.
    struct Difference: Sendable {
        /// The place of the step.
        var step: Int
        /// What the step was to tell.
        var expected: [ExpectedCallback]
        /// What it told.
        var seen: [Callback]
        /// Where it differs; nil = it is something else, said in `problem`.
        var place: Int?
        /// In words.
        var problem: String
    }

    /// What came of a session.
    struct Outcome: Sendable {
        var difference: Difference?
        /// How often each condition decided.
        var exercised: [String: Int] = [:]
        /// How many steps were played.
        var steps = 0
        /// The surroundings could not be set up: nothing is said about the implementation.
        var trouble: String?
        /// The implementation's last log lines.
        var log: [String] = []
    }

    /// Between two steps: no two things happen at the same instant.
    static let pause = Duration.milliseconds(1)

    private let session: Session
    private let run: CaseRun
    private let bench: Bench
    private var model: ContractModel
    private var matcher: Matcher
    private var expected: [ExpectedCallback] = []
    private var outcome = Outcome()

    private init(_ session: Session, _ run: CaseRun, _ bench: Bench) {
        self.session = session
        self.run = run
        self.bench = bench
        model = ContractModel(session.service, session.platform)
        matcher = Matcher(start: bench.clock.now, service: session.service)
    }

    /// Plays a session up to its first difference.
    static func play(_ session: Session, on implementation: any Implementation, patience: Duration) async -> Outcome {
        do {
            let bench = try Bench(session.service)
            for fact in [Fact.enhancedErrors, .temporaryPass(ServiceMemory.passLife)] { try await fact.apply(bench) }
            let run = CaseRun(.session(session.platform), implementation, bench, patience: patience)
            var session = SessionRun(session, run, bench)
            await session.play()
            if let problem = await run.end(), session.outcome.difference == nil, session.outcome.trouble == nil {
                session.outcome.difference = Difference(
                    step: session.session.steps.count - 1, expected: [], seen: [], place: nil, problem: problem)
            }
            await bench.close()
            return session.outcome
        } catch {
            return Outcome(trouble: String(describing: error))
        }
    }

    private mutating func play() async {
        do {
            try await run.launch(Launch(session.platform))
            for (place, step) in session.steps.enumerated() {
                try await run.apply([.pass(Self.pause)])
                model.world.time = bench.clock.uptime
                if let wait = bench.clock.waits.last(where: { $0.reason == .poll }) { model.pollWait = wait.duration }
                guard let due = model.play(step) else { continue }
                outcome.steps += 1
                for id in model.exercised { outcome.exercised[id, default: 0] += 1 }
                outcome.difference = try await play(step, due, at: place)
                if outcome.difference != nil { break }
            }
        } catch {
            outcome.trouble = String(describing: error)
        }
        if outcome.difference != nil { outcome.log = run.log.withLock { $0.suffix(12) } }
    }

    /// One step, and what comes of it.
    private mutating func play(
        _ step: SessionStep, _ due: [ExpectedCallback], at place: Int
    ) async throws -> Difference? {
        let first = expected.count
        expected += due
        let requests = bench.first.requests.count
        var problem: String?
        do {
            try await act(step, due)
            try await quiesce(from: first)
        } catch let stuck as Stuck {
            problem = "no answer: \(stuck.waitedFor)"
        } catch let astray as Astray {
            problem = astray.text
        }
        let seen = run.journal.seen
        func difference(at wrong: Int?, _ problem: String) -> Difference {
            Difference(
                step: place, expected: due, seen: Array(seen.dropFirst(first)), place: wrong.map { $0 - first },
                problem: problem)
        }
        for number in first..<max(expected.count, seen.count) {
            guard number < expected.count, number < seen.count, matcher.matches(expected[number], seen[number]) else {
                return difference(at: number, problem ?? "the callbacks are not those due")
            }
        }
        if let problem { return difference(at: nil, problem) }
        if let violation = run.journal.violations.first { return difference(at: nil, violation) }
        // S3: no network.
        if step == .verb(.checkAuthentication), bench.first.requests.count > requests {
            return difference(at: nil, "checkAuthentication asked the service")
        }
        return nil
    }

    private func act(_ step: SessionStep, _ due: [ExpectedCallback]) async throws {
        switch step {
        case .verb(let verb): await run.perform(verb)
        case .breath(let verbs): await run.perform(verbs)
        case .signsIn: try await run.play(.person(.signsIn))
        case .activates:
            try await run.play(.person(.activates))
            let verdicts = expected.count { $0.kind == .setAuthenticationStatus }
            try await run.play(.pollsUntil(.setAuthenticationStatus, count: verdicts))
        case .answersPicker(let choice): try await run.play(.answerPicker(choice))
        case .answersPrompt(let answer): bench.platform.answerPrompt(answer)
        case .change(.deviceClock(let hours)): try await run.apply([.deviceClock(by: .seconds(3600 * hours))])
        case .change(let change): try change.happen(around: bench)
        case .pass(let duration): try await run.apply([.pass(duration)])
        case .relaunch: try await run.play(.relaunch(Launch(session.platform)))
        case .another: try await run.launch(Launch(session.platform))
        case .use(let place): try await run.play(.use(place))
        }
    }

    /// Waits for what is due; then for the answer to a question of the runner's own, which comes after all else; then
    /// until nobody is on the way to a wait any more.
    private func quiesce(from first: Int) async throws {
        let (expected, journal, clock) = (expected, run.journal, bench.clock)
        try await run.reach("\(expected.count - first) callbacks") {
            await journal.wait { seen in
                let told = seen.filter { Sentinel.number(of: $0) == nil }
                if told.count >= expected.count { return true }
                return zip(told, expected).dropFirst(first).contains { $0.kind != $1.kind }
            }
        }
        try await run.settle()
        let living = model.objects.filter { !$0.isReleased }
        if living.contains(where: { $0.flow?.isAtScreen == true }) {
            try await run.reach("the wait for the next poll") { await clock.waitForSleepers(.poll) }
        } else if clock.sleeperCount(.poll) > 0 {
            try await run.play(.wait(.pollingOver))
        }
        let prompts = living.count { if case .prompt = $0.flow?.stage { true } else { false } }
        if bench.platform.openPrompts != prompts {
            let platform = bench.platform
            try await run.reach("the permission prompt") {
                await CaseRun.lookAgain { platform.openPrompts == prompts }
            }
        }
        let pages = living.count { $0.logoutEnd != nil }
        if pages > 0 {
            try await run.reach("the wait for the end of a logout") {
                await clock.waitForSleepers(.deadline, count: pages, lasting: ContractModel.logoutLimit)
            }
        }
    }
}

extension CaseRun {
    /// Calls verbs in one breath.
    func perform(_ verbs: [Verb]) {
        for verb in verbs { perform(verb) }
    }
}

extension ConditionCase {
    /// What a session begins with: nothing has happened.
    fileprivate static func session(_ platform: PlatformBehaviour) -> ConditionCase {
        ConditionCase(
            [], "a session", Situation(.fresh, launch: Launch(platform)), script: [], expect: [], requests: .none,
            platform: .nothing)
    }
}

extension ExpectedCallback {
    /// The callback's name.
    var kind: CallbackKind {
        switch self {
        case .complete: .setRequestorComplete
        case .status, .telling, .registrationCode: .status
        case .authentication: .setAuthenticationStatus
        case .metadata: .setMetadataStatus
        case .tracking, .selectionTracking, .authorizationTracking: .sendTrackingData
        case .dialog: .displayProviderDialog
        case .page: .navigateToUrl
        case .present: .presentTVProviderDialog
        case .dismiss: .dismissTVProviderDialog
        case .token: .setToken
        case .refused: .tokenRequestFailed
        case .preauthorized: .preauthorizedResources
        case .decisions: .preauthorizeResponse
        case .selected: .selectedProvider
        }
    }
}
