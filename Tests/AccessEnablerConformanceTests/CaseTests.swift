import AccessEnablerConformance
import Testing

/// Every case of the list, on the core with its real store and real HTTP.
@Suite("The contract") struct CaseTests {
    private static let onV2 = ConditionCase.all.filter { $0.notOnV2 == nil }

    @Test("REST API V1", arguments: ConditionCase.all)
    func holdsOnV1(_ conditionCase: ConditionCase) async {
        await expectHolds(conditionCase, .v1, InProcessImplementation())
    }

    @Test("REST API V2", arguments: onV2)
    func holdsOnV2(_ conditionCase: ConditionCase) async {
        await expectHolds(conditionCase, .v2, InProcessImplementation())
    }
}
