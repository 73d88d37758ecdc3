import Base
import Testing

private final class Witness {}
private struct Mishap: Error {}

struct LockTests {
    @Test func additionsFromManyTasksAreNotLost() async {
        let sum = Lock(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<10_000 { sum.withLock { $0 += 1 } } } }
        }
        #expect(sum.withLock { $0 } == 80_000)
    }

    @Test func anErrorLeavesTheLockOpenAndTheChangeMade() {
        let value = Lock(1)
        #expect(throws: Mishap.self) {
            try value.withLock { value throws(Mishap) in
                value = 2
                throw Mishap()
            }
        }
        #expect(value.withLock { $0 } == 2)
    }

    @Test func theValueGoesWithTheLock() {
        var lock: Lock<Witness?>? = Lock(Witness())
        weak let witness = lock?.withLock { value -> Witness? in
            nonisolated(unsafe) let copy = value
            return copy
        }
        #expect(witness != nil)
        lock = nil
        #expect(witness == nil)
    }
}
