import Foundation
import TestSupport
import Testing

@testable import accessenabler_conformance

/// Where the command writes a file, and what becomes of what is there.
@Suite("A file the command writes") struct OutputFileTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func write(_ text: String, to name: String) throws {
        try OutputFile(path: folder.path(of: name)).write(text)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path(of: name), withDestinationPath: target)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path(of: name), encoding: .utf8)
    }

    private func names(_ name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(of: name)).sorted()
    }

    @Test("A link stays, and what it leads to is written, there yet or not")
    func links() throws {
        try FileManager.default.createDirectory(atPath: folder.path(of: "inner"), withIntermediateDirectories: false)
        try folder.write("old", to: "inner/there")
        try link("relative", to: "inner/there")
        try link("absolute", to: folder.path(of: "inner/new"))
        try link("link", to: "absolute")
        try write("first", to: "relative")
        try write("second", to: "link")
        #expect(try text("inner/there") == "first" && text("inner/new") == "second")
        #expect(try names("inner") == ["new", "there"])
        #expect(try names() == ["absolute", "inner", "link", "relative"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path(of: "link")) == "absolute")
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path(of: "relative"))
        #expect(target == "inner/there")
    }

    @Test("Until it is whole, the old one stays")
    func whole() throws {
        try folder.write("old", to: "there")
        try link("link", to: "there")
        do {
            let file = try OutputFile(path: folder.path(of: "link"))
            #expect(try text("there") == "old" && names().count == 3)
            _ = file
        }
        #expect(try text("there") == "old" && names() == ["link", "there"])
    }

    @Test("A draft of one that was killed, under the same process id, is no part of it")
    func killed() async throws {
        let path = folder.path(of: "a.json")
        let kit = try Ran(
            shell: """
                head -c 1000000 /dev/zero >'\(path)'.$$-1.part
                exec "$kit" run --only S3.Z1 --service v1 --output '\(path)'
                """)
        #expect(await kit.status == 0)
        #expect(try text("a.json").hasSuffix("}\n"))
        #expect(try names() == ["a.json"])
    }

    @Test("Links that lead round in a ring, and what is no ordinary file")
    func odd() async throws {
        try link("one", to: "two")
        try link("two", to: "one")
        let path = folder.path(of: "one")
        #expect(throws: Failure("'\(path)' cannot be written: Too many levels of symbolic links")) {
            _ = try OutputFile(path: path)
        }
        try link("nothing", to: "/dev/null")
        try write("x", to: "nothing")
        #expect(try names() == ["nothing", "one", "two"])
        // A link of the system's own that names no file.
        try link("out.md", to: "/dev/stdout")
        let told = try Ran(kit: [
            "run", "--only", "S3.Z1", "--service", "v1", "--output", folder.path(of: "out.md"),
        ])
        #expect(await told.status == 0)
        #expect(told.told.output.hasPrefix("# "))
    }
}
