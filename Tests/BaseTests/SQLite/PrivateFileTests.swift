import Foundation
import Testing

@testable import Base

/// Private files and directories.
final class PrivateFileTests {
    private let root = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    @Test func directories() throws {
        for path in [root + "/a/b", root + "/c//d/", root + "/a/b"] {
            try PrivateFile.makeDirectory(path)
            #expect(FileManager.default.fileExists(atPath: path))
        }
        for path in ["", "/a", "/a/b", "/c", "/c/d"] { #expect(try mode(root + path) == 0o700) }
    }

    @Test("Where what is above takes no directory, none can be opened: nothing is missing that could be made")
    func noDirectory() throws {
        try PrivateFile.makeDirectory(root)
        #expect(symlink(root + "/nowhere", root + "/link") == 0)
        for path in ["/proc/nowhere/a", root + "/link/a"] {
            let error = #expect(throws: SQLiteError.self) { try PrivateFile.makeDirectory(path) }
            #expect(error?.kind == .cannotOpen, "\(path)")
        }
    }

    @Test func aFileIsMadeOnce() throws {
        try PrivateFile.makeDirectory(root)
        try PrivateFile.create(root + "/f")
        #expect(try mode(root + "/f") == 0o600)
        #expect(throws: SQLiteError.self) { try PrivateFile.create(root + "/f") }
        let first = try PrivateFile.identity(of: root + "/f")
        #expect(first != nil)
        #expect(try PrivateFile.identity(of: root + "/g") == nil)
        let open = try FileHandle(forReadingFrom: URL(filePath: root + "/f"))
        defer { try? open.close() }
        try PrivateFile.remove(root + "/f")
        try PrivateFile.create(root + "/f")
        #expect(try PrivateFile.identity(of: root + "/f") != first)
    }

    @Test func whatIsNoFileHasNoIdentity() throws {
        try PrivateFile.makeDirectory(root)
        #expect(throws: SQLiteError.self) { try PrivateFile.identity(of: self.root) }
    }

    @Test func parts() {
        #expect(PrivateFile.directory(of: "/a/b") == "/a" && PrivateFile.name(of: "/a/b") == "b")
        #expect(PrivateFile.directory(of: "/a") == "/" && PrivateFile.name(of: "/a") == "a")
        #expect(PrivateFile.directory(of: "a") == "." && PrivateFile.name(of: "a") == "a")
        #expect(PrivateFile.directory(of: "./a") == ".")
    }

    private func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }
}
