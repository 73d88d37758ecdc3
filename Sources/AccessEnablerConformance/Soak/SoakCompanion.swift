import AccessEnabler
import Base
import Dispatch
import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Another process at a lane's store and service, with random acts of its own.
///
/// It reads what it is to do from a file. When there is another one beside it, the storm is over: it ends what it began,
/// proves its objects well, prints what did not hold, and ends.
public struct SoakCompanion: Sendable {
    /// The programme to run, with `--companion` and the file's path.
    public let program: String

    /// A companion that is this programme.
    public init(program: String) { self.program = program }

    /// The programme of the running process.
    public static var own: SoakCompanion? {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map(SoakCompanion.init)
    }

    /// Where a companion works.
    struct Host: Codable {
        var storeDirectory: String
        var serviceURL: String
        var softwareStatement: String
        var milliseconds: Int64
        var seed: UInt64

        var now: Timestamp { Timestamp(milliseconds: milliseconds) }
    }

    /// What a companion says at its end.
    struct Outcome: Codable {
        var verbs = 0
        var callbacks = 0
        var problems: [String] = []
    }

    /// The companion's part: works as the file at this path says, and gives what to print.
    public static func work(_ path: String) async throws -> String {
        let host = try JSONDecoder().decode(Host.self, from: Data(contentsOf: URL(filePath: path)))
        let lane = SoakLane(visiting: host, InProcessImplementation(), patience: .seconds(60))
        var random = SeededRandom(seed: host.seed)
        var outcome = Outcome()
        do {
            let tally = try await lane.epoch(
                while: { _ in !FileManager.default.fileExists(atPath: path + ending) }, &random)
            outcome.problems = tally.problems
            outcome.verbs = tally.parts.reduce(0) { $0 + $1.verbs.count }
            outcome.callbacks = tally.parts.reduce(0) { $0 + $1.callbacks.count }
        } catch {
            outcome.problems = ["\(error)"]
        }
        if !outcome.problems.isEmpty {
            outcome.problems.append("its last acts: " + (await lane.diary.acts).joined(separator: "; "))
        }
        await lane.close()
        return String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self)
    }

    /// Starts a companion; `end()` lets it come to its end.
    func start(_ host: Host, in folder: URL) throws -> Running {
        let file = folder.appending(path: "companion-\(UUID().uuidString)")
        try JSONEncoder().encode(host).write(to: file)
        guard !(program + file.path).contains("'"), let output = popen("'\(program)' --companion '\(file.path)'", "re")
        else { throw Astray(text: "no other process can be started") }
        return Running(file: file, output: output)
    }

    /// A companion at work.
    struct Running {
        let file: URL
        /// What it says.
        // One thread alone reads it, at the end.
        nonisolated(unsafe) let output: UnsafeMutablePointer<FILE>

        /// Ends the storm, and waits for what the companion says.
        func end() async -> Outcome {
            let over = file.path + ending
            try? Data().write(to: URL(filePath: over))
            defer { for path in [file.path, over] { try? FileManager.default.removeItem(atPath: path) } }
            let (said, status) = await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: readToEnd()) }
            }
            guard status == 0, let outcome = try? JSONDecoder().decode(Outcome.self, from: said) else {
                return Outcome(problems: ["it ended with status \(status)"])
            }
            return outcome
        }

        private func readToEnd() -> (said: Data, status: Int32) {
            var said = Data()
            var part = [UInt8](repeating: 0, count: 4096)
            while case let count = fread(&part, 1, part.count, output), count > 0 { said += part.prefix(count) }
            return (said, pclose(output))
        }
    }
}

/// What the second file's name has more.
private let ending = ".over"
