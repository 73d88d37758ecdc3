import AccessEnablerConformance
import Base
import Foundation
import TestSupport
import Testing

/// The soak itself, and that it can fail.
@Suite struct SoakTests {
    @Test("Two short laps of random verbs, faults and jumps: all that must hold holds", .timeLimit(.minutes(10)))
    func shortSoak() async throws {
        let soak = Soak(seed: 4, lanes: 2, steps: 60, companion: SoakCompanion(program: try Self.program()))
        let progress = try await soak.run { $0.laps < 2 }
        #expect(progress.problems.isEmpty, "\(progress.problems)")
        #expect(progress.laps == 2)
        // Each lane's objects go through a whole round at the end of an epoch at least.
        #expect(progress.counts["whole sign-ins after the storm", default: 0] >= 6)
        #expect(progress.counts["other processes"] == 2)
        #expect(progress.counts["their verbs", default: 0] >= 2 * 8)
        #expect(progress.counts["verbs held against their limits", default: 0] > 0)
        #expect(progress.callbacks >= progress.verbs / 2)
        #expect(progress.figures.count == 2)
        #expect(progress.figures.allSatisfy { $0.resident > 1 << 20 && $0.descriptors > 2 && $0.threads > 0 })
    }

    @Test("What leaks on purpose is found, in a process of its own", .timeLimit(.minutes(10)))
    func leak() async throws {
        let process = ChildProcess()
        let output = Pipe()
        process.executableURL = URL(filePath: try Self.program())
        process.arguments = ["--laps", "14", "--lanes", "1", "--steps", "10", "--seed", "7", "--leaking"]
        process.standardOutput = output
        try process.run()
        let said = try #require(output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) })
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        #expect(said.contains("NOT FLAT"), "\(said)")
        #expect(said.contains("heap bytes rise by") && said.contains("descriptors rise by"), "\(said)")
    }

    /// The soak's programme, built beside the tests.
    private static func program() throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "accessenabler-soak").path
    }

    /// An implementation that does something wrong, and what tells it.
    private struct Wrong {
        let implementation: any Implementation
        let problem: String
        /// Patience is waited out only for answers that never come; the others may be slow on a busy machine.
        var patience = Duration.seconds(60)
    }

    private static let wrongs: [Wrong] = {
        var lost = WrongImplementation("forgets a verb") { [$0] }
        lost.drops = { $0 == .getSelectedProvider }
        var chatty = WrongImplementation("tells a token in its log") { [$0] }
        chatty.onVerb = { _, context in context.log("Authorization: Bearer abc") }
        let shy = WrongImplementation("never signs in") { $0.isAuthentication ? [] : [$0] }
        return [
            Wrong(
                implementation: WrongImplementation("completes twice") { $0.isCompletion ? [$0, $0] : [$0] },
                problem: "answers to setRequestor"),
            Wrong(implementation: lost, problem: "answers to getSelectedProvider"),
            Wrong(implementation: chatty, problem: "a secret shows"),
            Wrong(implementation: SynchronousImplementation(), problem: "came from inside a verb"),
            Wrong(implementation: shy, problem: "does not recover", patience: .seconds(5)),
        ]
    }()

    @Test("What an implementation does wrong is found", .timeLimit(.minutes(10)), arguments: wrongs.indices)
    func isFound(_ index: Int) async throws {
        let wrong = Self.wrongs[index]
        let soak = Soak(wrong.implementation, seed: 4, lanes: 0, steps: 60, patience: wrong.patience)
        let progress = try await soak.run { $0.laps < 3 && $0.problems.isEmpty }
        #expect(
            progress.problems.contains { $0.contains(wrong.problem) },
            "\(wrong.implementation.name): \(progress.problems)")
    }

    @Test("Figures that rise are told from figures that vary")
    func flatness() {
        func growing(_ figures: [ProcessFigures]) -> Int {
            Flatness(of: figures).trends.count(where: \.isGrowth)
        }
        let flat = (0..<40).map { lap in
            ProcessFigures(
                heap: 9 << 20 + (lap % 3) << 16, resident: 60 << 20 + (lap % 5) << 20, descriptors: 20 + lap % 2,
                threads: 9)
        }
        #expect(Flatness(of: flat).trends.count == 4 && growing(flat) == 0)
        #expect(Flatness(of: Array(flat.prefix(Flatness.fewest - 1))).trends.isEmpty)
        let warming = (0..<40).map { lap in
            ProcessFigures(heap: (4 + min(lap, 8)) << 20, resident: 60 << 20, descriptors: 20, threads: 9)
        }
        #expect(growing(warming) == 0)
        let leaking = (0..<40).map { lap in
            ProcessFigures(
                heap: 9 << 20 + lap << 17, resident: 60 << 20 + lap << 20, descriptors: 20 + lap, threads: 9 + lap)
        }
        #expect(growing(leaking) == 4)
        // By hand: 0, 1, 2, 3, 4, 5 rises by 5 exactly; 0, 0, 0, 3, 3, 3 by 27/7, give or take.
        let line = (0..<12).map { ProcessFigures(heap: 0, resident: 0, descriptors: $0, threads: $0 < 9 ? 0 : 3) }
        let trends = Flatness(of: line).trends
        #expect(abs(trends[2].rise - 5) < 1e-9 && abs(trends[2].error) < 1e-6)
        #expect(abs(trends[3].rise - 27.0 / 7) < 1e-9 && trends[3].error > 0.5 && trends[3].error < 2)
    }
}
