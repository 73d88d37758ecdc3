import Base

/// Runs cases against an implementation.
public struct ConformanceRunner: Sendable {
    private let implementation: any Implementation
    private let service: ServiceVersion
    private let patience: Duration

    /// A runner that has the implementation ask the service by this API, and gives up on one that has not answered
    /// within `patience` of real time.
    public init(
        _ implementation: any Implementation, service: ServiceVersion = .v1, patience: Duration = .seconds(20)
    ) {
        self.implementation = implementation
        self.service = service
        self.patience = patience
    }

    /// Runs one case.
    public func run(_ original: ConditionCase) async -> CaseResult {
        let start = ContinuousClock.now
        var result = await judge(original)
        result.clip()
        result.duration = .now - start
        return result
    }

    private func judge(_ original: ConditionCase) async -> CaseResult {
        let conditionCase = original.asked(by: service)
        if service == .v2, let reason = conditionCase.notOnV2 {
            return CaseResult(conditionCase, unjudged: .notOnV2(reason))
        }
        let missing = conditionCase.allNeeds(on: service).subtracting(implementation.capabilities)
        guard missing.isEmpty else { return CaseResult(conditionCase, unjudged: .notApplicable(missing)) }
        do {
            let bench = try Bench(service)
            let run = CaseRun(conditionCase, implementation, bench, patience: patience)
            do {
                var result = try await run.run()
                if let problem = await run.end(), result.problems.isEmpty { result.problems.append(problem) }
                await bench.close()
                return result
            } catch {
                await run.end()
                await bench.close()
                throw error
            }
        } catch let error as AdapterError where error.isLate {
            return Judge.unprepared(conditionCase, error.description, [])
        } catch {
            return CaseResult(conditionCase, unjudged: .couldNotRun(String(describing: error)))
        }
    }

    /// Runs cases, `jobs` at once, and tells each result as it comes; the answer is in the order of the cases.
    ///
    /// Cases after an implementation was given up (`Implementation.givenUp`) are not run, and not in the answer.
    public func run(
        _ cases: [ConditionCase], jobs: Int = 2, progress: @Sendable (CaseResult) -> Void = { _ in }
    ) async -> [CaseResult] {
        await runEach(cases, jobs: jobs, progress: progress).compactMap(\.self)
    }

    /// The results at the places of their cases; nil = not run.
    func runEach(
        _ cases: [ConditionCase], jobs: Int, progress: @Sendable (CaseResult) -> Void
    ) async -> [CaseResult?] {
        await withTaskGroup(of: (Int, CaseResult).self) { group in
            var results = [CaseResult?](repeating: nil, count: cases.count)
            var next = 0
            func add() {
                guard next < cases.count, implementation.givenUp == nil else { return }
                let place = next
                next += 1
                group.addTask { (place, await run(cases[place])) }
            }
            for _ in 0..<max(1, jobs) { add() }
            while let (place, result) = await group.next() {
                results[place] = result
                progress(result)
                add()
            }
            return results
        }
    }
}
