import FoundationEssentials

/// A folder of its own, gone with this object.
final class TemporaryFolder {
    let path: String

    init() {
        let folder = FileManager.default.temporaryDirectory.appending(path: "figures-\(UUID().uuidString)")
        path = folder.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
