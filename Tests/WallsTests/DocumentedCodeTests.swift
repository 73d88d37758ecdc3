import Foundation
import Testing

/// What the documents show compiles: each block of Swift stands in a file of `Documented/`.
@Suite struct DocumentedCodeTests {
    @Test(arguments: [
        "README.md", "Sources/AccessEnabler/AccessEnabler.docc/GettingStarted.md",
        "Sources/AccessEnabler/AccessEnabler.docc/HostingTheCore.md",
        "Sources/AccessEnabler/AccessEnabler.docc/MigrationGuide.md",
        "Sources/AccessEnabler/AccessEnabler.docc/DeviceTVProvider.md",
        "Sources/AccessEnabler/AccessEnabler.docc/RunningOnASetTopBox.md",
        "Sources/AccessEnabler/AccessEnabler.docc/TestingYourHost.md",
    ])
    func shownCodeIsCompiled(_ path: String) throws {
        let blocks = try Self.swiftBlocks(in: Repository.text(at: path))
        #expect(!blocks.isEmpty)
        let compiled = try Repository.swiftFiles.get()
            .filter { $0.lies(in: "Tests/WallsTests/Documented") }.map { Self.dedented($0.text) }
        for block in blocks {
            #expect(compiled.contains { $0.contains(Self.dedented(block)) }, "\(block)")
        }
    }

    @Test func blocksAreFound() {
        let text = "```swift\nlet a = 1\n```\n\n```\nmake\n```\n```swift\nlet b = 2\n\nlet c = 3\n```\n"
        #expect(Self.swiftBlocks(in: text) == ["let a = 1", "let b = 2\n\nlet c = 3"])
        #expect(Self.dedented("  a\n    b ") == "a\nb ")
    }

    /// Links from one file of the repository to another lead somewhere.
    @Test(arguments: ["README.md", "CHANGELOG.md"])
    func linksLeadToFiles(_ path: String) throws {
        for match in try Repository.text(at: path).matches(of: /\]\(([^):]+)\)/) {
            let target = Repository.root.appending(path: String(match.1)).path
            #expect(FileManager.default.fileExists(atPath: target), "\(match.1)")
        }
    }

    private static func swiftBlocks(in text: String) -> [String] {
        text.matches(of: /(?m)^```swift\n((?:.*\n)*?)```$/).map { String($0.1.dropLast()) }
    }

    private static func dedented(_ code: String) -> String {
        code.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } }.joined(separator: "\n")
    }
}
