public import AccessEnabler

/// What random sessions are like.
public struct SessionOptions: Sendable, Hashable {
    /// So many steps each. Default 40.
    public var length = 40
    /// Nil = each seed chooses the API.
    public var service: ServiceVersion?
    /// Nil = each seed chooses the platform.
    public var platform: PlatformBehaviour?
    /// A failing session is made as short as it can be. Default yes.
    public var shrinks = true
    /// Real time after which an answer counts as missing. Default 120 s: a busy disk may take its time.
    public var patience = Duration.seconds(120)

    /// The default options.
    public init() {}
}

/// What came of one random session.
public struct SessionResult: Sendable {
    /// The seed it was made from.
    public var seed: UInt64
    /// How many steps were played.
    public var steps: Int
    /// How often each condition decided, by id.
    public var exercised: [String: Int]
    /// What went otherwise than the model says; nil = nothing.
    public var failure: SessionFailure?
    /// The surroundings could not be set up: nothing is said about the implementation.
    public var trouble: String?
}

/// A session in which the implementation does otherwise than the model, made short.
public struct SessionFailure: Sendable {
    /// The steps that lead to it, one a line; the last one is where it shows.
    public var script: [String]
    /// What the last step had to tell, in order.
    public var expected: [String]
    /// What it told.
    public var seen: [String]
    /// What is wrong, in words.
    public var problem: String
    /// The conditions the last step is decided by.
    public var conditions: [String]
    /// Everything an engineer needs to see.
    public var report: String
}

/// Runs random sessions against an implementation and compares each step with a model of the contract.
///
/// A seed always makes the same session, which has the same outcome. What the model covers, and what not, is told in
/// the article "Random sessions and pairs".
public struct SessionRunner: Sendable {
    private let implementation: any Implementation
    private let options: SessionOptions
    private let words: String

    /// A runner of sessions; `replay` are words more of the command that plays a session again, with a space before each.
    public init(_ implementation: any Implementation, options: SessionOptions = SessionOptions(), replay: String = "") {
        self.implementation = implementation
        self.options = options
        words = replay
    }

    /// What an implementation must be able to that is to play sessions: all but what they never need.
    public static func needs(_ options: SessionOptions) -> Set<Capability> {
        var needs = Set(Capability.allCases).subtracting([
            .insideCallbacks, .showsLog, .seedsTokens, .storesFiles, .checksStore, .serviceProviders,
        ])
        if let service = options.service { needs.remove(service == .v1 ? .speaksV2 : .speaksV1) }
        if let platform = options.platform { needs.remove(platform == .iOS ? .behavesAsTVOS : .behavesAsIOS) }
        return needs
    }

    /// Runs the session of a seed.
    public func run(seed: UInt64) async -> SessionResult {
        let session = SessionGenerator.session(
            seed: seed, length: options.length, service: options.service, platform: options.platform)
        return await run(session, seed: seed, replay: replay(seed))
    }

    /// Runs `count` sessions, `jobs` at once, from seed `first` on, and tells each result as it comes.
    public func run(
        first: UInt64, count: Int, jobs: Int = 2, progress: @Sendable (SessionResult) -> Void = { _ in }
    ) async -> SessionSummary {
        await withTaskGroup(of: SessionResult.self) { group in
            var summary = SessionSummary()
            var next = 0
            func add() {
                guard next < count, implementation.givenUp == nil else { return }
                let seed = first &+ UInt64(next)
                next += 1
                group.addTask { await run(seed: seed) }
            }
            for _ in 0..<max(1, jobs) { add() }
            while let result = await group.next() {
                summary.add(result)
                progress(result)
                add()
            }
            return summary
        }
    }

    /// Runs a session; `seed` is told only, and so is `replay`, the way to see it again.
    func run(_ session: Session, seed: UInt64, replay: String) async -> SessionResult {
        var (shortest, outcome) = (
            session, await SessionRun.play(session, on: implementation, patience: options.patience)
        )
        var result = SessionResult(
            seed: seed, steps: outcome.steps, exercised: outcome.exercised, failure: nil, trouble: outcome.trouble)
        guard outcome.difference != nil else { return result }
        if options.shrinks {
            let shrinker = SessionShrinker(implementation: implementation, patience: options.patience)
            (shortest, outcome) = await shrinker.shrink(session, outcome)
        }
        result.failure = SessionReport.failure(shortest, outcome, replay: replay)
        return result
    }

    private func replay(_ seed: UInt64) -> String {
        var words = ["accessenabler-conformance sessions --seed \(seed) --count 1"]
        if options.length != SessionOptions().length { words.append("--length \(options.length)") }
        if let service = options.service { words.append("--service \(service.rawValue)") }
        if let platform = options.platform { words.append("--platform \(platform.rawValue)") }
        return words.joined(separator: " ") + self.words
    }
}

/// What came of many sessions.
public struct SessionSummary: Sendable {
    /// How many sessions were run.
    public private(set) var sessions = 0
    /// How many steps were played in all.
    public private(set) var steps = 0
    /// How often each condition decided, by id.
    public private(set) var exercised: [String: Int] = [:]
    /// The seeds of failing sessions, in order of seeds.
    public private(set) var failed: [UInt64] = []
    /// Why sessions could not be run, by seed.
    public private(set) var troubles: [UInt64: String] = [:]

    mutating func add(_ result: SessionResult) {
        sessions += 1
        steps += result.steps
        exercised.merge(result.exercised, uniquingKeysWith: +)
        if result.failure != nil { failed = (failed + [result.seed]).sorted() }
        troubles[result.seed] = result.trouble
    }

    /// The conditions of the list that never decided, in the list's order.
    public var unreached: [String] { Condition.all.map(\.id).filter { exercised[$0] == nil } }
}
