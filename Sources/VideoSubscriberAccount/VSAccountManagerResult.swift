public import Foundation

/// A request on its way.
///
/// Source: "Video Subscriber Account", VSAccountManagerResult.
public final class VSAccountManagerResult: NSObject, Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    /// Asks for an early end: a hint, nothing is promised. The handler still runs once, with `userCancelled` when the hint
    /// was taken (choice); cancelling late or again does nothing.
    public func cancel() {
        task.cancel()
    }
}
