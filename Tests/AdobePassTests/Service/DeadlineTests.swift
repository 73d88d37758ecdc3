import Base
import Testing

@testable import AdobePass

@Suite struct DeadlineTests {
    typealias Endpoint = FakeService.Endpoint

    @Test(
        "R05: throttled with an HTML body, then well: at least 1 s pause, then the answer", arguments: Endpoint.allCases
    )
    func throttledOnce(_ endpoint: Endpoint) async throws {
        let stage = Stage(random: 0)
        stage.fake.next(endpoint, .answer(429, FakeService.html))
        try await stage.meet(endpoint, stage.call())
        #expect(stage.clock.waits.filter { $0.reason == .backOff }.map(\.duration) == [.seconds(1)])
        #expect(stage.fake.count(endpoint) == 2)
        #expect(stage.log.errors.isEmpty)
    }

    @Test(
        "R05: throttled for ever: the pauses grow, and it ends as throttled within the deadline",
        arguments: Endpoint.allCases)
    func throttledForEver(_ endpoint: Endpoint) async throws {
        let stage = Stage(random: 0)
        stage.fake.always(endpoint, .answer(429, FakeService.html))
        let error = await stage.failure(at: endpoint, stage.call(limit: .seconds(60)))
        #expect(error?.stage == endpoint.stage)
        #expect(error?.code == .throttled)
        let pauses = stage.clock.waits.filter { $0.reason == .backOff }.map(\.duration)
        #expect(pauses == [1, 2, 4, 8, 8, 8, 8, 8, 8].map { .seconds($0) })
        #expect(stage.clock.uptime < .seconds(60))
    }

    @Test("A pause the service asks for is kept, unless it is longer than there is time")
    func retryAfter() async throws {
        let stage = Stage()
        stage.fake.next(.configuration, .answer(429, headers: ["Retry-After": "9"]))
        try await stage.configuration()
        #expect(stage.clock.uptime == .seconds(9))
        stage.fake.next(.configuration, .answer(503, headers: ["Retry-After": "Sun, 30 Nov 2026 15:00:30 GMT"]))
        try await stage.configuration()
        #expect(stage.clock.uptime == .seconds(39))
        stage.fake.next(.configuration, .answer(429, headers: ["Retry-After": "3600"]))
        let error = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        #expect(error?.code == .throttled)
        #expect(stage.clock.uptime == .seconds(39), "at once")
    }

    @Test("A server error ends with its digits when the deadline leaves no time for another try")
    func serverErrorAtTheDeadline() async throws {
        let stage = Stage(random: 0)
        stage.fake.always(.configuration, .answer(502))
        let error = await stage.failure(at: .configuration, stage.call(limit: .seconds(3)))
        #expect(error?.code == .status(502))
        #expect(stage.fake.count(.configuration) == 2)
    }

    @Test(
        "T07: a silent service: each request has its limit, and none goes beyond the deadline",
        arguments: Endpoint.allCases)
    func silence(_ endpoint: Endpoint) async throws {
        let stage = Stage(skips: [.deadline, .backOff, .pace])
        stage.fake.always(endpoint, .silence)
        let error = await stage.failure(at: endpoint, stage.call(limit: .seconds(20)))
        #expect(error?.code == .timedOut)
        #expect(stage.fake.requests.allSatisfy { $0.timeLimit <= .seconds(20) })
    }

    @Test("The time of a request is the request's limit or what is left, whichever is less")
    func timeLimits() async throws {
        let stage = Stage(random: 0)
        stage.fake.next(.configuration, .answer(429))
        try await stage.configuration("N", stage.call(limit: .seconds(31)))
        #expect(stage.fake.requests(to: .configuration).map(\.timeLimit) == [.seconds(30), .seconds(30)])
        stage.fake.next(.configuration, .answer(429))
        try await stage.configuration("N", stage.call(limit: .seconds(5)))
        #expect(stage.fake.requests(to: .configuration).suffix(2).map(\.timeLimit) == [.seconds(5), .seconds(4)])
    }

    @Test("A deadline that has passed sends nothing")
    func passed() async throws {
        let stage = Stage()
        let error = await stage.failure(at: .configuration, stage.call(limit: .zero))
        #expect(error?.code == .timedOut)
        #expect(stage.fake.requests.isEmpty)
    }

    @Test("S2.B: the pace counts against the deadline; a turn after it is refused at once as throttled")
    func paced() async throws {
        let clock = ManualClock(skips: [.pace])
        let stage = Stage(clock: clock, pacer: Pacer(clock: clock))
        for _ in 1...8 { try await stage.configuration() }
        #expect(clock.uptime == .zero, "ten requests at once")
        for _ in 1...3 { try await stage.configuration() }
        #expect(clock.uptime == .seconds(3))
        let error = await stage.failure(at: .configuration, stage.call(limit: .milliseconds(900)))
        #expect(error?.code == .throttled)
        #expect(clock.uptime == .seconds(3))
    }

    @Test("S2.B: two objects that talk to one host share its pace")
    func sharedPace() async throws {
        let clock = ManualClock(skips: [.pace])
        let pacer = Pacer(clock: clock)
        let one = Stage(clock: clock, pacer: pacer)
        let two = Stage(clock: clock, pacer: pacer)
        for stage in [one, two] {
            for _ in 1...3 { try await stage.configuration() }
        }
        #expect(clock.uptime == .zero)
        try await one.configuration()
        #expect(clock.uptime == .seconds(1))
        try await two.configuration()
        #expect(clock.uptime == .seconds(2))
    }

    @Test("S2.B: loopback is not paced unless asked")
    func loopback() async throws {
        let stage = Stage(skips: [])
        for _ in 1...40 { try await stage.configuration() }
        #expect(stage.clock.waits.allSatisfy { $0.reason == .deadline })
        let real = Stage(baseURL: "https://service.example")
        for _ in 1...40 { try await real.configuration() }
        #expect(real.clock.uptime == .seconds(32))
    }

    @Test("A waiter whose deadline comes first gives up alone; the renewal goes on for the others")
    func shortWaiter() async throws {
        let stage = Stage(skips: [])
        let gate = Gate()
        stage.fake.next(.register, .held(gate, then: .proper))
        async let patient = stage.configuration("A", stage.call(limit: .seconds(60)))
        await gate.waitForArrivals()
        async let hasty = stage.failure(at: .configuration, stage.call(limit: .seconds(5)))
        await stage.clock.waitForSleepers(.deadline, count: 1, lasting: .seconds(5))
        stage.clock.advance(by: .seconds(5))
        #expect(await hasty?.code == .timedOut)
        gate.open()
        _ = try await patient
        #expect(stage.fake.count(.register) == 1)
    }

    @Test("A waiter with more time than the one who began tries again when that one's time is up")
    func longWaiter() async throws {
        let stage = Stage(skips: [])
        stage.fake.next(.register, .silence)
        async let hasty = stage.failure(at: .configuration, stage.call(limit: .seconds(5)))
        await stage.clock.waitForSleepers(.deadline, count: 2, lasting: .seconds(5))
        async let patient = stage.configuration("A", stage.call(limit: .seconds(60)))
        await stage.clock.waitForSleepers(.deadline, count: 1, lasting: .seconds(60))
        stage.clock.advance(by: .seconds(5))
        #expect(await hasty?.code == .timedOut)
        _ = try await patient
        #expect(stage.fake.count(.register) == 2)
    }
}
