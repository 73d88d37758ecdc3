import AccessEnablerConformance

/// `pairs`: plays every pair of values of a situation's dimensions, and compares each step with a model of the contract.
struct PairsCommand: Subcommand {
    static let name = "pairs"
    static let usage = """
        pairs [--adapter core | facade | COMMAND] [--row N] [--list yes | no] [--jobs N]
               plays situations in which every two values of their dimensions come together at least once, and
               compares each step of an implementation with a model of the contract
               --adapter facade  what is tested, as for run
               --row 7       this situation alone, with its values
               --list yes    tells the situations and plays none
        """

    private enum Answer: String, CaseIterable {
        case yes
        case no
    }

    private var adapter = Adapter.core
    private var row: Int?
    private var lists = false
    private var jobs = 2

    init(_ words: inout Words) throws {
        while let word = words.next() {
            switch word {
            case "--adapter", "--process": adapter = try Adapter(words.value(of: word), of: word)
            case "--row": row = try words.number(of: word, in: 1...PairTable.array.rows.count)
            case "--list": lists = try words.choice(of: word, Answer.self) == .yes
            case "--jobs": jobs = try words.number(of: word, in: 1...64)
            default: throw UsageError(message: "'\(word)' is not understood")
            }
        }
    }

    func run() async throws -> ExitCode {
        let rows = PairTable.array.rows
        let places = row.map { [$0 - 1] } ?? Array(rows.indices)
        if lists || row != nil {
            for place in places { Output.write(Self.line(place + 1, PairTable.values(of: rows[place]))) }
            if lists { return .holds }
        }
        try Surroundings.check()
        let (results, isGivenUp) = try await adapter.with(needs: PairRunner.needs) { implementation in
            await PairRunner(implementation, replay: adapter.words).run(rows: places, jobs: jobs) { result in
                if let trouble = result.trouble {
                    Output.write("row \(result.number) could not be run: \(TextReport.safe(trouble))\n")
                }
                guard let failure = result.failure else { return }
                Output.write(Self.line(result.number, result.values) + TextReport.safe(failure.report) + "\n\n")
            }
        }
        let failed = results.filter { $0.failure != nil }
        let troubled = results.count { $0.trouble != nil }
        let steps = results.reduce(0) { $0 + $1.steps }
        Output.write(
            "\(results.count - failed.count - troubled) of \(results.count) situations, \(steps) steps: no difference.\n"
        )
        if !failed.isEmpty, !isGivenUp { return .fails }
        return troubled == 0 && !isGivenUp ? .holds : .couldNotRun
    }

    private static func line(_ number: Int, _ values: [(dimension: String, value: String)]) -> String {
        "row \(number): " + values.map { "\($0.dimension) \($0.value)" }.joined(separator: ", ") + "\n"
    }
}
