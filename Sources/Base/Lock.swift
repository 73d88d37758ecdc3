#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

// @unchecked: `value` is touched only inside `withLock`, which holds the mutex.

/// A value behind a mutex.
///
/// On pthread, since the thread sanitizer reports `Synchronization.Mutex` falsely on this platform. Not recursive.
public final class Lock<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Guards `value`.
    public init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` alone with the value. Never call out to a host from `body`.
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
