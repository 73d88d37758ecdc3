import AccessEnablerConformance
import Testing

/// Expects a case to hold; a failing one is shown as in a report.
///
/// Patient: under the thread sanitizer, with all suites at once, two cores have much to do.
func expectHolds(_ conditionCase: ConditionCase, _ service: ServiceVersion, _ implementation: any Implementation) async
{
    await Turnstile.shared.enter()
    let runner = ConformanceRunner(implementation, service: service, patience: .seconds(300))
    let result = await runner.run(conditionCase)
    await Turnstile.shared.leave()
    #expect(result.holds, "\(TextReport.line(result))\n\(TextReport.details(result))")
}
