public import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Makes a directory that nobody else may read, under the one for temporary files; ends the process with one line where
/// none can be made.
public func makeTemporaryPlace(_ name: String) -> URL {
    let place = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
    guard mkdir(place.path, 0o700) == 0 else {
        give(up: "no directory can be made at \(place.path): \(String(cString: strerror(errno)))", code: 1)
    }
    return place
}
