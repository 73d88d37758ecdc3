import Base

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Waits for something to happen in a directory, step by step, on a thread of its user's.
///
/// Not a source of Dispatch: on Linux those may crash the process when they are cancelled.
final class DirectoryWatch {
    private let descriptor: Int32
    private let bell: Bell
    private let tell: @Sendable () -> Void

    /// Watches from now on, though nothing is told before the first `step()`; nil when the directory is not there, or the system
    /// has no watch left.
    ///
    /// - Parameters:
    ///   - directory: what is watched, not what lies deeper in it.
    ///   - bell: makes an end of it.
    ///   - tell: called by `step()`; several events close together are told as one.
    init?(_ directory: String, until bell: Bell, tell: @escaping @Sendable () -> Void) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        self.bell = bell
        self.tell = tell
        if descriptor < 0 { return nil }
        // A commit removes the journal; a file made anew is moved to its place.
        let events = UInt32(IN_MODIFY | IN_DELETE | IN_MOVED_TO)
        if inotify_add_watch(descriptor, directory, events) < 0 { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Waits for an event and tells it; false when it is over.
    func step() -> Bool {
        var pollers = [bell.descriptor, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&pollers, nfds_t(pollers.count), -1)
        if pollers[0].revents != 0 { return false }
        guard pollers[1].revents != 0 else { return true }
        var events = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &events, events.count) > 0 {}
        tell()
        return true
    }
}
