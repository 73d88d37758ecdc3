import Foundation

/// A TCP connection to loopback, for what an HTTP client hides: silence, resets, the bytes as they come, nonsense.
public final class RawConnection {
    private let descriptor: Int32

    /// Nil when nobody listens there.
    public convenience init?(to baseURL: String, host: UInt32 = 0x7F00_0001) {
        guard let port = URL(string: baseURL)?.port.flatMap(UInt16.init(exactly:)) else { return nil }
        self.init(to: port, host: host)
    }

    /// Nil when nobody listens there.
    public init?(to port: UInt16, host: UInt32 = 0x7F00_0001) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        let descriptor = descriptor
        let answer = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // What was opened is closed when it is released, which it is at once.
        if answer != 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Sends text as UTF-8.
    public func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends bytes, if the other side still takes them.
    public func send(_ bytes: [UInt8]) {
        _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Everything until the other side closes, and the error that ended it: 0 for a proper end.
    public func receiveAll() -> (text: String, error: Int32) {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return (String(decoding: all, as: UTF8.self), count < 0 ? errno : 0) }
            all += buffer[..<count]
        }
    }
}
