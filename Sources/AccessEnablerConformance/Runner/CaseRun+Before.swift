import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// What happens before a case begins.
extension CaseRun {
    func prepare() async throws {
        let situation = conditionCase.situation
        if !situation.seeds.isEmpty {
            if bench.service == .v2 { try await register(situation.launch) }
            try await implementation.seed(situation.seeds, in: try context(situation.launch))
        }
        switch situation.before {
        case .fresh:
            return
        case .configured:
            try await launch(situation.launch)
            perform(.setRequestor(Programme.requestor, serviceProviders: []))
            try await settle()
            try expectBefore([.complete(1)], "a configuration in force")
        case .partnerToken:
            try await apply([.signedIn(Programme.northOnPlatform)])
            try await launch(situation.launch)
            perform(.setRequestor(Programme.requestor, serviceProviders: []))
            perform(.checkAuthentication)
            try await settle()
            try expectBefore([.complete(1), .signedIn], "a silent sign-in")
        case .regularToken:
            try await signInAtPage(situation.launch)
        }
    }

    /// A client registers, and is over: who has a sign-in of V2 has a client. The case does not see it.
    private func register(_ launch: Launch) async throws {
        let (answers, sink) = AsyncStream<Callback>.makeStream()
        let context = try context(Launch(launch.platform, applicationID: launch.applicationID))
        let instance = try await implementation.make(context) { sink.yield($0) }
        instance.perform(.setRequestor(Programme.requestor, serviceProviders: []))
        try await reach("a registration") {
            for await answer in answers where answer.kind == .setRequestorComplete { return }
        }
        instance.release()
    }

    private func signInAtPage(_ launch: Launch) async throws {
        let start = bench.clock.now
        try await self.launch(launch)
        for verb in [
            Verb.setRequestor(Programme.requestor, serviceProviders: []), .setSelectedProvider(Programme.east),
            .getAuthentication(forced: false, filter: nil),
        ] { perform(verb) }
        let steps: [ScriptStep]
        let asked: ExpectedCallback
        switch launch.platform {
        case .iOS:
            steps = [.wait(.callback(.navigateToUrl)), .person(.signsIn), .handleRedirect]
            asked = .login(Programme.east)
        case .tvOS:
            steps = [.wait(.callback(.status)), .person(.activates), .pollsUntil(.setAuthenticationStatus)]
            asked = .secondScreen
        }
        for step in steps { try await play(step) }
        try await settle()
        try expectBefore([.complete(1), asked, .signedIn], "a login at a page or by a code", from: start)
    }

    private func expectBefore(_ expected: [ExpectedCallback], _ what: String, from start: Timestamp? = nil) throws {
        let seen = journal.seen.filter { $0.kind != .sendTrackingData }
        guard Matcher(start: start ?? bench.clock.now, service: bench.service).firstDifference(expected, seen) != nil
        else { return }
        throw Unprepared(text: "\(what) was to come first, but came \(seen.inWords)")
    }

    func context(_ launch: Launch) throws -> ImplementationContext {
        ImplementationContext(
            softwareStatement: bench.first.softwareStatement, applicationID: launch.applicationID,
            platform: launch.platform, integrityCheck: launch.integrityCheck, service: bench.service,
            serviceURL: bench.first.baseURL,
            redirectURL: Programme.ownRedirect, storeDirectory: bench.storeDirectory, platformAccount: bench.platform,
            clock: bench.clock,
            pacesService: bench.pacesService, log: { [log] line in log.withLock { $0.append(line) } },
            gone: { [journal] in journal.breakOff($0) })
    }
}
