import AccessEnablerConformance
import Testing

/// The list can fail: each deliberately wrong implementation is caught by the condition it breaks, and the report
/// names that condition.
@Suite("Wrong implementations") struct WrongListTests {
    @Test("Is caught by the condition it breaks", arguments: Wrong.all)
    func caught(_ wrong: Wrong) async throws {
        let cases = ConditionCase.all.filter {
            $0.conditions.contains(wrong.condition) && (wrong.among.map($0.title.contains) ?? true)
        }
        try #require(!cases.isEmpty, "no case of \(wrong.condition) is about it")
        await Turnstile.shared.enter()
        // Impatient: a wrong answer shows at once, and one that never comes is wrong, too.
        let runner = ConformanceRunner(wrong.implementation, patience: .seconds(5))
        let results = await runner.run(Array(cases.prefix(6)), jobs: 1)
        await Turnstile.shared.leave()
        #expect(results.contains { !$0.problems.isEmpty }, "nothing was found wrong in \(cases.map(\.title))")
        let named = TextReport.summary(results).split(separator: "\n").first {
            $0.hasPrefix("Conditions with a failing case: ")
        }
        let ids = named?.split(separator: ": ").last?.split(separator: ", ").map { String($0) } ?? []
        #expect(ids.contains(wrong.condition), "\(TextReport.summary(results))")
    }

    @Test("The core itself is not caught by the same cases") func core() async {
        let titles = Wrong.all.prefix(5).flatMap { wrong in
            ConditionCase.all.filter { $0.conditions.contains(wrong.condition) }.prefix(1).map(\.title)
        }
        await Turnstile.shared.enter()
        for conditionCase in ConditionCase.all where titles.contains(conditionCase.title) {
            let result = await ConformanceRunner(InProcessImplementation(), patience: .seconds(300)).run(conditionCase)
            #expect(result.holds, "\(TextReport.details(result))")
        }
        await Turnstile.shared.leave()
    }

    @Test("There are enough of them, all different") func enough() {
        #expect(Wrong.all.count >= 25)
        #expect(Set(Wrong.all.map(\.testDescription)).count == Wrong.all.count)
        let ids = Set(Condition.all.map(\.id))
        #expect(Wrong.all.allSatisfy { ids.contains($0.condition) })
    }
}
