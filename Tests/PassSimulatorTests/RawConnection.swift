import Foundation

/// A TCP connection to loopback, for what an HTTP client hides: resets, the bytes as they come, nonsense.
final class RawConnection {
    private let descriptor: Int32

    /// Nil when nobody listens there.
    init?(to baseURL: String, host: UInt32 = 0x7F00_0001) {
        guard let port = URL(string: baseURL)?.port.flatMap(UInt16.init(exactly:)) else { return nil }
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        let answer = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if answer != 0 {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Everything until the other side closes, and the error that ended it: 0 for a proper end.
    func receiveAll() -> (text: String, error: Int32) {
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
