extension ConformanceRunner {
    /// Runs cases in an order made of a seed; the answer is in the order of the cases.
    public func run(
        _ cases: [ConditionCase], seed: UInt64, jobs: Int = 2, progress: @Sendable (CaseResult) -> Void = { _ in }
    ) async -> [CaseResult] {
        var numbers = SeededNumbers(seed: seed)
        var order = Array(cases.indices)
        for place in order.indices.dropFirst().reversed() { order.swapAt(place, numbers.below(place + 1)) }
        let results = await runEach(order.map { cases[$0] }, jobs: jobs, progress: progress)
        return zip(order, results).sorted { $0.0 < $1.0 }.compactMap(\.1)
    }
}
