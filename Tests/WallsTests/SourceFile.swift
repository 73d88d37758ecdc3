import Foundation

/// A file of this repository, by its path from the root.
struct SourceFile: Sendable {
    let path: String
    let text: String
    let code: SwiftCode

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = SwiftCode(text)
    }

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The folder below `Sources` or `Samples`, which is the target's name.
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    func lies(in folder: String) -> Bool { path.hasPrefix(folder + "/") }
    func lies(inAnyOf folders: [String]) -> Bool { folders.contains(where: lies(in:)) }
}

/// The repository's own Swift files.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Read and scanned once.
    static let swiftFiles = Result {
        try [SourceFile(path: "Package.swift", text: text(at: "Package.swift"))]
            + ["Sources", "Tests", "Samples"].flatMap { folder in
                try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
                    .filter { $0.hasSuffix(".swift") }.sorted()
                    .map { try SourceFile(path: "\(folder)/\($0)", text: text(at: "\(folder)/\($0)")) }
            }
    }

    static func targetFolders() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path).sorted()
    }

    static func text(at path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
