import AccessEnabler
import AccessEnablerConformance
import Testing

/// What a case needs of an implementation follows from what is in it.
@Suite("What cases need") struct AdapterNeedsTests {
    private func needs(_ title: String, _ service: ServiceVersion = .v1) throws -> Set<Capability> {
        try #require(ConditionCase.all.first { $0.title == title }, "there is no case '\(title)'").allNeeds(on: service)
    }

    @Test("An unknown requestor: the service, and no more")
    func least() throws {
        let unknown = try #require(
            ConditionCase.all.first { $0.conditions.contains("S2.C1") && $0.allNeeds(on: .v1).count == 2 })
        #expect(unknown.allNeeds(on: .v1) == [.speaksV1, .behavesAsIOS])
        #expect(unknown.allNeeds(on: .v2) == [.speaksV2, .behavesAsIOS])
    }

    @Test("The platform's account, the person, the log, the clock, the files")
    func surroundings() throws {
        #expect(try needs("S2.E1: permission denied, an account signed in").contains(.tvProviderAccount))
        #expect(try needs("S3.O1a: a valid partner token").contains(.tvProviderAccount))
        #expect(try needs("S4.E6a: the picker is closed, on tvOS").isSuperset(of: [.login, .behavesAsTVOS]))
        #expect(
            try needs("Always.reentry: every verb from inside every callback (C05)")
                .isSuperset(of: [.insideCallbacks, .options]))
        #expect(
            try needs("I2: check of everything: a damaged store is cleared (S03)")
                .isSuperset(of: [.checksStore, .storesFiles]))
        #expect(try needs("I2: two objects of one application share one store").contains(.severalObjects))
        #expect(try needs("S3.O1b: a valid regular token").contains(.seedsTokens))
        #expect(try needs("A3: checkAuthorization, a partner token, on iOS").contains(.authorization))
        #expect(try needs("P9: a reason with the refused one, on iOS").contains(.preauthorize))
    }

    @Test("Each capability is needed by a case, and none by all", arguments: Capability.allCases)
    func used(_ capability: Capability) {
        let needing = ServiceVersion.allCases.flatMap { service in
            ConditionCase.all.map { $0.allNeeds(on: service).contains(capability) }
        }
        #expect(needing.contains(true))
        #expect(needing.contains(false))
    }

    /// An implementation that would fail every case it is asked by.
    private struct Unable: Implementation {
        let name = "unable"
        let capabilities: Set<Capability>

        func make(
            _ context: ImplementationContext, receive: @escaping @Sendable (Callback) -> Void
        ) async throws -> any ImplementationInstance { throw MissingCapability(capability: .login) }
    }

    @Test("Without a capability no case that needs it is run", arguments: Capability.allCases)
    func notRun(_ capability: Capability) async throws {
        let able = Set(Capability.allCases).subtracting([capability])
        let service: ServiceVersion = capability == .speaksV2 ? .v2 : .v1
        let conditionCase = try #require(ConditionCase.all.first { $0.allNeeds(on: service).contains(capability) })
        let result = await ConformanceRunner(Unable(capabilities: able), service: service).run(conditionCase)
        #expect(result.unjudged == .notApplicable([capability]))
    }
}
