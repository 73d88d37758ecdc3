import Base

/// Waits on 127.0.0.1 for the redirects that end pages in the person's browser.
///
/// For hosts that open the system's browser and have no web view of their own to watch. Give `redirectURL` to whoever
/// sends the browser back (`Settings.loopbackRedirectURL` of `AccessEnablerCore`), open the page, and hand on what comes.
///
/// The path is 128 random bits, so that no other page can end a login; with `checksState` the redirect must carry `state`
/// too, as OAuth 2.0 asks (RFC 6749, section 10.12; RFC 8252, section 7.3: loopback interface, any port). Anything else,
/// another method, path, host name or state, a head that is too long or comes too slowly, is answered with an error and
/// changes nothing. It listens until it is stopped or released.
public final class LoopbackListener: Sendable {
    /// The address to come back to: `http://127.0.0.1:<port>/<random>`.
    public let redirectURL: String
    /// What the redirect must carry as `state` when that is checked: 128 random bits.
    public let state: String
    /// The port listened on.
    public let port: UInt16

    /// What comes, in order; for one reader. Ends when the listener is stopped. A reader who is late finds the latest few.
    public let redirects: AsyncStream<LoopbackRedirect>

    private let arrivals: AsyncStream<LoopbackRedirect>.Continuation
    private let server: LocalServer

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - port: 0 lets the system choose.
    ///   - checksState: whether the redirect must carry `state`.
    ///   - title: what the page says on which the browser ends.
    /// - Throws: when the port cannot be had.
    public init(
        port: UInt16 = 0, checksState: Bool = false, title: String = "Done"
    ) throws(LoopbackListenerError) {
        (redirects, arrivals) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(8))
        let path = "/" + Self.random()
        state = Self.random()
        let (said, expected) = (arrivals, checksState ? state : nil)
        do throws(LocalServer.Failure) {
            server = try LocalServer(port: port) { bytes, port in
                let gate = LoopbackGate(port: port, path: path, state: expected, title: title)
                let verdict = gate.judge(bytes)
                guard verdict != .incomplete else { return nil }
                return LocalServer.Answer(gate.answer(to: verdict)) {
                    if case .redirect(let redirect) = verdict { said.yield(redirect) }
                }
            }
        } catch {
            throw LoopbackListenerError(error.message)
        }
        self.port = server.port
        redirectURL = "http://127.0.0.1:\(server.port)\(path)"
    }

    deinit { stop() }

    /// The next redirect; nil when the listener is stopped or the task cancelled first.
    public func redirect() async -> LoopbackRedirect? {
        var iterator = redirects.makeAsyncIterator()
        return await iterator.next()
    }

    /// Stops listening. Safe at any time, and more than once.
    public func stop() {
        arrivals.finish()
        server.stop()
    }

    private static func random() -> String {
        // The system's generator: fit for secrets.
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// The address a browser came back with.
public struct LoopbackRedirect: Sendable, Hashable {
    /// The whole address, as the browser sent it. It may hold a secret: do not log it.
    public var url: String
    /// The query's names and values, decoded, in order.
    public var query: [Item]

    /// A name and a value.
    public struct Item: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String
    }

    /// The value of a name that is there exactly once.
    public subscript(name: String) -> String? {
        let found = query.filter { $0.name == name }
        return found.count == 1 ? found.first?.value : nil
    }
}

/// Why nothing listens.
public struct LoopbackListenerError: Error, Sendable, Hashable {
    /// A sentence for a person.
    public var message: String

    init(_ message: String) { self.message = message }
}
