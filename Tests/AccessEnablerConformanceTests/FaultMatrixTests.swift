import AccessEnablerConformance
import Foundation
import PassSimulator
import Testing

/// Uses of the service under faults, on the core with its real store and real HTTP. The whole: `make faults`.
@Suite("The fault matrix") struct FaultMatrixTests {
    private static let rows = FaultMatrix.rows.indices.filter { place in
        FaultMatrix.sample.contains { $0.row.isSame(as: FaultMatrix.rows[place]) }
    }

    @Test("Every row under some faults: what is due comes, and is what the page says", arguments: rows)
    func holds(_ place: Int) async throws {
        let row = FaultMatrix.rows[place]
        let cells = FaultMatrix.sample.filter { $0.row.isSame(as: row) }
        await Turnstile.shared.enter()
        let runner = ConformanceRunner(InProcessImplementation(), service: row.service, patience: .seconds(300))
        let results = await runner.run(cells.map(\.conditionCase), jobs: 2)
        await Turnstile.shared.leave()
        for result in results where !result.holds {
            Issue.record("\(TextReport.line(result))\n\(TextReport.details(result))")
        }
        #expect(FaultTable(cells, results).contradictions(in: try Self.page()) == [])
    }

    @Test("A page that says otherwise, or lacks a row, is noticed")
    func contradictions() async throws {
        let cells = Array(FaultMatrix.sample.prefix(1))
        let runner = ConformanceRunner(InProcessImplementation(), service: .v1, patience: .seconds(300))
        let table = FaultTable(cells, await runner.run(cells.map(\.conditionCase)))
        #expect(table.contradictions(in: table.markdown) == [])
        #expect(table.contradictions(in: table.markdown.replacing("complete(", with: "incomplete(")).count == 1)
        #expect(table.contradictions(in: "").count == 1)
    }

    @Test("The sample has cells of every row, every fault, both platforms")
    func sample() {
        #expect(Self.rows == Array(FaultMatrix.rows.indices))
        #expect(Set(FaultMatrix.sample.map(\.fault.name)) == Set(FaultSwitch.all.map(\.name)))
        #expect(Set(FaultMatrix.sample.map(\.platform)) == [.iOS, .tvOS])
        #expect(FaultMatrix.sample.count < 200)
    }

    @Test("The page has every row")
    func page() throws {
        let page = try Self.page()
        for row in FaultMatrix.rows { #expect(page.contains("### \(row.title)\n"), "\(row.title)") }
        #expect(!page.contains("**fails**"))
    }

    @Test("Every request of either API has a row", arguments: ServiceVersion.allCases)
    func requests(_ service: ServiceVersion) {
        let asked = Set(FaultMatrix.rows.filter { $0.service == service }.map { service.endpoint(of: $0.role) })
        for role in RequestRole.allCases {
            guard let endpoint = service.endpoint(of: role) else { continue }
            #expect(asked.contains(endpoint), "\(role)")
        }
    }

    @Test("Every endpoint has a row, or a reason for none")
    func endpoints() {
        let asked = Set(FaultMatrix.rows.map { $0.service.endpoint(of: $0.role) })
        for endpoint in Endpoint.allCases {
            #expect(asked.contains(endpoint) != (FaultMatrix.reasonForNone(endpoint) != nil), "\(endpoint)")
        }
    }

    @Test("No title stands twice")
    func titles() {
        let titles = FaultMatrix.cells.map(\.description)
        #expect(Set(titles).count == titles.count)
        #expect(Set(FaultMatrix.rows.map(\.title)).count == FaultMatrix.rows.count)
        #expect(Set(FaultSwitch.all.map(\.name)).count == FaultSwitch.all.count)
    }

    private static func page() throws -> String {
        let repository = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: repository.appending(path: "Sources/AccessEnabler/AccessEnabler.docc/FaultMatrix.md"),
            encoding: .utf8)
    }
}
