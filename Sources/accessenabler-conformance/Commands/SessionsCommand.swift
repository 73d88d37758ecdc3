import AccessEnabler
import AccessEnablerConformance

/// `sessions`: plays random sessions and compares each step with a model of the contract.
struct SessionsCommand: Subcommand {
    static let name = "sessions"
    static let usage = """
        sessions [--adapter core | facade | COMMAND] [--seed S] [--count N] [--length N] [--service v1 | v2]
                 [--platform iOS | tvOS] [--shrink yes | no] [--jobs N]
               plays random sessions of an implementation, and compares each step with a model of the contract
               --adapter facade  what is tested, as for run
               --seed 7      the first session's seed, 1 by default; the ones after it have the next numbers
               --count 100   so many sessions; 100 by default
               --length 60   so many steps each; 40 by default
               --service v2  over this REST API of the service; as the seed says by default
               --platform tvOS  with this behaviour; as the seed says by default
               --shrink no   a failing session is told as it is; by default made as short as it can be
        """

    /// Whether failing sessions are made short.
    private enum Shrink: String, CaseIterable {
        case yes
        case no
    }

    private var adapter = Adapter.core
    private var options = SessionOptions()
    private var first = 1
    private var count = 100
    private var jobs = 2

    init(_ words: inout Words) throws {
        while let word = words.next() {
            switch word {
            case "--adapter", "--process": adapter = try Adapter(words.value(of: word), of: word)
            case "--seed": first = try words.number(of: word, in: 0...Int.max)
            case "--count": count = try words.number(of: word, in: 1...10_000_000)
            case "--length": options.length = try words.number(of: word, in: 1...10_000)
            case "--service": options.service = try words.choice(of: word)
            case "--platform": options.platform = try words.choice(of: word)
            case "--shrink": options.shrinks = try words.choice(of: word, Shrink.self) == .yes
            case "--jobs": jobs = try words.number(of: word, in: 1...64)
            default: throw UsageError(message: "'\(word)' is not understood")
            }
        }
    }

    func run() async throws -> ExitCode {
        try Surroundings.check()
        let start = ContinuousClock.now
        let (summary, isGivenUp) = try await adapter.with(needs: SessionRunner.needs(options)) { implementation in
            let runner = SessionRunner(implementation, options: options, replay: adapter.words)
            return await runner.run(first: UInt64(first), count: count, jobs: jobs) { result in
                guard let failure = result.failure else { return }
                Output.write("seed \(result.seed)\n\(TextReport.safe(failure.report))\n\n")
            }
        }
        let seconds = (ContinuousClock.now - start).components.seconds
        Output.write(
            "\(TextReport.safe(SessionReport.summary(summary)))\nSeeds \(first) to \(first + count - 1), in \(seconds) s.\n"
        )
        if !summary.failed.isEmpty, !isGivenUp { return .fails }
        return summary.troubles.isEmpty && !isGivenUp ? .holds : .couldNotRun
    }
}
