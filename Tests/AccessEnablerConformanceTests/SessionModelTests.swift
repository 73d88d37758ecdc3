import Foundation
import Testing

/// The model judges the SDK: it may share none of its decisions.
@Suite("The model of the contract") struct SessionModelTests {
    private static let sources = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

    /// The code of a folder, without comments.
    private static func code(in folder: String) throws -> [String: String] {
        let root = sources.appending(path: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        return Dictionary(
            uniqueKeysWithValues: try names.map { name in
                let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
                let lines = text.split(separator: "\n").map {
                    $0.prefix(upTo: $0.firstRange(of: "//")?.lowerBound ?? $0.endIndex)
                }
                return (name, lines.joined(separator: "\n"))
            })
    }

    @Test("Names no type the SDK decides or works with", arguments: ["Contract", "Engine"])
    func independent(folder: String) throws {
        let declaration = /(?m)^\s*(?:package |fileprivate |private )?(?:struct|enum|actor|final class) (\w+)/
        let names = Set(
            try Self.code(in: "AccessEnabler/\(folder)").values.flatMap { text in
                text.matches(of: declaration).map { String($0.output.1) }
            })
        #expect(names.count > 10)
        for (file, text) in try Self.code(in: "AccessEnablerConformance/Sessions/Model") {
            let words = Set(text.matches(of: /\w+/).map { String($0.output) })
            // Nested types of the model's own may have a name the SDK uses, too.
            let own = Set(text.matches(of: declaration).map { String($0.output.1) })
            // The kit's verbs are its own, and public.
            let shared = words.intersection(names).subtracting(own).subtracting(["Verb"])
            #expect(shared.isEmpty, "\(file) names \(shared.sorted())")
        }
    }

    @Test("Imports what is public, and no module the SDK works with")
    func imports() throws {
        for (file, text) in try Self.code(in: "AccessEnablerConformance/Sessions/Model") {
            let imported = Set(text.matches(of: /(?m)^import (\w+)/).map { String($0.output.1) })
            #expect(imported.isSubset(of: ["AccessEnabler", "PlatformAccount"]), "\(file) imports \(imported)")
        }
    }
}
