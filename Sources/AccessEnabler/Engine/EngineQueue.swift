import Dispatch

/// The queue of one object: its engine runs here, and so does whatever may block on the store.
///
/// A store that others hold blocks its caller for as long as its limit allows. The concurrency pool has one thread a
/// core: a few such callers there would hold up every task of the process. Here they hold up their own object alone,
/// which needs its store anyway.
final class EngineQueue: SerialExecutor {
    // Serial, with a target of its own: the system gives it a thread however many others are blocked.
    private let queue = DispatchQueue(label: "AccessEnabler.engine")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Runs blocking work here, for a caller on the pool.
    func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { () throws(Failure) in try work() }) }
        }
        return try result.get()
    }
}
