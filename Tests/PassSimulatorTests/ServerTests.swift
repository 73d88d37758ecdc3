import Base
import Foundation
import PassSimulator
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ServerTests {
    @Test func itListensOnLoopbackAlone() throws {
        let simulator = try PassSimulator()
        defer { simulator.stop() }
        let port = try #require(URL(string: simulator.baseURL)?.port)
        #expect(simulator.baseURL == "http://127.0.0.1:\(port)")
        #expect(listeners(on: port, in: "/proc/net/tcp") == ["0100007F"])
        #expect(listeners(on: port, in: "/proc/net/tcp6").isEmpty)
        #expect(RawConnection(to: simulator.baseURL) != nil)
        // All of 127/8 is this machine, but it listens on one address of it.
        #expect(RawConnection(to: simulator.baseURL, host: 0x7F00_0002) == nil)
    }

    @Test func aPortCanBeAskedForAndIsHadOnce() async throws {
        let first = try PassSimulator()
        let port = try #require(URL(string: first.baseURL)?.port.flatMap(UInt16.init(exactly:)))
        let error = #expect(throws: SimulatorError.self) { try PassSimulator(port: port) }
        #expect(error?.message.contains("\(port)") == true)
        first.stop()
        let second = try PassSimulator(port: port)
        defer { second.stop() }
        #expect(second.baseURL == first.baseURL)
        #expect(try await Caller(second).register().status == 201)
    }

    @Test func twoAtOnceKnowNothingOfEachOther() async throws {
        let first = try PassSimulator(clock: ManualClock())
        let second = try PassSimulator(clock: ManualClock())
        defer { first.stop() }
        defer { second.stop() }
        #expect(first.baseURL != second.baseURL)
        #expect(first.softwareStatement != second.softwareStatement)
        let caller = try await Caller.signedUp(first)
        var stranger = Caller(second)
        stranger.bearer = caller.bearer
        #expect(try await stranger.get("/api/v1/checkauthn").status == 401)
        try await caller.signIn()
        let own = try await Caller.signedUp(second)
        #expect(try await own.get("/api/v1/tokens/authn").status == 404)
        second.setFault(Fault(.html), at: .checkAuthentication)
        first.dashboard { $0.requestors = [:] }
        #expect(try await own.send("GET", "/api/v1/config/NORTHSTAR").status == 200)
        #expect(second.requests.map(\.status) == [401, 201, 201, 404, 200])
    }

    @Test func stopClosesThePortAndMayBeCalledAgain() async throws {
        let simulator = try PassSimulator()
        #expect(try await Caller(simulator).register().status == 201)
        simulator.stop()
        #expect(RawConnection(to: simulator.baseURL) == nil)
        simulator.stop()
        simulator.releaseHeld()
        #expect(simulator.requests.count == 1)
    }

    @Test func releasingItStopsIt() throws {
        var simulator: PassSimulator? = try PassSimulator()
        let url = try #require(simulator?.baseURL)
        #expect(RawConnection(to: url) != nil)
        simulator = nil
        #expect(RawConnection(to: url) == nil)
    }

    @Test func stopCutsWhateverIsInFlight() async throws {
        for round in 1...15 {
            let simulator = try PassSimulator()
            simulator.setFault(Fault(.hold), at: .configuration)
            simulator.setFault(Fault(.delay(milliseconds: 3_600_000)), at: .register)
            simulator.setFault(Fault(.drip(milliseconds: 3_600_000)), at: .other)
            let caller = Caller(simulator)
            let inFlight = (0..<4).flatMap { _ in
                [
                    Task { try await caller.send("GET", "/api/v1/config/NORTHSTAR") },
                    Task { try await caller.register() }, Task { try await caller.send("GET", "/nowhere") },
                ]
            }
            // On odd rounds in mid-arrival, on even ones with all of them waiting.
            if round.isMultiple(of: 2) {
                for endpoint in [Endpoint.configuration, .register, .other] {
                    await simulator.waitForRequests(at: endpoint, count: 4)
                }
            } else {
                await simulator.waitForRequests(at: .other, count: 1)
            }
            async let other: Void = simulator.stop()
            simulator.stop()
            await other
            for task in inFlight { await #expect(throws: HTTPTransportError.self) { try await task.value } }
        }
    }

    @Test func aBodyBeyondTheLimitIs413() async throws {
        let simulator = try PassSimulator()
        defer { simulator.stop() }
        let raw = try #require(RawConnection(to: simulator.baseURL))
        // Refused by its length alone.
        raw.send("POST /o/client/register HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n\r\n")
        #expect(raw.receiveAll().text.hasPrefix("HTTP/1.1 413 "))
        let chunked = try #require(RawConnection(to: simulator.baseURL))
        let chunk = "20000\r\n" + String(repeating: "x", count: 0x20000) + "\r\n"
        chunked.send("POST /o/client/register HTTP/1.1\r\nHost: x\r\nConnection: close\r\n")
        chunked.send("Transfer-Encoding: chunked\r\n\r\n")
        for _ in 1...9 { chunked.send(chunk) }
        chunked.send("0\r\n\r\n")
        #expect(chunked.receiveAll().text.hasPrefix("HTTP/1.1 413 "))
        let most = "{\"x\":\"" + String(repeating: "x", count: 1_048_568) + "\"}"
        let answer = try await Caller(simulator).send(
            "POST", "/o/client/register", headers: [("Content-Type", "application/json")], body: most)
        #expect(answer.status == 400)
        #expect(simulator.requests.map(\.status) == [413, 413, 400])
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "GET\r\n\r\n", "\r\n\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        "GET /\u{FFFD}%%% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "a", count: 100_000) + "\r\n\r\n",
        "GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
    ])
    func nonsenseHarmsNobody(_ nonsense: String) async throws {
        let simulator = try PassSimulator()
        defer { simulator.stop() }
        let raw = try #require(RawConnection(to: simulator.baseURL))
        raw.send(nonsense)
        // Left without waiting: some of it is an unfinished request.
        let caller = Caller(simulator)
        #expect(try await caller.register().status == 201)
    }

    @Test func manyAtOnce() async throws {
        let simulator = try PassSimulator()
        defer { simulator.stop() }
        let caller = try await Caller.signedUp(simulator)
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 1...200 { group.addTask { try? await caller.get("/api/v1/checkauthn").status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count == 200 && statuses.allSatisfy { $0 == 403 })
        #expect(simulator.requests(at: .checkAuthentication).count == 200)
    }

    /// The local addresses listening on a port, as the kernel writes them.
    private func listeners(on port: Int, in table: String) -> [String] {
        let contents = FileHandle(forReadingAtPath: table)?.readDataToEndOfFile() ?? Data()
        let lines = String(decoding: contents, as: UTF8.self).split(separator: "\n")
        let ending = String(format: ":%04X", port)
        return lines.compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 3, fields[1].hasSuffix(ending), fields[3] == "0A" else { return nil }
            return String(fields[1].dropLast(5))
        }
    }
}
