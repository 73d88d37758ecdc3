#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Wakes a thread that waits in `poll`, from any other.
final class Bell: Sendable {
    /// Readable once rung.
    let descriptor: Int32
    private let other: Int32

    init?() {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let isMade = socketpair(AF_UNIX, kind, 0, &ends) == 0
        (descriptor, other) = (ends[0], ends[1])
        if !isMade { return nil }
    }

    deinit {
        for end in [descriptor, other] where end >= 0 { close(end) }
    }

    func ring() { send(other, [1], 1, Int32(MSG_NOSIGNAL)) }
}
