/// What came of one row of the pairs.
public struct PairResult: Sendable {
    /// The row's place, from 1.
    public var number: Int
    /// Its values by dimension.
    public var values: [(dimension: String, value: String)]
    /// How many steps were played.
    public var steps: Int
    /// How often each condition decided, by id.
    public var exercised: [String: Int]
    /// What went otherwise than the model says; nil = nothing.
    public var failure: SessionFailure?
    /// The surroundings could not be set up: nothing is said about the implementation.
    public var trouble: String?
}

/// Runs the rows of `PairTable` against an implementation: in each, every step of the contract, compared with the model.
public struct PairRunner: Sendable {
    private let implementation: any Implementation
    private let patience: Duration
    private let words: String

    /// A runner that counts an answer as missing after `patience` of real time; `replay` are words more of the command
    /// that plays a row again, with a space before each.
    public init(_ implementation: any Implementation, patience: Duration = .seconds(120), replay: String = "") {
        self.implementation = implementation
        self.patience = patience
        words = replay
    }

    /// What an implementation must be able to that is to play all rows.
    public static let needs = SessionRunner.needs(SessionOptions())

    /// Runs the row at a place of `PairTable.array.rows`.
    public func run(row place: Int) async -> PairResult {
        let row = PairTable.array.rows[place]
        var options = SessionOptions()
        options.patience = patience
        let runner = SessionRunner(implementation, options: options)
        let replay = "accessenabler-conformance pairs --row \(place + 1)" + words
        let result = await runner.run(PairTable.session(of: row), seed: 0, replay: replay)
        return PairResult(
            number: place + 1, values: PairTable.values(of: row), steps: result.steps, exercised: result.exercised,
            failure: result.failure, trouble: result.trouble)
    }

    /// Runs rows, `jobs` at once, and tells each result as it comes; the answer is in the order of the rows.
    public func run(
        rows places: [Int], jobs: Int = 2, progress: @Sendable (PairResult) -> Void = { _ in }
    ) async -> [PairResult] {
        await withTaskGroup(of: PairResult.self) { group in
            var results: [PairResult] = []
            var waiting = places[...]
            func add() {
                guard implementation.givenUp == nil, let place = waiting.popFirst() else { return }
                group.addTask { await run(row: place) }
            }
            for _ in 0..<max(1, jobs) { add() }
            while let result = await group.next() {
                results.append(result)
                progress(result)
                add()
            }
            return results.sorted { $0.number < $1.number }
        }
    }
}
