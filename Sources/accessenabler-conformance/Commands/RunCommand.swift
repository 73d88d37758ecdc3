import AccessEnabler
import AccessEnablerConformance

/// `run`: proves an implementation against the list of conditions.
struct RunCommand: Subcommand {
    static let name = "run"
    static let usage = """
        run [--adapter core | facade | COMMAND] [--only PATTERN[,PATTERN…]] [--service v1 | v2]
            [--platform iOS | tvOS] [--seed S] [--jobs N] [--patience SECONDS]
            [--format text | junit | json | markdown | html] [--output FILE]… [--no-color]
               proves an implementation against the conditions
               --adapter facade  the facade of the original SDK; AccessEnablerCore by default; any other word is a
                             command that speaks the adapter protocol: --adapter 'python3 adapter.py'
               --process 'COMMAND'  the same, for commands named core or facade
               --only S2.*   cases about these conditions alone
               --service v2  over this REST API of the service; over both by default
               --platform tvOS  cases with this behaviour alone
               --seed 7      the cases run in an order made of this number
               --jobs 4      so many cases at once; 2 by default
               --patience 60 an answer is waited for so long; 20 s by default
               --format html what is written to standard output; text by default
               --output FILE the report goes there as well, in the format its name ends in: .txt .xml .json .md .html;
                             may be given several times
               --no-color    no colours on a terminal; NO_COLOR does the same
        """

    private var adapter = Adapter.core
    private var filter: CaseFilter?
    private var services = ServiceVersion.allCases
    private var platform: PlatformBehaviour?
    private var seed: UInt64?
    private var jobs = 2
    private var patience = Duration.seconds(20)
    private var format = ReportFormat.text
    private var files: [(path: String, format: ReportFormat)] = []
    private var isPlain = false

    init(_ words: inout Words) throws {
        while let word = words.next() {
            switch word {
            case "--adapter", "--process": adapter = try Adapter(words.value(of: word), of: word)
            case "--only": filter = CaseFilter(try words.value(of: word))
            case "--service": services = [try words.choice(of: word)]
            case "--platform": platform = try words.choice(of: word, PlatformBehaviour.self)
            case "--seed": seed = UInt64(try words.number(of: word, in: 0...Int.max))
            case "--jobs": jobs = try words.number(of: word, in: 1...64)
            case "--patience": patience = .seconds(try words.number(of: word, in: 1...3600))
            case "--format": format = try words.choice(of: word)
            case "--output":
                let path = try words.value(of: word)
                files.append((path, try ReportFormat(path: path)))
            case "--no-color": isPlain = true
            default: throw UsageError(message: "'\(word)' is not understood")
            }
        }
    }

    func run() async throws -> ExitCode {
        let cases = ConditionCase.all.filter { conditionCase in
            (filter?.matches(conditionCase) ?? true)
                && (platform.map { $0 == conditionCase.situation.launch.platform } ?? true)
        }
        // A misspelt one among others would be a case nobody runs.
        if let idle = filter?.idle(in: ConditionCase.all).first {
            throw UsageError(message: "no case is about such a condition: '\(idle)'")
        }
        guard !cases.isEmpty else { throw UsageError(message: "no case is about such a condition") }
        // Before anything is run: nobody waits a minute to learn that there is no such folder.
        try Surroundings.check()
        let outputs = try files.map { (file: try OutputFile(path: $0.path), format: $0.format) }
        let terminal = Terminal(isPlain: isPlain)
        let (report, isGivenUp) = try await adapter.with { implementation in
            await run(cases, implementation, terminal)
        }
        var isWritten = true
        for output in outputs {
            do {
                try output.file.write(try output.format.text(of: report, colours: false))
            } catch {
                // The others are not lost with it.
                Output.complain(String(describing: error))
                isWritten = false
            }
        }
        Output.write(try format.text(of: report, colours: terminal.hasColours))
        if let missing = Self.missing(report) {
            Output.complain("no case applies: what the implementation lacks is \(missing)")
        }
        return isGivenUp || !isWritten ? .couldNotRun : Self.code(report)
    }

    private func run(
        _ cases: [ConditionCase], _ implementation: any Implementation, _ terminal: Terminal
    ) async -> RunReport {
        let start = ContinuousClock.now
        let progress = ProgressLine(all: cases.count * services.count, terminal)
        var parts: [RunReport.Service] = []
        for service in services {
            let runner = ConformanceRunner(implementation, service: service, patience: patience)
            let results =
                if let seed {
                    await runner.run(cases, seed: seed, jobs: jobs) { progress.take($0) }
                } else {
                    await runner.run(cases, jobs: jobs) { progress.take($0) }
                }
            parts.append(RunReport.Service(service, results))
            if implementation.givenUp != nil { break }
        }
        progress.end()
        return RunReport(
            implementation: implementation.name, seed: seed, duration: .now - start, services: parts,
            notes: implementation.notes + [implementation.givenUp].compactMap(\.self))
    }

    /// What an implementation lacks that none of the cases applies to; nil = some apply.
    private static func missing(_ report: RunReport) -> String? {
        var missing: Set<Capability> = []
        for result in report.results {
            switch result.unjudged {
            case .notApplicable(let more): missing.formUnion(more)
            case .notOnV2: break
            case nil, .couldNotRun: return nil
            }
        }
        return missing.isEmpty ? nil : missing.map(\.rawValue).sorted().joined(separator: ", ")
    }

    /// 0 all that was judged holds, 1 some fail, 2 nothing was judged, or a case could not be run.
    static func code(_ report: RunReport) -> ExitCode {
        let outcomes = Set(report.results.map(\.outcome))
        if outcomes.contains(.fails) { return .fails }
        return outcomes.contains(.holds) && !outcomes.contains(.couldNotRun) ? .holds : .couldNotRun
    }
}
