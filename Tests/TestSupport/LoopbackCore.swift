import Base
import Foundation

/// The sockets and threads behind a `LoopbackServer`. The threads keep it alive, not the server.
final class LoopbackCore: Sendable {
    enum Script: Sendable {
        case http(@Sendable (LoopbackServer.Request) -> [LoopbackServer.Step])
        case raw([LoopbackServer.Step])
    }

    let port: Int
    let requests = Recorder<LoopbackServer.Request>()
    let accepted = Counter()
    let closed = Counter()
    let sent = Counter()
    private let script: Script
    private let tls: ServerTLS?
    /// Every open socket, the listening one too; nil once stopped. A socket is closed only by the thread using it.
    private let sockets: Lock<Set<Int32>?>
    private let listener: Int32

    init(_ script: Script, _ tls: ServerTLS?) throws {
        self.script = script
        self.tls = tls
        (listener, port) = try Self.bind()
        guard listen(listener, 512) == 0 else { throw Self.failure() }
        sockets = Lock([listener])
    }

    func start() {
        Thread.detachNewThread { [self] in
            while true {
                let socket = accept(listener, nil, nil)
                if socket < 0 {
                    if errno == EINTR || errno == ECONNABORTED { continue }
                    break
                }
                let number = accepted.add()
                guard admit(socket) else { continue }
                Thread.detachNewThread { [self] in
                    serve(socket, number: number)
                    dismiss(socket)
                    closed.add()
                }
            }
            dismiss(listener)
        }
    }

    private func serve(_ socket: Int32, number: Int) {
        // The TLS library writes to connections that may be closed. The thread lives no longer than this one.
        var brokenPipe = sigset_t()
        sigemptyset(&brokenPipe)
        sigaddset(&brokenPipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
        guard let channel = tls.map({ $0.accept(socket) }) ?? LoopbackChannel(socket) else { return }
        LoopbackConnection(channel, number: number, core: self, script).serve()
    }

    func stop() {
        sockets.withLock { sockets in
            for socket in sockets ?? [] { shutdown(socket, Int32(SHUT_RDWR)) }
            sockets = nil
        }
    }

    var isStopped: Bool { sockets.withLock { $0 == nil } }

    private func admit(_ socket: Int32) -> Bool {
        let isAdmitted = sockets.withLock { sockets in
            sockets?.insert(socket)
            return sockets != nil
        }
        if !isAdmitted { close(socket) }
        return isAdmitted
    }

    private func dismiss(_ socket: Int32) {
        sockets.withLock { sockets in
            sockets?.remove(socket)
            close(socket)
        }
    }

    /// A socket bound to a port of 127.0.0.1 that the system chose.
    static func bind() throws -> (socket: Int32, port: Int) {
        try open(port: 0) { socket, address, length in
            Foundation.bind(socket, address, length.pointee) == 0 && getsockname(socket, address, length) == 0
        }
    }

    /// A socket connected to a port of 127.0.0.1.
    static func connect(to port: Int) throws -> Int32 {
        try open(port: port) { socket, address, length in
            Foundation.connect(socket, address, length.pointee) == 0
        }.socket
    }

    private static func open(
        port: Int, _ setUp: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Bool
    ) throws -> (socket: Int32, port: Int) {
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw failure() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { setUp(socket, $0, &length) }
        }
        guard isReady else {
            defer { close(socket) }
            throw failure()
        }
        return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }

    private static func failure() -> POSIXError {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}
