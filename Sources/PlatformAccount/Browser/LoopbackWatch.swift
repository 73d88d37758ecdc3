import Base

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The thread of a loopback listener: takes connections and looks at what they ask for.
///
/// All at once, since browsers open connections ahead that stay silent. Touched by its thread alone once started.
final class LoopbackWatch {
    private struct Guest {
        let socket: Int32
        let end: ContinuousClock.Instant
        var bytes: [UInt8] = []
    }

    /// How long a request may take to arrive. Choice.
    private static let patience = Duration.seconds(10)
    /// Connections at once; who comes when all are taken waits in the system's queue. Choice.
    private static let mostGuests = 16

    private let socket: Int32
    private let bell: Bell
    private let gate: LoopbackGate
    private let arrivals: AsyncStream<LoopbackRedirect>.Continuation
    private var guests: [Guest] = []

    /// Takes the socket over.
    init(socket: Int32, bell: Bell, gate: LoopbackGate, arrivals: AsyncStream<LoopbackRedirect>.Continuation) {
        self.socket = socket
        self.bell = bell
        self.gate = gate
        self.arrivals = arrivals
    }

    deinit {
        for guest in guests { close(guest.socket) }
        close(socket)
    }

    /// Starts the thread; false when none can be had.
    func start() -> Bool {
        var thread = pthread_t()
        let me = Unmanaged.passRetained(self)
        guard pthread_create(&thread, nil, Self.main, me.toOpaque()) == 0 else {
            me.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    // Formed here, in code bound to no actor: it runs on a foreign thread.
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        let watch = Unmanaged<LoopbackWatch>.fromOpaque(context).takeRetainedValue()
        while watch.step() {}
        return nil
    }

    /// Waits for something to happen and sees to it; false when all is over.
    private func step() -> Bool {
        var pollers = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
        pollers.append(
            pollfd(fd: guests.count < Self.mostGuests ? socket : -1, events: Int16(POLLIN), revents: 0))
        pollers += guests.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
        poll(&pollers, nfds_t(pollers.count), pause())
        if pollers[0].revents != 0 { return false }
        let now = ContinuousClock.now
        var stay: [Guest] = []
        for (var guest, poller) in zip(guests, pollers.dropFirst(2)) {
            if (poller.revents != 0 && !receive(&guest)) || guest.end <= now {
                close(guest.socket)
                continue
            }
            let verdict = gate.judge(guest.bytes)
            guard verdict != .incomplete else {
                stay.append(guest)
                continue
            }
            say(gate.answer(to: verdict), to: guest.socket)
            if case .redirect(let redirect) = verdict { arrivals.yield(redirect) }
        }
        guests = stay
        if pollers[1].revents != 0 { admit(at: now) }
        return true
    }

    private func admit(at now: ContinuousClock.Instant) {
        let accepted = accept(socket, nil, nil)
        guard accepted >= 0 else { return }
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
        guests.append(Guest(socket: accepted, end: now + Self.patience))
    }

    /// Takes what has come; false when the connection is over.
    private func receive(_ guest: inout Guest) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(guest.socket, &buffer, buffer.count, 0)
        if count < 0 { return errno == EAGAIN || errno == EINTR }
        guest.bytes += buffer.prefix(count)
        return count > 0
    }

    /// The answer is short enough for the system's buffer. What else was sent is read away: unread, it would make the
    /// system reset the connection, and the browser lose the page.
    private func say(_ bytes: [UInt8], to socket: Int32) {
        send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        shutdown(socket, Int32(SHUT_WR))
        var rest = [UInt8](repeating: 0, count: 65_536)
        while recv(socket, &rest, rest.count, Int32(MSG_DONTWAIT)) > 0 {}
        close(socket)
    }

    private func pause() -> Int32 {
        guard let end = guests.map(\.end).min() else { return -1 }
        // Rounded up, so that it is over when poll returns.
        return Int32(clamping: max(0, (end - .now).inMilliseconds + 1))
    }
}

/// A listening socket on 127.0.0.1.
enum LoopbackSocket {
    static func open(on port: UInt16) throws(LoopbackListenerError) -> Int32 {
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard made >= 0 else { throw LoopbackListenerError("no socket can be had (errno \(errno))") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, listen(made, 16) == 0 else {
            let reason = String(cString: strerror(errno))
            close(made)
            throw LoopbackListenerError("port \(port) of 127.0.0.1 cannot be listened on: \(reason)")
        }
        return made
    }

    static func port(of socket: Int32) -> UInt16? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) == 0 }
        }
        return isKnown ? UInt16(bigEndian: address.sin_port) : nil
    }
}
