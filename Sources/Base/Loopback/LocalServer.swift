import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Answers requests on 127.0.0.1, each connection once, on a thread of its own.
///
/// Many connections at once: browsers open some ahead that stay silent. It listens until it is stopped or released.
package final class LocalServer: Sendable {
    /// Why nothing listens: a sentence for a person.
    package struct Failure: Error {
        /// The sentence.
        package let message: String
    }

    /// What is said to a request.
    package struct Answer: Sendable {
        let bytes: [UInt8]
        let whenSaid: @Sendable () -> Void

        /// An answer, whole, short enough for the system's buffer, and what happens once it is said.
        package init(_ bytes: [UInt8], whenSaid: @escaping @Sendable () -> Void = {}) {
            self.bytes = bytes
            self.whenSaid = whenSaid
        }
    }

    /// Looks at what has come over a connection to this port; nil = the request is not whole yet. It must put an end to
    /// requests that grow too long.
    package typealias Judge = @Sendable (_ bytes: [UInt8], _ port: UInt16) -> Answer?

    /// The port listened on.
    package let port: UInt16
    private let bell: Bell
    private let finished: DispatchSemaphore

    /// Starts listening; port 0 lets the system choose. `judge` is asked on the server's thread.
    package init(port: UInt16, judge: @escaping Judge) throws(Failure) {
        let socket = try LoopbackSocket.open(on: port)
        guard let bound = LoopbackSocket.port(of: socket), let bell = Bell() else {
            close(socket)
            throw Failure(message: "no descriptor can be had to listen with")
        }
        self.port = bound
        self.bell = bell
        finished = DispatchSemaphore(value: 0)
        let desk = FrontDesk(socket: socket, port: bound, bell: bell, judge: judge, finished: finished)
        guard OwnThread.detach(named: "LocalServer", { while desk.step() {} }) else {
            throw Failure(message: "no thread can be had")
        }
    }

    deinit { stop() }

    /// Stops listening. Safe at any time, and more than once.
    package func stop() { bell.ring() }

    /// Stops listening, and returns when the port is free; an answer under way is said before. Not from `judge`.
    package func stopAndWait() {
        stop()
        finished.wait()
        // For whoever else waits.
        finished.signal()
    }
}

/// Where a server's guests are served. Touched by its thread alone once that runs, and closed with it.
private final class FrontDesk {
    private struct Guest {
        let socket: Int32
        let end: ContinuousClock.Instant
        var bytes: [UInt8] = []
    }

    /// How long a request may take to arrive. Choice.
    private static let patience = Duration.seconds(10)
    /// Connections at once; who has been there longest makes room for the next. Choice.
    private static let mostGuests = 16

    private let socket: Int32
    private let port: UInt16
    private let bell: Bell
    private let judge: LocalServer.Judge
    private let finished: DispatchSemaphore
    /// The oldest first.
    private var guests: [Guest] = []

    /// Takes the socket over.
    init(
        socket: Int32, port: UInt16, bell: Bell, judge: @escaping LocalServer.Judge, finished: DispatchSemaphore
    ) {
        self.socket = socket
        self.port = port
        self.bell = bell
        self.judge = judge
        self.finished = finished
    }

    deinit {
        for guest in guests { close(guest.socket) }
        close(socket)
        finished.signal()
    }

    /// Waits for something to happen and sees to it; false when all is over.
    func step() -> Bool {
        var pollers = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
        pollers.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0))
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
            guard poller.revents != 0, let answer = judge(guest.bytes, port) else {
                stay.append(guest)
                continue
            }
            say(answer.bytes, to: guest.socket)
            answer.whenSaid()
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
        if guests.count >= Self.mostGuests { close(guests.removeFirst().socket) }
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

    /// What else was sent is read away: unread, it would make the system reset the connection, and the browser lose the
    /// page.
    private func say(_ bytes: [UInt8], to socket: Int32) {
        send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        shutdown(socket, Int32(SHUT_WR))
        var rest = [UInt8](repeating: 0, count: 65_536)
        while recv(socket, &rest, rest.count, Int32(MSG_DONTWAIT)) > 0 {}
        close(socket)
    }

    private func pause() -> Int32 {
        guard let end = guests.first?.end else { return -1 }
        // Rounded up, so that it is over when poll returns.
        return Int32(clamping: max(0, (end - .now).inMilliseconds + 1))
    }
}
