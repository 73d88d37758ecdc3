import AccessEnabler
import AccessEnablerConformance
import Base
import Foundation
import Testing

/// The list through the process boundary: the command serves what it could run itself.
@Suite("The contract, in another process") struct AdapterServeTests {
    /// The command, built beside the tests.
    static func command() throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "accessenabler-conformance").path
    }

    /// Every sixth case, and all about objects, order and time.
    private static let part = ConditionCase.all.enumerated().filter { place, conditionCase in
        place % 6 == 0 || conditionCase.conditions.contains { $0.hasPrefix("Always") || $0 == "S4.W" || $0 == "S4.R3" }
    }.map(\.element)

    @Test("The core and the facade, on both APIs", arguments: ["core", "facade"], ServiceVersion.allCases)
    func part(_ adapter: String, _ service: ServiceVersion) async throws {
        let implementation = try await ProcessImplementation.start(
            [try Self.command(), "serve", "--adapter", adapter], helloLimit: .seconds(120), answerLimit: .seconds(120))
        #expect(implementation.name == (adapter == "core" ? "AccessEnablerCore" : "AccessEnabler"))
        #expect(implementation.capabilities == Set(Capability.allCases))
        let runner = ConformanceRunner(implementation, service: service, patience: .seconds(300))
        let results = await runner.run(Self.part, seed: 7, jobs: 2)
        await implementation.close()
        for result in results where !result.isLeftOut {
            #expect(result.holds, "\(TextReport.line(result))\n\(TextReport.details(result))")
        }
    }

    @Test("Every message is as the schema says")
    func messages() async throws {
        let lines = Lock<[String]>([])
        let implementation = try await ProcessImplementation.start(
            [try Self.command(), "serve"], helloLimit: .seconds(120), answerLimit: .seconds(120),
            tap: { line in lines.withLock { $0.append(line) } })
        let filter = CaseFilter("S2.E3,S4.E6a,S4.R3,S4.F,A3,P9,M1,I3,S3.O1b,L3")
        let cases = ConditionCase.all.filter { filter.matches($0) }
        let results = await ConformanceRunner(implementation, patience: .seconds(300)).run(cases)
        await implementation.close()
        #expect(results.filter { !$0.holds }.map(\.conditionCase.title) == [])
        let schema = try SchemaChecker(Schemas.message.json)
        var kinds: Set<String> = []
        for line in lines.withLock({ $0 }) {
            let findings = try schema.findings(line)
            #expect(findings == [], "\(line.prefix(300))")
            let message = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            kinds.insert(message?["type"] as? String ?? "")
        }
        let all: Set = [
            "hello", "make", "made", "seed", "seeded", "call", "callback", "return", "release", "released", "sleep",
            "wake", "awake", "askPermission", "permission", "askAccount", "account", "present", "dismiss", "log",
        ]
        #expect(all.subtracting(kinds) == [])
    }
}
