import AccessEnabler
import Base

/// Random verbs against a service, a platform and a clock that misbehave at random, for as long as one likes.
///
/// Several lanes run side by side, each with its own service, device and objects. Most begin anew with every lap; one
/// lives on with its objects, so that what grows in an object shows, too. Between two laps everything rests: then the
/// process is looked at, and what it holds must not grow.
public struct Soak: Sendable {
    /// The first of all random numbers: the same seed plays the same acts.
    public let seed: UInt64
    /// Lanes beside the one that lives on.
    public let lanes: Int
    /// Acts of a lane in one lap.
    public let steps: Int
    private let implementation: any Implementation
    private let patience: Duration
    private let companion: SoakCompanion?

    /// How far a soak has come.
    public struct Progress: Sendable {
        /// Laps done.
        public var laps = 0
        /// Verbs called.
        public var verbs = 0
        /// Callbacks received.
        public var callbacks = 0
        /// What was done how often: kinds of verbs, of objects, of faults and so on.
        public var counts: [String: Int] = [:]
        /// What the process holds, after each lap.
        public var figures: [ProcessFigures] = []
        /// What did not hold; empty as it should be.
        public var problems: [String] = []
    }

    /// A soak of an implementation.
    ///
    /// `patience` is how long, in real time, an object may take to answer once nothing holds it up. With a
    /// `companion`, another process works at the store of the lane that lives on.
    public init(
        _ implementation: any Implementation = InProcessImplementation(), seed: UInt64, lanes: Int = 3,
        steps: Int = 120, patience: Duration = .seconds(60), companion: SoakCompanion? = nil
    ) {
        self.companion = companion
        self.implementation = implementation
        self.seed = seed
        self.lanes = lanes
        self.steps = steps
        self.patience = patience
    }

    /// Runs laps until `goesOn` says no, which is asked after each.
    public func run(while goesOn: (Progress) async -> Bool) async throws -> Progress {
        var progress = Progress()
        var elder = try SoakLane(implementation, patience: patience)
        repeat {
            let lap = progress.laps
            let known = progress.problems.count
            await withTaskGroup(of: Epoch.self) { [elder] group in
                group.addTask { await epoch(of: elder, lap: lap, lane: 0, isLast: false) }
                for lane in 0..<lanes {
                    group.addTask { await youngEpoch(lap: lap, lane: lane + 1) }
                }
                for await epoch in group { progress.add(epoch) }
            }
            progress.laps += 1
            progress.figures.append(await Self.figuresAtRest())
            if progress.problems.count > known {
                // What went wrong may have been in it.
                await elder.close()
                elder = try SoakLane(implementation, patience: patience)
            }
        } while await goesOn(progress)
        await elder.close()
        return progress
    }

    /// What a lane did in a lap.
    struct Epoch: Sendable {
        var verbs = 0
        var callbacks = 0
        var counts: [String: Int] = [:]
        var problems: [String] = []
    }

    private func youngEpoch(lap: Int, lane: Int) async -> Epoch {
        do {
            let young = try SoakLane(implementation, patience: patience)
            let epoch = await epoch(of: young, lap: lap, lane: lane, isLast: true)
            await young.close()
            return epoch
        } catch {
            return Epoch(problems: ["lap \(lap), lane \(lane): no lane could be made: \(error)"])
        }
    }

    private func epoch(of lane: SoakLane, lap: Int, lane number: Int, isLast: Bool) async -> Epoch {
        // Each epoch has its own seed, so that it does not hang on how the lanes before it went.
        var random = SeededRandom(seed: (seed &* 1_000_033 &+ UInt64(lap)) &* 1009 &+ UInt64(number))
        var result = Epoch()
        func name(_ problem: String) -> String { "lap \(lap), lane \(number): \(problem)" }
        do {
            let tally = try await lane.epoch(steps, &random, with: isLast ? nil : companion)
            result.problems = tally.problems.map(name)
            result.verbs = tally.parts.reduce(0) { $0 + $1.verbs.count }
            result.callbacks = tally.parts.reduce(0) { $0 + $1.callbacks.count }
            result.counts = tally.counts
        } catch let stuck as Stuck {
            result.problems = [name("no answer within \(patience): \(stuck.waitedFor)")]
        } catch let astray as Astray {
            result.problems = [name(astray.text)]
        } catch {
            result.problems = [name("\(error)")]
        }
        if !result.problems.isEmpty {
            let acts = await lane.diary.acts
            result.problems.append(name("the last acts: " + acts.joined(separator: "; ")))
            result.problems.append(
                name("the last of the log: " + (await lane.diary.lastLines).joined(separator: "\n    ")))
        } else if !isLast {
            do { try await lane.turnPage() } catch { result.problems = [name("\(error)")] }
        }
        return result
    }

    /// Threads and connections end a moment after the objects they belong to: looked at until nothing changes.
    private static func figuresAtRest() async -> ProcessFigures {
        var figures = ProcessFigures.now()
        for _ in 0..<40 {
            try? await Task.sleep(for: .milliseconds(25))
            let next = ProcessFigures.now()
            let isAtRest = next.descriptors >= figures.descriptors && next.threads >= figures.threads
            figures = next
            if isAtRest { break }
        }
        return figures
    }
}

extension Soak.Progress {
    mutating func add(_ epoch: Soak.Epoch) {
        verbs += epoch.verbs
        callbacks += epoch.callbacks
        counts.merge(epoch.counts, uniquingKeysWith: +)
        problems += epoch.problems
    }
}
