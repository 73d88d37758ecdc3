import AccessEnablerConformance
import Testing

/// Every case of the list, on the core with its real store and real HTTP.
@Suite("The contract") struct CaseTests {
    @Test(arguments: ConditionCase.all)
    func holds(_ conditionCase: ConditionCase) async {
        await Turnstile.shared.enter()
        let result = await ConformanceRunner(InProcessImplementation()).run(conditionCase)
        await Turnstile.shared.leave()
        #expect(result.holds, "\(TextReport.line(result))\n\(TextReport.details(result))")
    }
}
