import Base

/// Lets the limit of something silent pass on the manual clock, whenever somebody waits that long.
///
/// It moves the clock only once a wait of exactly that length is under way, so nothing depends on real time.
final class TimePassing: Sendable {
    private let clock: ManualClock
    private let drivers = Lock<[Duration: Task<Void, Never>]>([:])

    init(clock: ManualClock) {
        self.clock = clock
    }

    /// From now on waits of this length end, once `ready` has returned.
    func begin(limit: Duration, once ready: @escaping @Sendable () async -> Void = {}) {
        let clock = clock
        drivers.withLock { drivers in
            guard drivers[limit] == nil else { return }
            drivers[limit] = Task {
                await ready()
                while !Task.isCancelled {
                    await clock.waitForSleepers(.deadline, lasting: limit)
                    if Task.isCancelled { return }
                    clock.advance(by: limit)
                }
            }
        }
    }

    /// Time stands still again.
    func end() async {
        let ended = drivers.withLock { drivers in
            defer { drivers = [:] }
            return drivers
        }
        for (limit, driver) in ended {
            driver.cancel()
            // The driver waits for a sleeper: it gets one, and sees that it is over.
            let sleeper = Task { [clock] in try? await clock.sleep(for: limit, reason: .deadline) }
            await driver.value
            sleeper.cancel()
        }
    }
}
