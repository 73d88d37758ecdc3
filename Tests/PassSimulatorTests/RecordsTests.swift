import Base
import Foundation
import Testing

@testable import PassSimulator

@Suite(.timeLimit(.minutes(10))) struct RecordsTests {
    @Test func aRecordTellsTheShapeOfARequest() async throws {
        let simulator = try PassSimulator(clock: ManualClock())
        defer { simulator.stop() }
        let caller = try await Caller.signedUp(simulator)
        simulator.clearRequests()
        #expect(simulator.requests.isEmpty)
        _ = try await caller.form(
            "/api/v1/tokens/authn?extra=1", [("requestor", "NORTHSTAR"), ("deviceType", "tvOS"), ("requestor", "2")],
            headers: [("User-Agent", "host/1"), ("X-Device-Info", deviceInfo("iOS")), ("AP-Visitor-Identifier", "v")])
        let record = try #require(simulator.requests.first)
        #expect(simulator.requests == simulator.requests(at: .exchange))
        #expect(simulator.requests(at: .token).isEmpty)
        #expect(record.method == "POST")
        #expect(record.path == "/api/v1/tokens/authn")
        #expect(record.parameterNames == ["extra", "requestor", "deviceType", "requestor"])
        #expect(record.headers["user-agent"] == "host/1")
        #expect(record.headers["content-type"] == "application/x-www-form-urlencoded")
        #expect(record.headers["authorization"] == "Bearer <redacted>")
        // The options of a host show, so that it can be told whether they went along.
        #expect(record.headers["x-device-info"] == deviceInfo("iOS"))
        #expect(record.headers["ap-visitor-identifier"] == "v")
        #expect(record.headers["ap-application-profile"] == nil)
        #expect(record.platform == "tvOS")
        #expect(record.status == 400)
    }

    @Test func noRecordHoldsASecret() async throws {
        let simulator = try PassSimulator(clock: ManualClock())
        defer { simulator.stop() }
        var caller = Caller(simulator)
        caller.device = "device-secret-4711"
        let client = try object(await caller.register())
        let token = try object(await caller.token(client))
        caller.bearer = token["access_token"] as? String
        let saml = try await onWire(caller.saml())
        #expect(try await caller.exchange(saml).status == 204)
        _ = try await caller.send(
            "GET", "/api/v1/tokens/authn?requestor=NORTHSTAR&deviceId=\(caller.device)",
            headers: [
                ("X-Device-Info", deviceInfo("iOS")), ("Cookie", "c=secret"), ("X-Odd", "secret-odd"),
                ("Authorization", caller.bearer ?? ""),
            ])
        let dump = String(describing: simulator.requests) + text(try await caller.send("GET", "/dashboard/requests"))
        let secrets = [
            caller.device, saml, String(saml.prefix(30)), simulator.softwareStatement, "c=secret", "secret-odd", "u-81",
            try #require(client["client_id"] as? String), try #require(client["client_secret"] as? String),
            String(try #require(caller.bearer).prefix(12)),
        ]
        for secret in secrets { #expect(!dump.contains(secret)) }
        #expect(simulator.requests.count == 5)
        // The dashboard's state shows none of them either.
        let state = text(try await caller.send("GET", "/dashboard"))
        for secret in secrets where secret != "u-81" { #expect(!state.contains(secret)) }
    }

    @Test func theLogKeepsTheLastTenThousand() {
        var log = RequestLog()
        for number in 0..<25_000 {
            let index = log.append(RequestRecord(endpoint: .other, method: "GET", path: "/\(number)"))
            #expect(index == number)
        }
        #expect(log.all.count == 10_000)
        #expect(log.all.first?.path == "/15000")
        #expect(log.all.last?.path == "/24999")
        log.setStatus(200, of: 24_000)
        log.setStatus(500, of: 3)
        #expect(log.all.filter { $0.status != nil }.map(\.path) == ["/24000"])
        log.clear()
        #expect(log.all.isEmpty)
        log.setStatus(200, of: 24_999)
        #expect(log.append(RequestRecord(endpoint: .other, method: "GET", path: "/")) == 25_000)
        #expect(log.all.map(\.status) == [nil])
    }

    @Test func longNamesAreCut() {
        var request = Request(
            target: "/" + String(repeating: "p", count: 9000) + "?" + String(repeating: "a&", count: 99))
        request.query.insert(Parameter(name: String(repeating: "n", count: 9000), raw: ""), at: 0)
        request.headers = [("User-Agent", String(repeating: "u", count: 9000))]
        let record = RequestRecord(request, endpoint: .other)
        #expect(record.path.count == 200)
        #expect(record.parameterNames.count == 50)
        #expect(record.parameterNames.first?.count == 50)
        #expect(record.headers["user-agent"]?.count == 200)
    }

    @Test func waitingForRequestsEndsWithThemOrWithTheTask() async throws {
        let simulator = try PassSimulator()
        defer { simulator.stop() }
        let caller = Caller(simulator)
        let waiting = Task { await simulator.waitForRequests(at: .register, count: 3) }
        for _ in 1...3 { _ = try await caller.register() }
        await waiting.value
        // Already there.
        await simulator.waitForRequests(at: .register, count: 3)
        let never = Task { await simulator.waitForRequests(at: .logout) }
        never.cancel()
        await never.value
        for _ in 1...100 {
            let racing = Task { await simulator.waitForRequests(at: .logout) }
            async let cancelled: Void = racing.cancel()
            await cancelled
            await racing.value
        }
    }
}
