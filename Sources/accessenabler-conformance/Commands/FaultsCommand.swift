import AccessEnablerConformance
import FoundationEssentials

/// `faults`: every use of the service under every fault, as a table.
struct FaultsCommand: Subcommand {
    static let name = "faults"
    static let usage = """
        faults [--markdown | --write FILE | --check FILE] [--only TEXT] [--service v1 | v2] [--jobs N]
               every use of the service under every fault, on both platforms, as a table
               --write PAGE  writes it into this page, when every cell holds
               --check PAGE  says whether this page is the one of this run
               --only logout cells with this text in their title
        """

    private enum Form {
        case text, markdown
        case write(String)
        case check(String)
    }

    private var form = Form.text
    private var only: String?
    private var services = ServiceVersion.allCases
    private var jobs = 4

    init(_ words: inout Words) throws {
        while let word = words.next() {
            switch word {
            case "--markdown": form = .markdown
            case "--write": form = .write(try words.value(of: word))
            case "--check": form = .check(try words.value(of: word))
            case "--only": only = try words.value(of: word)
            case "--service": services = [try words.choice(of: word)]
            case "--jobs": jobs = try words.number(of: word, in: 1...64)
            default: throw UsageError(message: "'\(word)' is not understood")
            }
        }
    }

    func run() async throws -> ExitCode {
        let cells = FaultMatrix.cells.filter { cell in
            services.contains(cell.service) && only.map { cell.description.contains($0) } ?? true
        }
        guard !cells.isEmpty else { throw UsageError(message: "no cell has such a title") }
        try Surroundings.check()
        let (page, output) = try files()
        var results: [CaseResult] = []
        for row in FaultMatrix.rows {
            let mine = cells.filter { $0.row.isSame(as: row) }
            if mine.isEmpty { continue }
            let runner = ConformanceRunner(InProcessImplementation(), service: row.service, patience: .seconds(60))
            let came = await runner.run(mine.map(\.conditionCase), jobs: jobs)
            Output.tell("\(row.title): \(came.count(where: \.holds)) of \(came.count) hold\n")
            for result in came where !result.holds {
                Output.tell(TextReport.line(result) + "\n" + TextReport.details(result) + "\n")
            }
            results += came
        }
        let table = FaultTable(cells, results)
        let holds = results.allSatisfy(\.holds)
        Output.tell("\(results.count(where: \.holds)) of \(results.count) cells hold.\n")
        return try show(table, holds: holds, page, output)
    }

    /// The page to compare with, and the one to write: before anything is run, so that nobody waits to learn of a wrong name.
    private func files() throws -> (page: Data?, output: OutputFile?) {
        switch form {
        case .text, .markdown: return (nil, nil)
        case .write(let path): return (nil, try OutputFile(path: path))
        case .check(let path):
            return (Data(try InputFile.bytes(path)), nil)
        }
    }

    private func show(_ table: FaultTable, holds: Bool, _ page: Data?, _ output: OutputFile?) throws -> ExitCode {
        switch form {
        case .text: Output.write(table.text)
        case .markdown: Output.write(table.markdown)
        case .write:
            Output.write(table.text)
            if holds { try output?.write(table.markdown) }
        case .check(let path):
            guard page == Data(table.markdown.utf8) else {
                Output.complain("'\(path)' is not the page of this run; faults --write writes it")
                return .fails
            }
        }
        return holds ? .holds : .fails
    }
}
