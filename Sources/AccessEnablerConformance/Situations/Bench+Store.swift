import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What is done to the store's files from outside, whatever their names.
extension Bench {
    /// The bytes a damaged store holds.
    static let damage = Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })

    private var setAside: String { storeDirectory + ".aside" }

    /// The folder cannot be opened: a plain file stands in its place.
    func makeStoreUnreadable() throws {
        try FileManager.default.moveItem(atPath: storeDirectory, toPath: setAside)
        try Data("not a folder".utf8).write(to: URL(filePath: storeDirectory))
    }

    /// The folder is back, as it was.
    func makeStoreReadable() throws {
        try FileManager.default.removeItem(atPath: storeDirectory)
        try FileManager.default.moveItem(atPath: setAside, toPath: storeDirectory)
    }

    /// Every file holds nonsense, and what belongs to it is gone.
    func damageStore() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: storeDirectory) {
            let path = URL(filePath: storeDirectory).appending(path: name)
            if name.hasSuffix("-wal") || name.hasSuffix("-shm") || name.hasSuffix("-journal") {
                try FileManager.default.removeItem(at: path)
            } else {
                try Self.damage.write(to: path)
            }
        }
    }

    /// Whether a file with the damaged content still lies in the folder.
    func keepsDamagedStore() throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: storeDirectory).contains { name in
            let path = URL(filePath: storeDirectory).appending(path: name)
            return (try? Data(contentsOf: path))?.starts(with: Self.damage) == true
        }
    }

    /// Whether one of these texts stands in any file of the folder, as it is or decoded from base64.
    func storeHolds(anyOf texts: [String]) -> Bool {
        if texts.isEmpty { return false }
        var needles: [[UInt8]] = []
        for text in texts {
            needles.append(Array(text.utf8))
            if let decoded = Data(base64Encoded: text), decoded.count > 8 { needles.append(Array(decoded)) }
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: storeDirectory)) ?? []
        return names.contains { name in
            let path = URL(filePath: storeDirectory).appending(path: name)
            guard let content = try? Data(contentsOf: path) else { return false }
            return needles.contains { content.holds($0) }
        }
    }
}

extension Data {
    /// Whether the bytes stand in it one after the other.
    func holds(_ needle: [UInt8]) -> Bool {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let first = needle.first else { return false }
            var place = 0
            while place + needle.count <= bytes.count,
                let hit = memchr(start + place, Int32(first), bytes.count - needle.count - place + 1)
            {
                if memcmp(hit, needle, needle.count) == 0 { return true }
                place = UnsafeRawPointer(hit) - start + 1
            }
            return false
        }
    }
}
