public import Foundation

/// A scripted HTTP/1.1 server on 127.0.0.1 for what no decent server does: drip, cut, reset, lie about lengths.
///
/// Every request is answered by a list of steps, done on the connection's own thread. It stops when released.
public final class LoopbackServer: Sendable {
    /// A request as it arrived.
    public struct Request: Sendable {
        /// `GET`, …
        public var method: String
        /// The request target, byte for byte.
        public var target: String
        /// The header fields, in order.
        public var headers: [(name: String, value: String)]
        /// The body, as long as its `Content-Length` said.
        public var body: Data
        /// Which connection brought it, counted from 1.
        public var connection: Int

        /// The first field of that name, whatever its case.
        public subscript(header name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }

    /// One thing done on a connection. After the last the next request is awaited.
    public enum Step: Sendable {
        /// Sends bytes.
        case send(Data)
        /// Sends bytes that many times over.
        case flood(Data, times: Int)
        /// Sends bytes one by one, a few milliseconds apart.
        case drip(Data)
        /// Waits until the gate is open or the other side has closed.
        case wait(Gate)
        /// Waits until the other side has closed.
        case hang
        /// Passes bytes on to another port of 127.0.0.1 and back, until either side closes.
        case tunnel(to: Int)
        /// Closes in good order.
        case close
        /// Closes without TLS's goodbye, as what dies does.
        case cut
        /// Resets the connection.
        case reset

        /// Sends text as UTF-8.
        public static func text(_ text: String) -> Step { .send(Data(text.utf8)) }
    }

    private let core: LoopbackCore
    private let scheme: String

    /// Serves what `answer` says to each request; over TLS with the good one of these certificates, if any.
    public convenience init(
        over certificates: TestCertificates? = nil, _ answer: @escaping @Sendable (Request) -> [Step]
    ) throws {
        try self.init(.http(answer), certificates)
    }

    /// Does `steps` on every connection once its first bytes have arrived, whatever they are (TLS, too).
    public static func raw(over certificates: TestCertificates? = nil, _ steps: [Step]) throws -> LoopbackServer {
        try LoopbackServer(.raw(steps), certificates)
    }

    private init(_ script: LoopbackCore.Script, _ certificates: TestCertificates?) throws {
        core = try LoopbackCore(script, certificates.map { try ServerTLS($0) })
        scheme = certificates == nil ? "http" : "https"
        core.start()
    }

    deinit { core.stop() }

    /// The port chosen by the system.
    public var port: Int { core.port }

    /// `http://127.0.0.1:<port><path>`; `https` over TLS.
    public func url(_ path: String = "/") -> String { "\(scheme)://127.0.0.1:\(port)\(path)" }

    /// Every request so far.
    public var requests: [Request] { core.requests.values }

    /// How many connections were accepted so far.
    public var connectionCount: Int { core.accepted.value }

    /// How many bytes of answers the system has taken so far.
    public var bytesSent: Int { core.sent.value }

    /// Returns once that many bytes of answers have been sent.
    public func waitForBytes(_ count: Int) async { await core.sent.wait(for: count) }

    /// Returns once that many requests have come.
    public func waitForRequests(_ count: Int) async { await core.requests.wait(for: count) }

    /// Returns once that many connections have ended, by whichever side.
    public func waitForClosedConnections(_ count: Int) async { await core.closed.wait(for: count) }

    /// Stops listening and ends every connection.
    public func stop() { core.stop() }

    /// The steps of an ordinary answer with its length.
    public static func answer(
        _ status: Int = 200, _ headers: [(String, String)] = [], body: Data = Data()
    ) -> [Step] {
        let length = [("Content-Length", String(body.count))]
        return [.text(head(status, headers + length)), .send(body)]
    }

    /// The steps of an ordinary answer with a text.
    public static func answer(_ status: Int = 200, _ headers: [(String, String)] = [], text: String) -> [Step] {
        answer(status, headers, body: Data(text.utf8))
    }

    /// A status line, header fields and the blank line.
    public static func head(_ status: Int = 200, _ headers: [(String, String)] = []) -> String {
        "HTTP/1.1 \(status) Scripted\r\n" + headers.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
    }
}

/// A port of 127.0.0.1 on which nobody listens, kept so that nobody else gets it.
public final class UnusedPort: Sendable {
    /// The port.
    public let number: Int
    private let socket: Int32

    /// Takes a port.
    public init() throws { (socket, number) = try LoopbackCore.bind() }

    deinit { close(socket) }
}
