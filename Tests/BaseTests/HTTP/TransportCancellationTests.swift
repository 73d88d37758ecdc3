import Base
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TransportCancellationTests {
    @Test("T07: a dripping answer ends when the limit passes on the injected clock, and the connection with it")
    func drip() async throws {
        let clock = ManualClock()
        let transport = CurlTransport(clock: clock)
        let server = try LoopbackServer { _ in
            [.text(LoopbackServer.head(200, [("Content-Length", "10000")])), .drip(Data(count: 10_000))]
        }
        let isOver = Gate()
        async let error = {
            defer { isOver.open() }
            return await transport.failure(of: HTTPRequest(url: server.url("/?SECRET-77"), timeLimit: .seconds(3)))
        }()
        await server.waitForRequests(1)
        await clock.waitForSleepers(.deadline, lasting: .seconds(3))
        clock.advance(by: .milliseconds(2999))
        // Bytes arrive, real time goes by, and the limit has not passed.
        await server.waitForBytes(server.bytesSent + 20)
        #expect(!isOver.isOpen)
        clock.advance(by: .milliseconds(1))
        #expect(await error?.code == .timedOut)
        #expect(await error?.message.contains("SECRET-77") == false)
        await server.waitForClosedConnections(1)
        #expect(server.bytesSent < 10_000)

        // The next one runs.
        let other = try LoopbackServer { _ in LoopbackServer.answer() }
        #expect(try await transport.send(HTTPRequest(url: other.url())).status == 200)
    }

    @Test("A server that never answers, or never takes the connection's greeting", arguments: ["http", "https"])
    func silence(scheme: String) async throws {
        let clock = ManualClock()
        let transport = CurlTransport(clock: clock)
        let server = try LoopbackServer.raw([.hang])
        async let error = transport.failure(of: HTTPRequest(url: "\(scheme)://127.0.0.1:\(server.port)/"))
        await clock.waitForSleepers(.deadline, lasting: .seconds(30))
        clock.advance(by: .seconds(30))
        #expect(await error?.code == .timedOut)
    }

    @Test("The limit to connect, the handshake included, runs by itself")
    func connectLimit() async throws {
        let server = try LoopbackServer.raw([.hang])
        let settings = CurlTransport.Settings(connectLimit: .milliseconds(50))
        let transport = CurlTransport(settings: settings, clock: ManualClock())
        let error = await transport.failure(of: HTTPRequest(url: "https://127.0.0.1:\(server.port)/"))
        #expect(error?.code == .timedOut)
        await server.waitForClosedConnections(1)
    }

    @Test("A limit of zero or less has passed already", arguments: [Duration.zero, .seconds(-1)])
    func noTime(limit: Duration) async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        let transport = CurlTransport()
        let error = await transport.failure(of: HTTPRequest(url: server.url(), timeLimit: limit))
        #expect(error?.code == .timedOut)
        #expect(server.connectionCount == 0)
    }

    @Test("A limit of centuries is none", arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max)])
    func allTime(limit: Duration) async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        let request = HTTPRequest(url: server.url(), timeLimit: limit)
        #expect(try await CurlTransport().send(request).status == 200)
    }

    @Test("Cancelling the task closes the connection")
    func cancel() async throws {
        let transport = CurlTransport()
        let server = try LoopbackServer { _ in [.text(LoopbackServer.head(200, [("Content-Length", "9")])), .hang] }
        let task = Task { await transport.failure(of: HTTPRequest(url: server.url())) }
        await server.waitForRequests(1)
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        await server.waitForClosedConnections(1)
    }

    @Test("A task cancelled before it sends, sends nothing")
    func cancelledBefore() async throws {
        let transport = CurlTransport()
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        let gate = Gate()
        let task = Task {
            await gate.wait()
            return await transport.failure(of: HTTPRequest(url: server.url()))
        }
        task.cancel()
        gate.open()
        #expect(await task.value?.code == .cancelled)
        #expect(server.connectionCount == 0)
    }

    @Test("A cancelled exchange makes room for the one that waits for its connection")
    func cancelMakesRoom() async throws {
        let transport = CurlTransport(settings: .init(connectionLimit: 1))
        let server = try LoopbackServer { request in
            request.target == "/hang" ? [.hang] : LoopbackServer.answer(text: "second")
        }
        let first = Task { await transport.failure(of: HTTPRequest(url: server.url("/hang"))) }
        await server.waitForRequests(1)
        async let second = transport.send(HTTPRequest(url: server.url("/next")))
        first.cancel()
        #expect(try await second.text == "second")
        #expect(await first.value?.code == .cancelled)
    }

    @Test("Nothing keeps a transport but its users: released after a cancelled exchange, its connection closes")
    func released() async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        var transport: CurlTransport? = CurlTransport()
        weak let released = transport
        #expect(try await transport?.send(HTTPRequest(url: server.url())).status == 200)
        transport = nil
        #expect(released == nil)
        await server.waitForClosedConnections(1)
    }
}
