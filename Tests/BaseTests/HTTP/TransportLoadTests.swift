import Base
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TransportLoadTests {
    @Test("One connection serves many requests in a row")
    func reuse() async throws {
        let server = try LoopbackServer { request in LoopbackServer.answer(text: request.target) }
        let transport = CurlTransport()
        for number in 0..<50 {
            let method = number.isMultiple(of: 2) ? "GET" : "POST"
            let response = try await transport.send(HTTPRequest(method: method, url: server.url("/\(number)")))
            #expect(response.text == "/\(number)")
        }
        #expect(server.requests.count == 50)
        #expect(server.connectionCount == 1)
    }

    @Test("The limit of connections holds over several servers, and an idle one gives way")
    func limit() async throws {
        let servers = try (0..<3).map { _ in try LoopbackServer { _ in LoopbackServer.answer() } }
        let transport = CurlTransport(settings: .init(connectionLimit: 1))
        for _ in 0..<2 {
            for server in servers {
                #expect(try await transport.send(HTTPRequest(url: server.url())).status == 200)
            }
        }
        #expect(servers.map(\.connectionCount) == [2, 2, 2])
        await servers[0].waitForClosedConnections(2)
    }

    @Test("2,000 requests at once are all answered, each with its own answer, over 16 connections")
    func twoThousand() async throws {
        let server = try LoopbackServer { request in LoopbackServer.answer(text: request.target) }
        let transport = CurlTransport()
        let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<2000 {
                group.addTask {
                    let response = try await transport.send(HTTPRequest(url: server.url("/\(number)")))
                    return response.status != 200 || response.text != "/\(number)"
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(wrong == 0)
        #expect(server.requests.count == 2000)
        #expect(server.connectionCount <= 16)
    }

    @Test("T09: 500 rounds of requests at once, cancelled and released in mid-flight: each ends exactly once")
    func rounds() async throws {
        let good = try LoopbackServer { _ in LoopbackServer.answer() }
        let slow = try LoopbackServer { _ in [.hang] }
        let refusing = [try UnusedPort(), try UnusedPort()]
        let urls = [good.url(), slow.url()] + refusing.map { "http://127.0.0.1:\($0.number)/" }
        let ends = Recorder<HTTPTransportError.Code?>()
        for round in 0..<500 {
            let transport = CurlTransport()
            let tasks = urls.map { url in
                Task { ends.add(await transport.failure(of: HTTPRequest(url: url))?.code) }
            }
            if round.isMultiple(of: 2) { await tasks[0].value }
            for task in tasks { task.cancel() }
            if round.isMultiple(of: 5) { for task in tasks { await task.value } }
        }
        await ends.wait(for: 2000)
        #expect(ends.count == 2000)
        #expect(ends.values.allSatisfy { $0 == nil || $0 == .cancelled || $0 == .unreachable })
        #expect(ends.values.count { $0 == nil } >= 250)
        #expect(ends.values.count { $0 == .cancelled } >= 500)
    }

    @Test(
        "A kept connection that died is replaced for a GET; a POST is never sent twice",
        arguments: [
            LoopbackServer.Step.close, .reset,
        ])
    func deadConnection(_ end: LoopbackServer.Step) async throws {
        let server = try LoopbackServer { request in
            request.connection == 1 && request.target == "/second" ? [end] : LoopbackServer.answer()
        }
        let getting = CurlTransport()
        _ = try await getting.send(HTTPRequest(url: server.url("/first")))
        #expect(try await getting.send(HTTPRequest(url: server.url("/second"))).status == 200)
        #expect(server.requests.map(\.target) == ["/first", "/second", "/second"])

        let other = try LoopbackServer { request in request.target == "/second" ? [end] : LoopbackServer.answer() }
        let posting = CurlTransport()
        for body in [Data("a".utf8), Data()] {
            _ = try await posting.send(HTTPRequest(url: other.url("/first")))
            let count = other.requests.count
            let error = await posting.failure(of: HTTPRequest(method: "POST", url: other.url("/second"), body: body))
            #expect(error?.code == .unreachable, "\(String(describing: error))")
            #expect(other.requests.count == count + 1)
        }
    }
}
