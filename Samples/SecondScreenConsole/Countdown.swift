import AccessEnabler
import SampleSupport

/// A line that counts down, drawn over itself once a second; a plain line where there is no terminal.
final class Countdown {
    private let expires: Timestamp
    private let ticker: Task<Void, Never>
    private var ticks = 0

    init(until expires: Timestamp, _ happened: AsyncStream<Screen.Event>.Continuation) {
        self.expires = expires
        ticker = Task {
            while !Task.isCancelled {
                happened.yield(.tick)
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    deinit { ticker.cancel() }

    func draw() {
        let left = max(0, (expires.milliseconds - SystemClock().now.milliseconds) / 1000)
        let time = "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)"
        if isTerminal {
            say("\r\u{1B}[K  \(Self.turns[ticks % 4]) Waiting for you; \(time) left. Ctrl-C leaves.", end: "")
        } else if ticks == 0 {
            say("  Waiting for you.")
        }
        ticks += 1
    }

    func clear() { if isTerminal { say("\r\u{1B}[K", end: "") } }

    private static let turns = ["|", "/", "-", "\\"]
}
