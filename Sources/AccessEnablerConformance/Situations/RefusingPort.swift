#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A loopback port that refuses every connection, and that nobody else can take meanwhile: bound, never listening.
final class RefusingPort: Sendable {
    private let file: Int32
    /// The port.
    let port: UInt16

    init() throws {
        file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let file = file
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(file, pointer, length) == 0 && getsockname(file, pointer, &length) == 0
            }
        }
        guard bound else {
            close(file)
            throw BenchError(message: "No port could be had.")
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(file) }
}
