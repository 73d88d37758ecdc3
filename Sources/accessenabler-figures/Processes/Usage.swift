#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What this process has used so far.
enum Usage {
    /// CPU time of all threads, user and system, in seconds.
    static var cpu: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.cpuSeconds
    }

    /// The most memory resident at any time, in bytes (`VmHWM`).
    static var peakMemory: Int { status("VmHWM:") }

    /// The memory resident now, in bytes (`VmRSS`).
    static var memory: Int { status("VmRSS:") }

    private static func status(_ field: String) -> Int {
        let line = SystemFile.lines("/proc/self/status").first { $0.hasPrefix(field) }
        let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
        return (number ?? 0) * 1024
    }
}

/// Time and CPU that a piece of work took.
struct Cost: Sendable {
    /// Seconds on the wall clock.
    var time: Double
    /// Seconds of CPU, all threads of this process.
    var cpu: Double

    /// Runs and measures; `count` is how many pieces the work has.
    static func of(each count: Int, _ work: () throws -> Void) rethrows -> Cost {
        let cpu = Usage.cpu
        let start = ContinuousClock.now
        try work()
        let time = (ContinuousClock.now - start).seconds
        return Cost(time: time / Double(count), cpu: (Usage.cpu - cpu) / Double(count))
    }

    /// As the other, of work that waits.
    static func ofWaiting(each count: Int, _ work: () async throws -> Void) async rethrows -> Cost {
        let cpu = Usage.cpu
        let start = ContinuousClock.now
        try await work()
        let time = (ContinuousClock.now - start).seconds
        return Cost(time: time / Double(count), cpu: (Usage.cpu - cpu) / Double(count))
    }
}

extension Duration {
    /// In seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
