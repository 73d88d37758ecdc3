import AccessEnablerConformance
import Testing

/// Every case of the list, on the core with its real store and real HTTP.
@Suite("The contract") struct CaseTests {
    @Test(arguments: ConditionCase.all)
    // Patient: under the thread sanitizer, with all suites at once, two cores have much to do.
    func holds(_ conditionCase: ConditionCase) async {
        await Turnstile.shared.enter()
        let result = await ConformanceRunner(InProcessImplementation(), patience: .seconds(300)).run(conditionCase)
        await Turnstile.shared.leave()
        #expect(result.holds, "\(TextReport.line(result))\n\(TextReport.details(result))")
    }
}
