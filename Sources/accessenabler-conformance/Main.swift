import AccessEnablerConformance

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// `accessenabler-conformance`: shows the list of conditions, or proves an implementation against it.
@main
struct Main {
    /// 0 all hold, 1 some fail, 2 could not run.
    static func main() async {
        do {
            exit(try await run(try Arguments(Array(CommandLine.arguments.dropFirst()))))
        } catch let error as UsageError {
            write("accessenabler-conformance: \(error.message)\n\n\(Arguments.usage)", to: STDERR_FILENO)
        } catch {
            write("accessenabler-conformance: \(error)\n", to: STDERR_FILENO)
        }
        exit(2)
    }

    private static func run(_ arguments: Arguments) async throws -> Int32 {
        switch arguments.command {
        case .help:
            write(Arguments.usage)
            return 0
        case .list(.text):
            write(ConditionTable.text)
            return 0
        case .list(.markdown):
            write(ConditionTable.markdown)
            return 0
        case .list(.json):
            write(try ConditionTable.json())
            return 0
        case .run(let filter, let services, let jobs):
            let cases = ConditionCase.all.filter { filter?.matches($0) ?? true }
            guard !cases.isEmpty else { throw UsageError(message: "no case is about such a condition") }
            var code: Int32 = 0
            for service in services { code = max(code, await run(cases, service, jobs: jobs)) }
            return code
        }
    }

    private static func run(_ cases: [ConditionCase], _ service: ServiceVersion, jobs: Int) async -> Int32 {
        write("REST API \(service.rawValue.uppercased())\n\n")
        let runner = ConformanceRunner(InProcessImplementation(), service: service)
        let results = await runner.run(cases, jobs: jobs) { result in
            write(TextReport.line(result) + "\n")
        }
        for result in results where !result.holds {
            let details = TextReport.details(result)
            if !details.isEmpty { write(details + "\n") }
        }
        write("\n" + TextReport.summary(results) + "\n\n")
        if results.contains(where: { !$0.problems.isEmpty }) { return 1 }
        return results.allSatisfy({ $0.holds || $0.isLeftOut }) ? 0 : 2
    }

    private static func write(_ text: String, to file: Int32 = STDOUT_FILENO) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
