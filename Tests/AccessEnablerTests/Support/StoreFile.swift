import Base
import Foundation
import Testing

/// The file behind a store, for doing to it what nobody should.
struct StoreFile {
    let path: String
    private let directory: String

    /// The file of an application whose id is plain ASCII.
    init(_ world: World, id: String = "tv.example.app") throws {
        directory = world.directory.path
        let readable = String(id.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "_" })
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        let name = try #require(names.first { $0.hasPrefix("store-\(readable)-") && $0.hasSuffix(".sqlite") })
        path = "\(directory)/\(name)"
    }

    /// The whole content.
    var content: Data {
        get throws { try Data(contentsOf: URL(fileURLWithPath: path)) }
    }

    func write(_ content: Data) throws {
        try content.write(to: URL(fileURLWithPath: path))
    }

    /// Files set aside as damaged.
    var damaged: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.contains(".corrupt-") }
        }
    }

    func execute(_ script: String) throws {
        try SQLiteFile(path: path).execute(script)
    }

    /// The first column of every row.
    func texts(_ query: String) throws -> [String] {
        try SQLiteFile(path: path).rows(query) { (row) throws(SQLiteError) in try row.text(0) }
    }
}
