import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The first start of a program with a URL scheme: addresses that second starts hand over.
///
/// Taken are addresses of the scheme alone, from processes of this user, and one for each page that is out.
public final class URLSchemeListener: Sendable {
    static let taken = "taken"
    /// No address is longer.
    static let longest = 16_384

    /// What comes; ends when it is stopped.
    public let redirects: AsyncStream<String>

    private let arrivals: AsyncStream<String>.Continuation
    private let path: String
    private let socket: LocalSocket
    private let isExpecting = Mutex(false)

    /// Listens from now on; gives up with one line where that cannot be, or somebody does already.
    public init(_ scheme: URLScheme) {
        path = scheme.socketPath
        if LocalSocket.connect(path) != nil { give(up: "it runs already, and waits for the same addresses", code: 1) }
        unlink(path)
        guard let socket = LocalSocket.listen(path) else {
            give(up: "'\(path)' cannot be listened at: \(String(cString: strerror(errno)))", code: 1)
        }
        (redirects, arrivals) = AsyncStream.makeStream()
        self.socket = socket
        Thread.detachNewThread { [weak self] in
            while let caller = socket.accept() { self?.meet(caller, scheme) }
        }
    }

    deinit { socket.endListening() }

    private func meet(_ caller: LocalSocket, _ scheme: URLScheme) {
        guard caller.isOfThisUser else { return }
        let url = caller.read(atMost: Self.longest, within: 2)
        let isTaken =
            scheme.owns(url)
            && isExpecting.withLock { isExpecting in
                defer { isExpecting = false }
                return isExpecting
            }
        if isTaken { arrivals.yield(url) }
        caller.write(isTaken ? Self.taken : "refused")
    }

    /// A page is out: the next address is taken.
    public func expect() { isExpecting.withLock { $0 = true } }

    /// Listens no more.
    public func stop() {
        unlink(path)
        socket.endListening()
        arrivals.finish()
    }
}

/// A socket in the file system.
final class LocalSocket: Sendable {
    let descriptor: Int32

    private init?(_ descriptor: Int32) {
        if descriptor < 0 { return nil }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    static func connect(_ path: String) -> LocalSocket? { make(path) { Glibc.connect($0, $1, $2) } }

    /// For this user alone.
    static func listen(_ path: String) -> LocalSocket? {
        make(path) { socket, address, size in
            guard bind(socket, address, size) == 0, chmod(path, 0o600) == 0 else { return -1 }
            return Glibc.listen(socket, 8)
        }
    }

    private static func make(
        _ path: String, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> LocalSocket? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard bytes.count < place.count else { return false }
            place.copyBytes(from: bytes)
            return true
        }
        guard fits, let socket = LocalSocket(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        else { return nil }
        let done = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return done == 0 ? socket : nil
    }

    /// The next caller, waited for; nil once it listens no more.
    func accept() -> LocalSocket? {
        while true {
            let accepted = Glibc.accept(descriptor, nil, nil)
            if accepted >= 0 || (errno != EINTR && errno != ECONNABORTED) { return LocalSocket(accepted) }
        }
    }

    func endListening() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Whether the other end is a process of this user.
    var isOfThisUser: Bool {
        // `struct ucred`: process, user, group.
        var peer: [UInt32] = [0, 0, 0]
        var size = socklen_t(12)
        return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer[1] == geteuid()
    }

    /// All the other end writes before it ends writing; nothing when that is too much or takes too many seconds.
    func read(atMost most: Int, within seconds: Int) -> String {
        let end = ContinuousClock.now + .seconds(seconds)
        var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while bytes.count <= most {
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&wanted, 1, Int32(left)) > 0 else { return "" }
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            guard count > 0 else { return "" }
            bytes += chunk.prefix(count)
        }
        return ""
    }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        // Longer ones are refused anyway.
        _ = send(descriptor, bytes, min(bytes.count, 1 << 16), Int32(MSG_NOSIGNAL))
    }

    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }
}
