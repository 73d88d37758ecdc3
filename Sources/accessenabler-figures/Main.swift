import Base
import Dispatch
import FoundationEssentials

/// Measures, prints, and writes the article.
///
/// All on the main thread, outside the concurrency pool, so that waiting here takes nothing from what is measured.
@main
struct Main {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first.flatMap(Program.Role.init) {
        case .service: try ServiceProcess.serve(isLarge: arguments.dropFirst().first == "large")
        case .crowd:
            guard arguments.count == 3, let count = Int(arguments[1]), let statement = readLine() else { return }
            Crowd.run(count: count, service: Service(baseURL: arguments[2], softwareStatement: statement))
        case nil: try measure(try Options(arguments))
        }
    }

    private static func measure(_ options: Options) throws {
        let machine = Machine.current(toolchain: options.toolchain)
        let small = try ServiceProcess()
        let large = try ServiceProcess(isLarge: true)
        defer {
            small.stop()
            large.stop()
        }
        let (service, largeService) = (small.service, large.service)
        var chapters: [Chapter] = []
        func add(_ name: String, _ chapter: () throws -> Chapter) rethrows {
            guard options.wants(name) else { return }
            Program.say("Measuring: \(name) ...")
            chapters.append(try chapter())
        }
        var plain = 0.0
        try add("requests") {
            let requests = try waitFor { try await RequestFigures.measure(service) }
            plain = requests.plain
            return requests.chapter
        }
        try add("flows") { try waitFor { [plain] in try await FlowFigures.measure(service, plain: plain) } }
        try add("parsing") { try waitFor { try await ParsingFigures.measure(largeService) } }
        try add("status") {
            let account = try waitFor { try await StatusFigures.account(service) }
            return try StatusFigures.measure(service, account)
        }
        try add("crowd") { try CrowdFigures.measure(small: service, large: largeService) }
        try add("host") { try HostFigures.measure(service) }
        let article = Report(machine: machine, chapters: chapters).markdown
        print(article, terminator: "")
        if let file = options.file { try Data(article.utf8).write(to: URL(filePath: file)) }
    }

    /// Runs in the concurrency pool, and blocks until the end.
    private static func waitFor<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let outcome = Lock<Result<Value, any Error>?>(nil)
        Task.detached {
            do {
                let value = try await work()
                outcome.withLock { $0 = .success(value) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        guard let outcome = outcome.withLock({ $0 }) else { throw CancellationError() }
        return try outcome.get()
    }
}
