#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A listening socket on 127.0.0.1.
enum LoopbackSocket {
    static func open(on port: UInt16) throws(LocalServer.Failure) -> Int32 {
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard made >= 0 else { throw LocalServer.Failure(message: "no socket can be had (errno \(errno))") }
        // A port named by the host may be taken up again while connections of the last time fade out.
        var yes: Int32 = 1
        setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
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
            throw LocalServer.Failure(message: "port \(port) of 127.0.0.1 cannot be listened on: \(reason)")
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
