import AccessEnablerConformance

/// `run`: proves an implementation against the list of conditions.
struct RunCommand: Subcommand {
    static let name = "run"
    static let usage = """
        run [--only PATTERN[,PATTERN…]] [--service v1 | v2] [--jobs N]
               proves AccessEnablerCore against them
               --only S2.*   cases about these conditions alone
               --service v2  over this REST API of the service; over both by default
               --jobs 4      so many cases at once; 2 by default
        """

    private var filter: CaseFilter?
    private var services = ServiceVersion.allCases
    private var jobs = 2
    private var adapter = Adapter.core

    init(_ words: inout Words) throws {
        while let word = words.next() {
            switch word {
            case "--only": filter = CaseFilter(try words.value(of: word))
            case "--service": services = [try words.choice(of: word)]
            case "--adapter": adapter = Adapter(try words.value(of: word))
            case "--process": adapter = .process(try words.value(of: word))
            case "--jobs": jobs = try words.number(of: word, in: 1...64)
            default: throw UsageError(message: "'\(word)' is not understood")
            }
        }
    }

    func run() async throws -> ExitCode {
        let cases = ConditionCase.all.filter { filter?.matches($0) ?? true }
        guard !cases.isEmpty else { throw UsageError(message: "no case is about such a condition") }
        return try await adapter.with { implementation in
            var code = ExitCode.holds
            for service in services { code = max(code, await run(cases, service, implementation)) }
            return code
        }
    }

    private func run(
        _ cases: [ConditionCase], _ service: ServiceVersion, _ implementation: any Implementation
    ) async -> ExitCode {
        Output.write("REST API \(service.rawValue.uppercased())\n\n")
        let runner = ConformanceRunner(implementation, service: service)
        let results = await runner.run(cases, jobs: jobs) { result in
            Output.write(TextReport.line(result) + "\n")
        }
        for result in results where !result.holds {
            let details = TextReport.details(result)
            if !details.isEmpty { Output.write(details + "\n") }
        }
        Output.write("\n" + TextReport.summary(results) + "\n\n")
        if results.contains(where: { !$0.problems.isEmpty }) { return .fails }
        return results.allSatisfy({ $0.holds || $0.isLeftOut }) ? .holds : .couldNotRun
    }
}
