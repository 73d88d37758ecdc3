import Foundation

/// One connection of a `LoopbackServer`, on its own thread with blocking calls.
final class LoopbackConnection {
    private let channel: LoopbackChannel
    private let number: Int
    private let core: LoopbackCore
    private let script: LoopbackCore.Script
    private var unread = Data()

    private var socket: Int32 { channel.socket }

    init(_ channel: LoopbackChannel, number: Int, core: LoopbackCore, _ script: LoopbackCore.Script) {
        self.channel = channel
        self.number = number
        self.core = core
        self.script = script
    }

    /// Returns when the connection is over; the caller closes the socket.
    func serve() {
        switch script {
        case .raw(let steps):
            if receive() { _ = perform(steps) }
        case .http(let answer):
            while let request = nextRequest() {
                core.requests.add(request)
                if !perform(answer(request)) { return }
            }
        }
    }

    /// False once the connection is over.
    private func perform(_ steps: [LoopbackServer.Step]) -> Bool {
        steps.allSatisfy(perform)
    }

    private func perform(_ step: LoopbackServer.Step) -> Bool {
        switch step {
        case .send(let bytes):
            return send(bytes)
        case .flood(let bytes, let times):
            return (0..<times).allSatisfy { _ in send(bytes) }
        case .drip(let bytes):
            return bytes.allSatisfy { send(Data([$0])) && !isClosed(within: 2) }
        case .wait(let gate):
            while !gate.isOpen { if isClosed(within: 2) { return false } }
            return true
        case .hang:
            while !isClosed(within: 1000) {}
            return false
        case .tunnel(let port):
            tunnel(to: port)
            return true
        case .close:
            channel.sayGoodbye()
            return false
        case .cut:
            return false
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
            return false
        }
    }

    private func tunnel(to port: Int) {
        guard let end = try? LoopbackCore.connect(to: port) else { return }
        defer { close(end) }
        let other = LoopbackChannel(end)
        guard send(unread, over: other) else { return }
        unread = Data()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while !core.isStopped {
            var pollers = [socket, end].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&pollers, 2, 1000) >= 0 else { return }
            for (poller, (from, to)) in zip(pollers, [(channel, other), (other, channel)]) where poller.revents != 0 {
                // More than TLS seals at once: nothing of it stays where poll does not look.
                let count = from.receive(&buffer)
                if count <= 0 || !send(Data(buffer[..<count]), over: to) { return }
            }
        }
    }

    /// Whether the other side has closed, or does so within so many milliseconds. Bytes it sent stay unread.
    private func isClosed(within milliseconds: Int32) -> Bool {
        var poller = pollfd(fd: socket, events: Int16(0x2000), revents: 0)  // POLLRDHUP
        return poll(&poller, 1, milliseconds) != 0 || core.isStopped
    }

    private func send(_ bytes: Data) -> Bool { send(bytes, over: channel) }

    private func send(_ bytes: Data, over channel: LoopbackChannel) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { channel.send($0) }
            if sent <= 0 { return false }
            core.sent.add(sent)
            rest = rest.dropFirst(sent)
        }
        return true
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = channel.receive(&buffer)
        if count <= 0 { return false }
        unread.append(contentsOf: buffer[..<count])
        return true
    }

    private func nextRequest() -> LoopbackServer.Request? {
        let blank = Data("\r\n\r\n".utf8)
        var end = unread.range(of: blank)
        while end == nil {
            guard receive() else { return nil }
            end = unread.range(of: blank)
        }
        guard let end else { return nil }
        var lines = String(decoding: unread[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        unread = Data(unread[end.upperBound...])
        let words = lines.removeFirst().components(separatedBy: " ")
        guard words.count == 3 else { return nil }
        let headers = lines.map { line in
            let name = line.prefix { $0 != ":" }
            return (String(name), line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces))
        }
        var request = LoopbackServer.Request(
            method: words[0], target: words[1], headers: headers, body: Data(), connection: number)
        let length = request[header: "Content-Length"].flatMap(Int.init) ?? 0
        while unread.count < length { guard receive() else { return nil } }
        request.body = Data(unread.prefix(length))
        unread = Data(unread.dropFirst(length))
        return request
    }
}
