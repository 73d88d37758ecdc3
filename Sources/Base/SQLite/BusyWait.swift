#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Until when a connection waits for others' locks.
struct BusyWait {
    var end = ContinuousClock.now

    /// Waits 1 ms; false when it is too late.
    ///
    /// SQLite's own wait sleeps up to 0.1 s between two tries: too long where others come and go.
    func goOn() -> Bool {
        guard ContinuousClock.now < end else { return false }
        usleep(1000)
        return true
    }
}

/// SQLite's busy handler; `context` is a `BusyWait`. 1 = try again, 0 = give up.
func goOnWaiting(_ context: UnsafeMutableRawPointer?, _ tries: Int32) -> Int32 {
    guard let wait = context?.assumingMemoryBound(to: BusyWait.self) else { return 0 }
    return wait.pointee.goOn() ? 1 : 0
}
