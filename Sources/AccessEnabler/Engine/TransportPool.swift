import Base

/// One transport for all objects of a process that want the same settings: one thread, one connection pool.
enum TransportPool {
    private struct Entry {
        weak var transport: CurlTransport?
    }

    private static let transports = Lock<[CurlTransport.Settings: Entry]>([:])

    /// The shared transport; lives as long as an object holds it.
    static func shared(_ settings: CurlTransport.Settings) -> CurlTransport {
        transports.withLock { transports in
            if let transport = transports[settings]?.transport { return transport }
            let transport = CurlTransport(settings: settings)
            transports[settings] = Entry(transport: transport)
            return transport
        }
    }
}
