import Foundation
import Testing

@testable import AccessEnabler

/// The article "Error codes" and the code say the same.
@Suite struct ErrorCodeTests {
    private static let module = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/AccessEnabler")

    /// The rows of the public table, advanced error codes, as far as they are for iOS/tvOS or every platform.
    private static let published: Set<String> = [
        "VSA203", "VSA404", "VSA503", "500", "SEC403", "SEC412", "SEC420", "CFG100", "CFG400", "CFG404", "CFG410",
        "CFG5xx", "N000", "N001", "N003", "N004", "N005", "N010", "N011", "N111", "N130", "N500", "R401", "R400",
        "REG500", "REGCODE", "Z010", "Z011", "Z100", "Z110", "Z120", "Z130", "Z169", "Z500", "P100", "IS2XX", "IS4XX",
        "IS5XX", "IS0", "LS011",
        // AAPL and AAPL_ERROR there.
        "APPL_ERROR",
        // The Apple SSO cookbook's, and the Throttling page's.
        "VSA403", "CFG429",
    ]

    /// The cells of a section's table, without head and rule.
    private func rows(of section: String) throws -> [[String]] {
        let article = try String(
            contentsOf: Self.module.appending(path: "AccessEnabler.docc/ErrorCodes.md"), encoding: .utf8)
        let start = try #require(article.range(of: "## \(section)\n"))
        let text = article[start.upperBound...]
        let end = text.range(of: "\n## ")?.lowerBound ?? text.endIndex
        return text[..<end].split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            line.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Each code written in the sources, with its level, and where.
    private func written() throws -> [(code: String, level: String, file: String)] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.module.path)
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().flatMap { path in
            let source = try String(contentsOf: Self.module.appending(path: path), encoding: .utf8)
            return source.matches(of: /AdvancedStatus\(\s*errorID: "([^"]*)",\s*level: \.(\w+)/).map { match in
                (match.1 == #"CFG\(status)"# ? "CFG5xx" : String(match.1), String(match.2), path)
            }
        }
    }

    @Test("Each code stands once in the sources, in the files of codes, with the level of the article")
    func codes() throws {
        let rows = try rows(of: "Emitted")
        let written = try written()
        #expect(Set(written.map(\.code)) == Set(rows.map { $0[0] }))
        #expect(written.count == Set(written.map(\.code)).count, "a code is written twice")
        #expect(written.allSatisfy { $0.file.hasPrefix("Contract/AdvancedStatus+") }, "a code stands elsewhere")
        let levels = Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        for entry in written { #expect(levels[entry.code] == entry.level, "\(entry.code)") }
    }

    @Test("Each row of the public table is emitted or said to be impossible, once")
    func everyRow() throws {
        let emitted = try rows(of: "Emitted")
        let impossible = try rows(of: "Not emitted")
        #expect(emitted.allSatisfy { $0.count == 4 && $0.allSatisfy { !$0.isEmpty } })
        #expect(impossible.allSatisfy { $0.count == 2 && $0.allSatisfy { !$0.isEmpty } })
        let listed = (emitted + impossible).map { $0[0] }
        #expect(Set(listed) == Self.published)
        #expect(listed.count == Self.published.count)
    }

    @Test("No other source of the module makes a status of its own")
    func nothingElsewhere() throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.module.path)
        for path in paths where path.hasSuffix(".swift") && !path.hasPrefix("Contract/AdvancedStatus+") {
            let source = try String(contentsOf: Self.module.appending(path: path), encoding: .utf8)
            #expect(!source.contains("AdvancedStatus(errorID"), "\(path)")
        }
    }
}
