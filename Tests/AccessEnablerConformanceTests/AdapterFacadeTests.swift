import AccessEnabler
import AccessEnablerConformance
import Testing

/// Every case of the list, on the facade of the original SDK.
@Suite("The contract, by the facade") struct AdapterFacadeTests {
    private static let onV2 = ConditionCase.all.filter { $0.notOnV2 == nil }

    @Test("REST API V1", arguments: ConditionCase.all)
    func holdsOnV1(_ conditionCase: ConditionCase) async { await holds(conditionCase, .v1) }

    @Test("REST API V2", arguments: onV2)
    func holdsOnV2(_ conditionCase: ConditionCase) async { await holds(conditionCase, .v2) }

    private func holds(_ conditionCase: ConditionCase, _ service: ServiceVersion) async {
        await Turnstile.shared.enter()
        let runner = ConformanceRunner(FacadeImplementation(), service: service, patience: .seconds(300))
        let result = await runner.run(conditionCase)
        await Turnstile.shared.leave()
        #expect(result.holds, "\(TextReport.line(result))\n\(TextReport.details(result))")
    }
}
