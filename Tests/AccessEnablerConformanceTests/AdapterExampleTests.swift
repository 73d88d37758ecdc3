import AccessEnabler
import AccessEnablerConformance
import Foundation
import Testing

/// The example adapter: short, in another language, and right as far as it goes.
@Suite("The example adapter in Python") struct AdapterExampleTests {
    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    private static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples/ConformanceAdapter/adapter.py").path

    @Test("It fits on a page")
    func short() throws {
        let lines = try String(contentsOfFile: Self.path, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count - 1 <= 60)
    }

    @Test("All it is asked holds, on both APIs", .enabled(if: python != nil), arguments: ServiceVersion.allCases)
    func holds(_ service: ServiceVersion) async throws {
        let python = try #require(Self.python)
        let implementation = try await ProcessImplementation.start([python, Self.path], helloLimit: .seconds(120))
        let results = await ConformanceRunner(implementation, service: service, patience: .seconds(300)).run(
            ConditionCase.all, jobs: 3)
        await implementation.close()
        for result in results where result.unjudged == nil {
            #expect(result.holds, "\(TextReport.line(result))\n\(TextReport.details(result))")
        }
        #expect(results.count(where: \.holds) >= 30)
        #expect(results.count { $0.outcome == .notApplicable } > 500)
    }
}
