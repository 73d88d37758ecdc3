extension ConformanceRunner {
    /// Runs cases in an order made of a seed; the answer is in the order of the cases.
    public func run(
        _ cases: [ConditionCase], seed: UInt64, jobs: Int = 2, progress: @Sendable (CaseResult) -> Void = { _ in }
    ) async -> [CaseResult] {
        var numbers = SeededNumbers(seed: seed)
        var order = Array(cases.indices)
        for place in order.indices.dropFirst().reversed() { order.swapAt(place, numbers.below(place + 1)) }
        let results = await run(order.map { cases[$0] }, jobs: jobs, progress: progress)
        return zip(order, results).sorted { $0.0 < $1.0 }.map(\.1)
    }
}

/// Numbers that follow from a seed alone: SplitMix64.
private struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number from 0 to `count - 1`.
    mutating func below(_ count: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, count)))
    }
}
