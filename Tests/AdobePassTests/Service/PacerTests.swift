import Base
import Testing

@testable import AdobePass

@Suite struct PacerTests {
    private func span(_ clock: ManualClock, _ limit: Duration = .seconds(60)) -> Deadline {
        Deadline(in: limit, on: clock)
    }

    @Test("The bucket: ten at once, then one a second; idling gives nothing back")
    func bucket() {
        var bucket = PaceBucket()
        for _ in 1...10 { #expect(bucket.take(at: .zero) == nil) }
        #expect(bucket.take(at: .zero) == .seconds(1))
        #expect(bucket.take(at: .milliseconds(999)) == .milliseconds(1))
        #expect(bucket.take(at: .seconds(1)) == nil)
        #expect(bucket.take(at: .seconds(3600)) == nil)
        #expect(bucket.take(at: .seconds(3600)) == .seconds(1))
    }

    @Test("The bucket: what somebody behind others waits at most")
    func waitBehindOthers() {
        var bucket = PaceBucket()
        #expect(bucket.wait(at: .zero, behind: 9) == .zero)
        #expect(bucket.wait(at: .zero, behind: 10) == .seconds(1))
        #expect(bucket.wait(at: .zero, behind: 12) == .seconds(3))
        for _ in 1...10 { _ = bucket.take(at: .seconds(5)) }
        #expect(bucket.wait(at: .seconds(5), behind: 0) == .seconds(1))
        #expect(bucket.wait(at: .milliseconds(5400), behind: 2) == .milliseconds(2600))
        #expect(bucket.wait(at: .seconds(60), behind: 0) == .zero)
    }

    @Test("R05: cold start and polling for 30 minutes stay under 1 request a second after the burst")
    func coldStartAndPolling() async throws {
        let clock = ManualClock(skips: [.pace])
        let pacer = Pacer(clock: clock)
        let start = clock.uptime
        var sent: [Duration] = []
        func send() async throws {
            try await pacer.turn(at: "h", by: span(clock))
            sent.append(clock.uptime - start)
        }
        for _ in 1...3 { try await send() }
        // A hurried host polls every 0.4 s and asks for other things in between.
        while clock.uptime - start < .seconds(1800) {
            for _ in 1...3 { try await send() }
            clock.advance(by: .milliseconds(400))
        }
        #expect(sent.count > 1700)
        for (index, time) in sent.enumerated().dropFirst(10) {
            #expect(time - sent[index - 1] >= .seconds(1))
        }
        // In every window of the service's: no more than its length in seconds and the burst.
        for first in stride(from: 0, to: sent.count, by: 97) {
            for last in stride(from: first, to: sent.count, by: 89) {
                let seconds = (sent[last] - sent[first]).inMilliseconds / 1000
                #expect(last - first < 10 + Int(seconds) + 1)
            }
        }
    }

    /// Returns once that many stand behind the head.
    private func line(of count: Int, behind pacer: Pacer) async {
        while pacer.countWaiting(at: "h") < count { await Task.yield() }
    }

    @Test("Turns come in the order asked, one second apart, whoever leaves takes none")
    func order() async throws {
        let clock = ManualClock()
        let pacer = Pacer(clock: clock)
        for _ in 1...10 { try await pacer.turn(at: "h", by: span(clock)) }
        let served = Lock([Int]())
        var tasks: [Task<Void, Never>] = []
        for number in 1...5 {
            tasks.append(
                Task {
                    do {
                        try await pacer.turn(at: "h", by: Deadline(in: .seconds(60), on: clock))
                        served.withLock { $0.append(number) }
                    } catch {
                        served.withLock { $0.append(-number) }
                    }
                })
            // The first sleeps, the others stand behind it.
            if number == 1 { await clock.waitForSleepers(.pace) } else { await line(of: number - 1, behind: pacer) }
        }
        tasks[2].cancel()
        await tasks[2].value
        tasks[0].cancel()
        await tasks[0].value
        #expect(served.withLock { $0 } == [-3, -1])
        for count in 3...5 {
            await clock.waitForSleepers(.pace)
            clock.advance(by: .seconds(1))
            while served.withLock({ $0.count }) < count { await Task.yield() }
        }
        #expect(served.withLock { $0 } == [-3, -1, 2, 4, 5])
        #expect(clock.uptime == .seconds(3), "those who left took no turn with them")
    }

    @Test("A turn that would come after the deadline is refused at once")
    func tooLate() async throws {
        let clock = ManualClock(skips: [.pace])
        let pacer = Pacer(clock: clock)
        for _ in 1...10 { try await pacer.turn(at: "h", by: span(clock)) }
        await #expect(throws: Pacer.Refusal.tooLate) {
            try await pacer.turn(at: "h", by: span(clock, .milliseconds(999)))
        }
        #expect(clock.uptime == .zero)
        try await pacer.turn(at: "h", by: span(clock, .seconds(1)))
        #expect(clock.uptime == .seconds(1))
    }

    @Test("Hosts do not wait for each other")
    func hosts() async throws {
        let clock = ManualClock()
        let pacer = Pacer(clock: clock)
        for host in ["a", "b", "c"] {
            for _ in 1...10 { try await pacer.turn(at: host, by: span(clock)) }
        }
        #expect(clock.waits.isEmpty)
    }

    @Test("A cancelled task gets no turn")
    func cancelled() async {
        let clock = ManualClock()
        let pacer = Pacer(clock: clock)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await pacer.turn(at: "h", by: Deadline(in: .seconds(1), on: clock))
        }
        await #expect(throws: Pacer.Refusal.cancelled) { try await task.value }
    }
}
