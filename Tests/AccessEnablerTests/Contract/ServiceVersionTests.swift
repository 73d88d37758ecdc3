import AdobePass
import Foundation
import Testing

@testable import AccessEnabler

/// The article "V1 and V2: what a host sees" and the code say the same of each enhanced error code.
@Suite struct ServiceVersionTests {
    private static let article = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/AccessEnabler/AccessEnabler.docc/ServiceVersions.md")

    /// The cells of the table of codes.
    private func rows() throws -> [String: [String]] {
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let cells = lines.map { line in
            line.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }.filter { $0.count == 5 }
        return Dictionary(
            cells.map { ($0[0].trimmingCharacters(in: ["`"]), Array($0.dropFirst())) },
            uniquingKeysWith: { _, _ in ["twice"] })
    }

    @Test("Each enhanced error code stands in the table once, and nothing else")
    func listed() throws {
        #expect(Set(try rows().keys) == Set(EnhancedErrorCode.allCases.map(\.rawValue)))
    }

    @Test("Each code leads where the table says", arguments: EnhancedErrorCode.allCases)
    func leads(_ code: EnhancedErrorCode) throws {
        let denial = AuthorizationDenial(reason: code.denial ?? .other, details: nil)
        let error = ServiceError(
            .configuration, .status(code.status),
            detail: ServiceErrorDetail(action: code.action.rawValue, status: code.status, code: code.rawValue))
        #expect(
            try rows()[code.rawValue] == [
                String(code.status), code.action.rawValue, denial.status.errorID, configurationFailure(error).errorID,
            ])
    }
}
