import AccessEnabler
import Base
import PassSimulator

/// What the store holds after a case.
extension CaseRun {
    /// Asks the store by public verbs, in a situation in which nothing can change it: the account is lapsed, so that
    /// nothing is exchanged and nothing removed. Nil = as expected.
    func storedState() async -> String? {
        let provider: String?
        let expected: [ExpectedCallback]
        let tokenSource = MetadataKey.userMetadata("tokenSource")
        switch conditionCase.stored {
        case .unchecked:
            return nil
        case .nothing:
            provider = Programme.northOnPlatform
            expected = [.complete(1), .code("N000"), .signedOut, .metadata(tokenSource, .none)]
        case .partner(let signedIn):
            provider = signedIn
            expected = [.complete(1), .signedIn, .metadata(tokenSource, .json(.string("Apple")))]
        case .regular:
            provider = nil
            expected = [.complete(1), .signedIn, .metadata(tokenSource, .none)]
        }
        do {
            try await apply([.platformCalm(provider, life: .seconds(-1000 * 86_400)), .serviceCalm])
            journal.begin(reactions: [])
            if journal.isReleased(current) { try await launch(conditionCase.situation.launch.withoutCheck) }
            perform(.setRequestor(Programme.requestor, serviceProviders: []))
            perform(.checkAuthentication)
            perform(.getMetadata(tokenSource, arguments: tokenSource.arguments))
            try await settle()
        } catch {
            return "the store could not be asked: \(error)"
        }
        let seen = journal.seen.filter { $0.kind != .sendTrackingData && !$0.isClockWarning }
        guard Matcher(start: bench.clock.now, service: bench.service).firstDifference(expected, seen) != nil else {
            return nil
        }
        return "afterwards the store was to hold \(conditionCase.stored.text), but came \(seen.inWords)"
    }
}

extension Launch {
    /// The same application without a storage check.
    fileprivate var withoutCheck: Launch { Launch(platform, applicationID: applicationID) }
}

extension Callback {
    fileprivate var isClockWarning: Bool {
        if case .status(let status) = self { status.errorID == "CFG100" } else { false }
    }
}
