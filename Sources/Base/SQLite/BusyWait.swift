#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// How long a connection has waited for others' locks.
///
/// SQLite's own wait sleeps up to 0.1 s between two tries. Where eight processes write without a pause the file is free
/// for a fraction of a millisecond at a time, and some of them then miss every chance within 5 s.
struct BusyWait {
    private let limit: Duration
    private var end = ContinuousClock.now

    init(limit: Duration) {
        self.limit = limit
    }

    /// Waits 1 ms, the first time when `tries` is 0; false when the limit is over.
    mutating func goOn(after tries: Int32) -> Bool {
        let now = ContinuousClock.now
        if tries == 0 { end = now + limit }
        guard now < end else { return false }
        usleep(1000)
        return true
    }
}

/// SQLite's busy handler; `context` is a `BusyWait`. 1 = try again, 0 = give up.
func goOnWaiting(_ context: UnsafeMutableRawPointer?, _ tries: Int32) -> Int32 {
    guard let wait = context?.assumingMemoryBound(to: BusyWait.self) else { return 0 }
    return wait.pointee.goOn(after: tries) ? 1 : 0
}
