import Base
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Takes the form of the redirect on 127.0.0.1: from an identity provider of this device, or from the app's relay.
///
/// One connection at a time, each with 10 s of the system's time; only a POST of a form to the one path counts, and only
/// when it names this listener as its host, so that no page elsewhere reaches it under another name.
final class RedirectListener: Sendable {
    struct Failure: Error {
        let message: String
    }

    /// Where it listens.
    let address: String
    private let path: String
    private let hosts: Set<String>
    private let socket: Int32
    /// A pipe: what is written wakes the thread.
    private let bell: (read: Int32, write: Int32)
    private let take: @Sendable ([UInt8]) -> Bool
    private let isStopped = Lock(false)
    private let finished = DispatchSemaphore(value: 0)

    /// Listens until `stop()`; `take` says of each form whether a sign-in waited for it.
    init(_ settings: RedirectListenerSettings, take: @escaping @Sendable ([UInt8]) -> Bool) throws(Failure) {
        let (socket, port) = try Self.listen(on: settings.port)
        self.socket = socket
        var ends: [Int32] = [-1, -1]
        let isMade = pipe(&ends) == 0
        for end in ends where isMade { Self.keepToThisProcess(end) }
        bell = (ends[0], ends[1])
        path = settings.path
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        address = "http://127.0.0.1:\(port)\(settings.path)"
        self.take = take
        guard isMade else {
            close(socket)
            throw Failure(message: "no pipe can be had")
        }
        Thread.detachNewThread { [self] in
            serve()
            close(self.socket)
            finished.signal()
        }
    }

    deinit {
        close(bell.read)
        close(bell.write)
    }

    /// Stops listening. Returns when the port is free; an answer under way is sent before.
    func stop() {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        _ = write(bell.write, [1], 1)
        finished.wait()
    }

    private static func listen(on port: UInt16) throws(Failure) -> (Int32, UInt16) {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(message: "no socket can be had") }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && Glibc.listen(descriptor, 8) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard isListening else {
            close(descriptor)
            throw Failure(message: "port \(port) of 127.0.0.1 cannot be listened on")
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private static func keepToThisProcess(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private func serve() {
        while wait(for: socket, events: POLLIN, until: nil) {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { continue }
            Self.keepToThisProcess(connection)
            _ = fcntl(connection, F_SETFL, fcntl(connection, F_GETFL) | O_NONBLOCK)
            serve(connection, until: .now + .seconds(10))
            close(connection)
        }
    }

    private func serve(_ connection: Int32, until end: ContinuousClock.Instant) {
        var reader = RedirectRequestReader()
        while !reader.isComplete {
            guard wait(for: connection, events: POLLIN, until: end) else { return }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(connection, &buffer, buffer.count)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { return }
            reader.take(buffer.prefix(count))
        }
        var answer = answer(to: reader)[...]
        while !answer.isEmpty {
            let count = answer.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                answer = answer.dropFirst(count)
            } else if errno != EINTR {
                // The answer fits into any socket's buffer; who does not take it does not get it.
                return
            }
        }
        shutdown(connection, Int32(SHUT_WR))
    }

    private func answer(to reader: RedirectRequestReader) -> [UInt8] {
        guard let request = reader.request else { return RedirectPage.refused(400).bytes }
        guard request.host.map(hosts.contains) == true else { return RedirectPage.refused(421).bytes }
        guard request.path == path else { return RedirectPage.refused(404).bytes }
        guard request.method == "POST" else { return RedirectPage.refused(405).bytes }
        guard request.isForm else { return RedirectPage.refused(415).bytes }
        return take(request.body) ? RedirectPage.taken.bytes : RedirectPage.refused(400).bytes
    }

    /// Waits; false when it is too late or the listener stops.
    private func wait(for descriptor: Int32, events: Int32, until end: ContinuousClock.Instant?) -> Bool {
        while true {
            var limit: Int32 = -1
            if let end { limit = Int32(clamping: max(0, (end - .now).inMilliseconds + 1)) }
            var descriptors = [
                pollfd(fd: bell.read, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(events), revents: 0),
            ]
            let count = poll(&descriptors, 2, limit)
            if count < 0, errno == EINTR { continue }
            return count > 0 && descriptors[0].revents == 0
        }
    }
}
