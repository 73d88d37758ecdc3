import Base
import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// HTTP/1.1 on 127.0.0.1, on one thread of libmicrohttpd's.
package final class HTTPServer: Sendable {
    // @unchecked: an address, handed to the library only; the library guards what is behind it.
    private struct Daemon: @unchecked Sendable {
        let pointer: OpaquePointer
        let context: Unmanaged<Context>
    }

    /// What the library's callbacks get to see.
    private final class Context: Sendable {
        let room: WaitingRoom
        let plan: @Sendable (Request) -> Plan

        init(room: WaitingRoom, plan: @escaping @Sendable (Request) -> Plan) {
            self.room = room
            self.plan = plan
        }
    }

    /// The port listened on.
    package let port: UInt16
    /// Where delayed and held answers wait.
    let room: WaitingRoom
    private let daemon: Lock<Daemon?>

    /// Starts listening; port 0 lets the system choose. `plan` is asked, on the server's thread, what to do with each
    /// request once it has come in whole.
    package init(
        port: UInt16, room: WaitingRoom, plan: @escaping @Sendable (Request) -> Plan
    ) throws(SimulatorError) {
        let context = Unmanaged.passRetained(Context(room: room, plan: plan))
        let pointer = mhd_start_on_loopback(
            port, Self.received, context.toOpaque(), Self.began, Self.ended, 1000, 64 << 10, 60)
        guard let pointer else {
            context.release()
            room.shut()
            throw SimulatorError(
                "Port \(port) of 127.0.0.1 cannot be listened on: \(String(cString: strerror(errno))).")
        }
        self.port = mhd_bound_port(pointer)
        self.room = room
        daemon = Lock(Daemon(pointer: pointer, context: context))
    }

    /// Ends all waits, closes all connections and the port. Returns when that is done, however often called.
    package func stop() {
        daemon.withLock { daemon in
            guard let running = daemon else { return }
            daemon = nil
            // First: the library aborts the process when it is stopped with suspended connections.
            room.shut()
            MHD_stop_daemon(running.pointer)
            running.context.release()
        }
    }

    // The callbacks are formed here, in code bound to no actor: they run on the library's thread.

    private static let began:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? =
            { _, target, _ in
                Unmanaged.passRetained(Exchange(target: target.map { String(cString: $0) } ?? "")).toOpaque()
            }

    private static let ended: MHD_RequestCompletedCallback = { _, _, slot, _ in
        guard let exchange = slot?.pointee else { return }
        slot?.pointee = nil
        Unmanaged<Exchange>.fromOpaque(exchange).release()
    }

    private static let received: MHD_AccessHandlerCallback = {
        context, connection, _, method, _, upload, uploadSize, slot in
        guard let context, let connection, let uploadSize, let slot = slot?.pointee else { return .NO }
        let exchange = Unmanaged<Exchange>.fromOpaque(slot).takeUnretainedValue()
        let courier = Courier(
            connection: Connection(pointer: connection),
            room: Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().room)
        let plan = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().plan
        switch exchange.phase {
        case .head:
            exchange.request.method = method.map { String(cString: $0) } ?? ""
            exchange.request.headers = headers(of: connection)
            exchange.request.peer = peer(of: connection)
            exchange.phase = .body
            let length = exchange.request.header("Content-Length").flatMap { UInt64($0) } ?? 0
            guard length > Request.bodyLimit else { return .YES }
            // Answered without taking the body; the library then closes the connection.
            exchange.request.isTooLarge = true
            return begin(exchange, courier, plan)
        case .body where uploadSize.pointee > 0:
            take(UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee), into: &exchange.request)
            uploadSize.pointee = 0
            return .YES
        case .body:
            return begin(exchange, courier, plan)
        case .waiting(let ticket):
            guard courier.room.leave(ticket) == .due, let plan = exchange.plan else { return .NO }
            exchange.phase = .answered
            return courier.deliver(plan)
        case .answered:
            return .NO
        }
    }

    private static func begin(_ exchange: Exchange, _ courier: Courier, _ decide: (Request) -> Plan) -> MHD_Result {
        let plan = decide(exchange.request)
        exchange.plan = plan
        if let wait = plan.wait {
            switch courier.room.enter(courier.connection, wait) {
            case .waits(let ticket):
                exchange.phase = .waiting(ticket: ticket)
                return .YES
            case .mayGoOn: break
            case .closed: return .NO
            }
        }
        exchange.phase = .answered
        return courier.deliver(plan)
    }

    private static func take(_ bytes: UnsafeRawBufferPointer, into request: inout Request) {
        // The rest of a body that is too large is read, so that the client gets to see the refusal.
        if request.isTooLarge || request.body.count + bytes.count > Request.bodyLimit {
            request.isTooLarge = true
            request.body = []
        } else {
            request.body += bytes
        }
    }

    private static func headers(of connection: OpaquePointer) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values(
                connection, .HEADER_KIND,
                { context, _, name, value in
                    guard let name else { return .YES }
                    let field = (name: String(cString: name), value: value.map { String(cString: $0) } ?? "")
                    context?.assumingMemoryBound(to: [(name: String, value: String)].self).pointee.append(field)
                    return .YES
                }, fields)
        }
        return fields
    }

    private static func peer(of connection: OpaquePointer) -> String {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let answer = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getpeername(mhd_connection_socket(connection), $0, &size)
            }
        }
        guard answer == 0 else { return "" }
        return withUnsafeBytes(of: address.sin_addr) { $0.map(String.init).joined(separator: ".") }
    }
}
