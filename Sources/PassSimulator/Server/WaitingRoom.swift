import Base
import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A connection of the HTTP library.
// @unchecked: an address, handed back to the library only; it stays valid while the connection is suspended.
struct Connection: @unchecked Sendable {
    let pointer: OpaquePointer
}

/// Where connections wait for a point in time, for `release()`, or for their peer to leave.
///
/// The HTTP library does not look at a suspended socket, so one thread here does: a client that gives up must not
/// leave its connection behind.
package final class WaitingRoom: Sendable {
    /// What a connection waits for. A peer that leaves ends every wait.
    package enum Wait: Sendable, Hashable {
        /// So much real time.
        case milliseconds(Int)
        /// The next `release()` after the one counted here.
        case release(after: UInt64)
    }

    /// How a connection is received.
    enum Reception: Sendable, Hashable {
        /// It is suspended; the ticket is for `leave` when it has been resumed.
        case waits(ticket: UInt64)
        /// There is nothing to wait for.
        case mayGoOn
        /// The room is closed: the server stops.
        case closed
    }

    /// Why a wait ended.
    enum End: Sendable, Hashable {
        /// The time is over, or `release()` was called.
        case due
        /// The peer has left, or the room is closed: nobody is there to be answered.
        case gone
    }

    private struct Guest {
        let id: UInt64
        let connection: Connection
        let socket: Int32
        /// Nil: waits for a release.
        let end: ContinuousClock.Instant?
    }

    private struct State {
        var guests: [Guest] = []
        var ends: [UInt64: End] = [:]
        var nextID: UInt64 = 0
        var releases: UInt64 = 0
        var isClosed = false
    }

    private let state = Lock(State())
    private let bell: Bell
    private let thread = Lock<OwnThread?>(nil)

    package init() throws(SimulatorError) {
        guard let bell = Bell() else { throw SimulatorError("No descriptors can be had (errno \(errno)).") }
        self.bell = bell
        guard let thread = OwnThread(named: "WaitingRoom", { while self.watch() {} }) else {
            throw SimulatorError("No thread can be had.")
        }
        self.thread.withLock { $0 = thread }
    }

    /// How often `release()` was called.
    package var releases: UInt64 { state.withLock { $0.releases } }

    /// How many connections wait.
    var count: Int { state.withLock { $0.guests.count } }

    /// Suspends a connection, unless there is nothing to wait for.
    ///
    /// Called by the server's thread alone, from within one of the library's callbacks.
    func enter(_ connection: Connection, _ wait: Wait) -> Reception {
        let reception = state.withLock { state -> Reception in
            guard !state.isClosed else { return .closed }
            var end: ContinuousClock.Instant?
            switch wait {
            case .milliseconds(let milliseconds):
                guard milliseconds > 0 else { return .mayGoOn }
                end = .now + .milliseconds(milliseconds)
            case .release(let after):
                // A release between arriving and coming here counts: nobody can tell the two moments apart.
                guard state.releases == after else { return .mayGoOn }
            }
            state.nextID += 1
            state.guests.append(
                Guest(
                    id: state.nextID, connection: connection, socket: mhd_connection_socket(connection.pointer),
                    end: end))
            // Within the lock: whoever resumes must find it suspended.
            MHD_suspend_connection(connection.pointer)
            return .waits(ticket: state.nextID)
        }
        if case .waits = reception { bell.ring() }
        return reception
    }

    /// Tells why the wait ended.
    func leave(_ ticket: UInt64) -> End {
        state.withLock { $0.ends.removeValue(forKey: ticket) ?? .gone }
    }

    /// Lets go everybody who waits for a release.
    package func release() {
        state.withLock { state in
            state.releases += 1
            Self.resume(&state, .due) { $0.end == nil }
        }
    }

    /// Sends everybody away, lets nobody in any more, and waits for the thread to end.
    func shut() {
        state.withLock { state in
            state.isClosed = true
            Self.resume(&state, .gone) { _ in true }
        }
        bell.ring()
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }

    /// Called within the lock: once the room is closed and the lock free, nobody is left who would resume a connection of
    /// a server that has stopped.
    private static func resume(_ state: inout State, _ end: End, where isOver: (Guest) -> Bool) {
        let over = state.guests.filter(isOver)
        state.guests.removeAll(where: isOver)
        for guest in over {
            state.ends[guest.id] = end
            MHD_resume_connection(guest.connection.pointer)
        }
    }

    /// Waits for something to happen and sees to it; false when the room is closed.
    private func watch() -> Bool {
        let (guests, isClosed) = state.withLock { ($0.guests, $0.isClosed) }
        if isClosed { return false }
        var sockets = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
        sockets += guests.map { pollfd(fd: $0.socket, events: Self.peerLeft, revents: 0) }
        poll(&sockets, nfds_t(sockets.count), Self.pause(until: guests.compactMap(\.end).min()))
        bell.hush()
        let left = Set(zip(guests, sockets.dropFirst()).filter { $0.1.revents != 0 }.map(\.0.id))
        let now = ContinuousClock.now
        state.withLock { state in
            Self.resume(&state, .gone) { left.contains($0.id) }
            Self.resume(&state, .due) { guest in guest.end.map { $0 <= now } ?? false }
        }
        return true
    }

    /// `POLLRDHUP`: the peer closed, or shut down its side.
    private static let peerLeft: Int16 = 0x2000

    private static func pause(until end: ContinuousClock.Instant?) -> Int32 {
        guard let end else { return -1 }
        // Rounded up, so that it is over when poll returns.
        let milliseconds = (end - .now).inMilliseconds + 1
        return Int32(clamping: max(0, milliseconds))
    }
}
