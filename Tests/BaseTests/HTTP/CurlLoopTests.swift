import Foundation
import TestSupport
import Testing

@testable import Base

@Suite(.timeLimit(.minutes(10)))
struct CurlLoopTests {
    private func exchange(_ url: String, on loop: CurlLoop) async throws -> HTTPTransportError? {
        let target = try RequestTarget(url)
        let result = await loop.exchange(HTTPRequest(url: url), with: target, CurlTransport.Settings())
        if case .failure(let error) = result { return error }
        return nil
    }

    @Test("Stopping the thread cancels what is under way and what still waits for a connection")
    func stop() async throws {
        let server = try LoopbackServer { _ in [.hang] }
        let loop = CurlLoop(connectionLimit: 1)
        let tasks = (0..<10).map { _ in Task { try await exchange(server.url(), on: loop) } }
        await server.waitForRequests(1)
        loop.stop()
        for task in tasks { #expect(try await task.value?.code == .cancelled) }
        await server.waitForClosedConnections(1)
        #expect(server.requests.count == 1)
    }

    @Test("After the stop nothing begins, and stopping again is harmless")
    func afterStop() async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        let loop = CurlLoop(connectionLimit: 1)
        loop.stop()
        loop.stop()
        #expect(try await exchange(server.url(), on: loop)?.code == .cancelled)
        #expect(server.connectionCount == 0)
    }

    @Test("Stops and submissions cross without losing an answer")
    func crossing() async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        for _ in 0..<200 {
            let loop = CurlLoop(connectionLimit: 4)
            let tasks = (0..<4).map { _ in Task { try await exchange(server.url(), on: loop)?.code } }
            loop.stop()
            for task in tasks {
                let code = try await task.value
                #expect(code == nil || code == .cancelled)
            }
        }
    }
}
