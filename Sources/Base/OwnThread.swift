#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A thread for work that blocks, so that it holds up neither the pool of tasks nor a queue.
///
/// The host's signal handlers run elsewhere: every signal is blocked on it from its first moment.
package struct OwnThread: Sendable {
    private let handle: pthread_t

    /// Starts a thread that does `work` and lets go of it; nil when none can be had. To be joined once.
    ///
    /// - Parameters:
    ///   - name: what debuggers and the system show; the system cuts it after 15 bytes.
    ///   - work: what it does.
    package init?(named name: String, _ work: sending @escaping () -> Void) {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        var handle = pthread_t()
        // Handed over with the reference the thread takes; given back when there is no thread.
        let context = Unmanaged.passRetained(Work(name, work)).toOpaque()
        pthread_sigmask(SIG_SETMASK, &all, &before)
        let failure = pthread_create(&handle, nil, Self.main, context)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard failure == 0 else {
            Unmanaged<Work>.fromOpaque(context).release()
            return nil
        }
        self.handle = handle
    }

    /// The same for a thread nobody waits for; false when none can be had.
    package static func detach(named name: String, _ work: sending @escaping () -> Void) -> Bool {
        guard let thread = OwnThread(named: name, work) else { return false }
        pthread_detach(thread.handle)
        return true
    }

    /// Waits for its end, unless called on it.
    package func join() {
        if pthread_equal(handle, pthread_self()) != 0 {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }

    private final class Work {
        let name: String
        let body: () -> Void

        init(_ name: String, _ body: @escaping () -> Void) {
            self.name = name
            self.body = body
        }
    }

    // Formed here, in code bound to no actor: it runs on a foreign thread.
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        name(work.name)
        work.body()
        return nil
    }

    /// The C library's call for it is in none of its Swift modules.
    private static func name(_ name: String) {
        let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, name, name.utf8.count)
        close(file)
    }
}
