import Base
import Testing

/// Waits for something that must happen: a watchdog makes a failure of what never does.
///
/// The limit is no measure of speed; it is far beyond anything these tests take.
func watched(
    _ purpose: String, _ sourceLocation: SourceLocation = #_sourceLocation,
    _ operation: @escaping @Sendable () async -> Void
) async {
    do {
        try await withTimeLimit(.seconds(600), on: SystemClock(), operation)
    } catch {
        Issue.record("waited in vain for \(purpose)", sourceLocation: sourceLocation)
    }
}
