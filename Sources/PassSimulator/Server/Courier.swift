import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Brings an answer to a connection, properly or not. Used on the server's thread.
struct Courier {
    let connection: Connection
    let room: WaitingRoom

    /// Carries out the delivery a plan asks for.
    /// - Returns: what the library's callback returns; `MHD_NO` closes the connection.
    func deliver(_ plan: Plan) -> MHD_Result {
        if plan.delivery == .reset {
            reset()
            return .NO
        }
        let answer = plan.answer()
        let body = answer.body
        let response: OpaquePointer?
        switch plan.delivery {
        case .whole, .reset:
            response = whole(body)
        case .cut, .cutWithoutLength:
            // Without a body there is nothing to cut but the head: the connection closes without an answer.
            if body.isEmpty { return .NO }
            let half = Reader(body, end: body.count / 2)
            half.isCut = plan.delivery == .cut
            response = read(by: half, length: half.isCut ? UInt64(body.count) : mhd_size_unknown())
            if !half.isCut { _ = mhd_speak_http_1_0(response) }
        case .drip(let milliseconds):
            let drops = Reader(body, end: body.count)
            drops.drip = (milliseconds, connection, room)
            response = body.isEmpty ? whole(body) : read(by: drops, length: UInt64(body.count))
        }
        guard let response else { return .NO }
        defer { MHD_destroy_response(response) }
        for (name, value) in answer.headers where MHD_add_response_header(response, name, value) != .YES {
            return .NO
        }
        return MHD_queue_response(connection.pointer, UInt32(clamping: answer.status), response)
    }

    private func whole(_ body: [UInt8]) -> OpaquePointer? {
        body.withUnsafeBytes { body in
            MHD_create_response_from_buffer(
                body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
        }
    }

    private func read(by reader: Reader, length: UInt64) -> OpaquePointer? {
        let context = Unmanaged.passRetained(reader)
        let response = MHD_create_response_from_callback(
            length, 4096, Reader.next, context.toOpaque(), Reader.free)
        if response == nil { context.release() }
        return response
    }

    /// Makes the system send RST: the last holder of a socket that must not linger closes it. The library keeps its
    /// descriptor, which now is another socket, never connected.
    private func reset() {
        let descriptor = mhd_connection_socket(connection.pointer)
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        let fresh = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard fresh >= 0 else { return }
        dup2(fresh, descriptor)
        close(fresh)
    }
}

/// Gives out a body piece by piece. Touched by the server's thread alone.
private final class Reader {
    private let body: [UInt8]
    /// Where it stops.
    private let end: Int
    /// Whether it stops with a cut instead of an end.
    var isCut = false
    /// Waits so many ms after each byte.
    var drip: (milliseconds: Int, connection: Connection, room: WaitingRoom)?
    private var ticket: UInt64?
    private var hasRested = true

    init(_ body: [UInt8], end: Int) {
        self.body = body
        self.end = end
    }

    static let next: MHD_ContentReaderCallback = { context, position, buffer, space in
        guard let context, let buffer else { return mhd_end_with_error() }
        let reader = Unmanaged<Reader>.fromOpaque(context).takeUnretainedValue()
        return reader.read(from: Int(position), into: buffer, space: space)
    }

    static let free: MHD_ContentReaderFreeCallback = { context in
        guard let context else { return }
        Unmanaged<Reader>.fromOpaque(context).release()
    }

    private func read(from position: Int, into buffer: UnsafeMutablePointer<CChar>, space: Int) -> Int {
        guard position < end else { return isCut ? mhd_end_with_error() : mhd_end_of_stream() }
        var count = min(end - position, space)
        if let (milliseconds, connection, room) = drip {
            if let ticket {
                self.ticket = nil
                guard room.leave(ticket) == .due else { return mhd_end_with_error() }
                hasRested = true
            }
            if position > 0, !hasRested {
                switch room.enter(connection, .milliseconds(milliseconds)) {
                case .waits(let ticket):
                    self.ticket = ticket
                    // Zero bytes: asked again when resumed.
                    return 0
                case .mayGoOn: break
                case .closed: return mhd_end_with_error()
                }
            }
            hasRested = false
            count = 1
        }
        UnsafeMutableRawBufferPointer(start: buffer, count: count).copyBytes(from: body[position..<position + count])
        return count
    }
}
