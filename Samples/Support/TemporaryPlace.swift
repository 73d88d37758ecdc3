import Dispatch
public import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Makes a directory that nobody else may read, under the one for temporary files; ends the process with one line where
/// none can be made. It goes when the process ends, by itself or told to.
public func makeTemporaryPlace(_ name: String) -> URL {
    let place = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
    guard mkdir(place.path, 0o700) == 0 else {
        give(up: "no directory can be made at \(place.path): \(String(cString: strerror(errno)))", code: 1)
    }
    let isFirst = places.withLock { places in
        places.append(place)
        return places.count == 1
    }
    if isFirst { removePlacesAtEnd() }
    return place
}

private let places = Mutex<[URL]>([])

private func removePlacesAtEnd() {
    atexit {
        for place in places.withLock({ $0 }) { try? FileManager.default.removeItem(at: place) }
    }
    // Whoever writes to a reader that left is told by the call.
    signal(SIGPIPE, SIG_IGN)
    // A terminal that is closed, and `kill`.
    for number in [SIGHUP, SIGTERM] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        // It lives as long as what it calls, which holds it.
        source.setEventHandler {
            withExtendedLifetime(source) {}
            exit(128 + number)
        }
        source.resume()
    }
}
