import Base
import PassSimulator
import Testing

@Suite struct ThrottleTests {
    private let simulator: PassSimulator
    private let caller: Caller
    private let clock = ManualClock()

    init() throws {
        var scenario = Scenario.small
        scenario.dashboard.throttles = true
        simulator = try PassSimulator(scenario, clock: clock)
        caller = Caller(simulator)
    }

    private func status(_ headers: [(String, String)] = []) async throws -> Int {
        try await caller.send("GET", "/api/v1/config/NORTHSTAR", headers: headers).status
    }

    @Test("R05: a burst of 10, then one a second, and the burst does not refill") func burstThenPace() async throws {
        for _ in 1...10 { #expect(try await status() == 200) }
        for _ in 1...3 { #expect(try await status() == 429) }
        clock.advance(by: .milliseconds(999))
        #expect(try await status() == 429)
        clock.advance(by: .milliseconds(1))
        #expect(try await status() == 200)
        #expect(try await status() == 429)
        clock.advance(by: .seconds(3600))
        #expect(try await status() == 200)
        #expect(try await status() == 429)
    }

    @Test func aRefusedRequestLooksLikeTheRealOne() async throws {
        for _ in 1...10 { _ = try await status() }
        let answer = try await caller.register()
        #expect(answer.status == 429)
        #expect(answer[header: "Content-Type"] == "text/html")
        #expect(answer[header: "Retry-After"] == nil)
        #expect(simulator.requests.last?.status == 429)
        #expect(simulator.requests.last?.endpoint == .register)
    }

    @Test func oneASecondLeavesTheBurstAlone() async throws {
        for _ in 1...30 {
            clock.advance(by: .seconds(1))
            #expect(try await status() == 200)
        }
        for _ in 1...9 { #expect(try await status() == 200) }
        #expect(try await status() == 429)
    }

    @Test func eachAddressHasItsOwn() async throws {
        for _ in 1...10 { _ = try await status() }
        #expect(try await status() == 429)
        #expect(try await status([("X-Forwarded-For", "192.0.2.1, 10.0.0.1")]) == 200)
    }

    @Test func aFaultIsNotUsedUpByWhatIsThrottled() async throws {
        for _ in 1...10 { _ = try await status() }
        simulator.setFault(
            Fault(.status(503, body: "", contentType: "text/plain", headers: [:]), times: 1), at: .configuration)
        #expect(try await status() == 429)
        clock.advance(by: .seconds(1))
        #expect(try await status() == 503)
    }

    @Test func switchingOffForgets() async throws {
        for _ in 1...10 { _ = try await status() }
        simulator.dashboard { $0.throttles = false }
        for _ in 1...12 { #expect(try await status() == 200) }
        simulator.dashboard { $0.throttles = true }
        for _ in 1...10 { #expect(try await status() == 200) }
        #expect(try await status() == 429)
        // The dashboard itself is never throttled.
        #expect(try await caller.send("GET", "/dashboard").status == 200)
    }
}
