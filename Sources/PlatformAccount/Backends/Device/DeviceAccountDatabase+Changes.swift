import Base
// Sources may be used from any thread; the module does not say so yet.
@preconcurrency import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension DeviceAccountDatabase {
    /// Tells each time the account or a permission has become another, whoever changed it.
    ///
    /// For a host that wants to act at once, with `setRequestor`, instead of when it comes to the foreground. Several
    /// changes close together may be told as one. The stream ends at once where the directory is not there and cannot be
    /// made, or the system has no watch left; the next question sees every change all the same.
    public func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            guard let watch = DirectoryWatch(directory) else { return continuation.finish() }
            let queue = DispatchQueue(label: "PlatformAccount.changes")
            let source = DispatchSource.makeReadSource(fileDescriptor: watch.descriptor, queue: queue)
            let last = Lock(state())
            source.setEventHandler {
                watch.drain()
                // The content is compared: not every event is a change, and the lock on the file makes one whole.
                let state = self.state()
                let isChange = last.withLock { last in
                    defer { last = state ?? last }
                    return state != nil && state != last
                }
                if isChange { continuation.yield() }
            }
            source.setCancelHandler { withExtendedLifetime(watch) {} }
            continuation.onTermination = { _ in source.cancel() }
            source.resume()
        }
    }

    private struct State: Equatable {
        var account: DeviceAccount?
        var applications: [DeviceApplication]
    }

    /// Nil while it cannot be read.
    private func state() -> State? {
        guard let account = try? account(), let applications = try? applications() else { return nil }
        return State(account: account, applications: applications)
    }
}

/// What happens in a directory, as a descriptor to wait on.
private final class DirectoryWatch: Sendable {
    let descriptor: Int32

    init?(_ directory: String) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        if descriptor < 0 { return nil }
        // A commit removes the journal; a file made anew is moved to its place.
        let events = UInt32(IN_MODIFY | IN_DELETE | IN_MOVED_TO)
        if inotify_add_watch(descriptor, directory, events) < 0 { return nil }
    }

    deinit { close(descriptor) }

    func drain() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }
}
