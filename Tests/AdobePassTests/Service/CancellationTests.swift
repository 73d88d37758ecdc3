import Base
import Testing

@testable import AdobePass

@Suite struct CancellationTests {
    /// Where a call is when it is cancelled.
    enum Point: String, Sendable, CaseIterable {
        case before, registration, token, answer, backOff, pace, line, renewalOfAnother
    }

    @Test(
        "A call ends at once when cancelled, wherever it is, and leaves the service usable", arguments: Point.allCases)
    func cancelled(_ point: Point) async throws {
        let clock = ManualClock()
        let pacer = Pacer(clock: clock)
        let isPaced = point == .pace || point == .line
        let stage = Stage(clock: clock, pacer: isPaced ? pacer : nil)
        let gate = Gate()
        var others: [Task<Void, any Error>] = []

        switch point {
        case .before: break
        case .registration, .renewalOfAnother: stage.fake.next(.register, .held(gate, then: .proper))
        case .token: stage.fake.next(.token, .held(gate, then: .proper))
        case .answer: stage.fake.next(.configuration, .held(gate, then: .proper))
        case .backOff: stage.fake.next(.configuration, .answer(429))
        case .pace, .line: for _ in 1...8 { try await stage.configuration() }
        }
        func another() async {
            others.append(Task { try await stage.configuration() })
        }
        if point == .renewalOfAnother {
            await another()
            await gate.waitForArrivals()
        }
        if point == .line {
            await another()
            await clock.waitForSleepers(.pace)
        }

        let call = Task { () -> ServiceError? in
            if point == .before { withUnsafeCurrentTask { $0?.cancel() } }
            return await stage.failure(at: .configuration)
        }
        switch point {
        case .before: break
        case .registration, .token, .answer: await gate.waitForArrivals()
        case .renewalOfAnother: await clock.waitForSleepers(.deadline, count: 3)
        case .backOff: await clock.waitForSleepers(.backOff)
        case .pace: await clock.waitForSleepers(.pace)
        case .line: while pacer.countWaiting(at: "127.0.0.1:9") == 0 { await Task.yield() }
        }
        call.cancel()
        #expect(await call.value?.code == .cancelled)
        #expect(stage.log.errors.isEmpty)

        // The others get theirs, and so does the next call.
        gate.open()
        if isPaced && !others.isEmpty { clock.advance(by: .seconds(1)) }
        for other in others { try await other.value }
        if isPaced { clock.advance(by: .seconds(1)) }
        try await stage.configuration()
        #expect(stage.fake.count(.register) <= 2)
    }

    @Test(
        "When everybody who waits is cancelled the renewal ends too; the next call begins another",
        .timeLimit(.minutes(10)))
    func everybodyLeaves() async throws {
        let stage = Stage(skips: [])
        stage.fake.next(.register, .silence)
        let calls = (1...10).map { _ in Task { await stage.failure(at: .configuration) } }
        await stage.clock.waitForSleepers(.deadline, count: 11)
        for call in calls { call.cancel() }
        for call in calls { #expect(await call.value?.code == .cancelled) }
        try await stage.fake.cancelled.wait()
        try await stage.configuration()
        #expect(stage.fake.count(.register) == 2)
        #expect(stage.credentials.client?.clientID == "client-1")
    }
}
