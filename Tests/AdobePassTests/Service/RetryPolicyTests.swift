import Base
import Testing

@testable import AdobePass

@Suite struct RetryPolicyTests {
    private func pauses(
        _ trouble: RetryPolicy.Trouble, tries: Int, isIdempotent: Bool = true, retryAfter: Duration? = nil,
        remaining: Duration = .seconds(1000), random: Double = 0
    ) -> [Duration?] {
        (1...tries).map { attempt in
            RetryPolicy.pause(
                after: trouble, attempt: attempt, isIdempotent: isIdempotent, retryAfter: retryAfter,
                remaining: remaining, random: random)
        }
    }

    @Test("R05: throttled, the pause starts at 1 s, doubles to 8 s, and the jitter at most doubles it")
    func throttledPauses() {
        let least: [Duration?] = [1, 2, 4, 8, 8, 8].map { Duration.seconds($0) }
        #expect(pauses(.throttled, tries: 6) == least)
        let half: [Duration?] = [1.5, 3, 6, 12, 12].map { Duration.seconds($0) }
        #expect(pauses(.throttled, tries: 5, random: 0.5) == half)
        let most: [Duration?] = [2, 4, 8, 16, 16].map { Duration.seconds($0) }
        #expect(pauses(.throttled, tries: 5, random: 1) == most)
    }

    @Test("R05: whatever random gives, the first pause is at least 1 s and none longer than 16 s")
    func throttledBounds() {
        for random in [-1.0, 0, 0.999, 1, 7, .infinity] {
            for (index, pause) in pauses(.throttled, tries: 40, random: random).enumerated() {
                #expect((pause ?? .zero) >= .seconds(1), "attempt \(index + 1), random \(random)")
                #expect((pause ?? .zero) <= .seconds(16), "attempt \(index + 1), random \(random)")
            }
        }
    }

    @Test("Throttled, any request is tried again, for as long as there is time")
    func throttledWithoutEnd() {
        #expect(pauses(.throttled, tries: 100, isIdempotent: false).allSatisfy { $0 != nil })
        #expect(pauses(.throttled, tries: 1, remaining: .seconds(1)) == [nil], "a pause that uses up the time")
        #expect(pauses(.throttled, tries: 1, remaining: .milliseconds(1001)) == [.seconds(1)])
        #expect(pauses(.throttled, tries: 1, remaining: .zero) == [nil])
    }

    @Test("A bad moment: three tries in all, and only of what may be sent twice")
    func transientTries() {
        #expect(pauses(.transient, tries: 4) == [.seconds(1), .seconds(2), nil, nil])
        #expect(pauses(.transient, tries: 2, isIdempotent: false) == [nil, nil])
    }

    @Test("Retry-After lengthens the pause, never shortens it, and ends it when there is no time for it")
    func retryAfter() {
        #expect(pauses(.throttled, tries: 1, retryAfter: .seconds(5)) == [.seconds(5)])
        #expect(pauses(.transient, tries: 1, retryAfter: .seconds(5)) == [.seconds(5)])
        #expect(pauses(.throttled, tries: 1, retryAfter: .zero) == [.seconds(1)])
        #expect(pauses(.throttled, tries: 1, retryAfter: .seconds(60), remaining: .seconds(60)) == [nil])
    }
}
