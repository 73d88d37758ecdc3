#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Wakes a thread that waits in `poll`, from any other.
package final class Bell: Sendable {
    /// Readable once rung.
    package let descriptor: Int32
    private let other: Int32

    /// A bell; nil when no descriptors can be had.
    package init?() {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let isMade = socketpair(AF_UNIX, kind, 0, &ends) == 0
        (descriptor, other) = (ends[0], ends[1])
        if !isMade { return nil }
    }

    deinit {
        for end in [descriptor, other] where end >= 0 { close(end) }
    }

    /// Wakes the thread, now or when it next waits.
    package func ring() { send(other, [1], 1, Int32(MSG_NOSIGNAL)) }

    /// Makes it as if it had not been rung.
    package func hush() {
        var rings = [UInt8](repeating: 0, count: 64)
        while recv(descriptor, &rings, rings.count, 0) > 0 {}
    }
}
