import AdobePass
import Base
import EntitlementStore
import PlatformAccount
import Testing

@testable import AccessEnabler

/// Step 2 over every combination of answers, against the rows of the contract.
@Suite struct SetRequestorTests {
    @Test("S2, S2.X1 to X9, S2.F: every combination of answers gives its rows' callbacks, exchange, store and removals")
    func everySituation() async {
        var counts = (exchanges: 0, saves: 0)
        await expectAgreement(RequestorSituation.all, atLeast: 15_000) { situation in
            let run = Run(situation)
            counts.exchanges += run.exchanges
            counts.saves += run.saves
            // In order, complete last.
            if run.callbacks != situation.callbacks { return "expected \(situation.callbacks), got \(run.callbacks)" }
            // Exactly when the seven hold and nothing makes it needless.
            if run.starts != (situation.reachesStart ? 1 : 0) { return "\(run.starts) starts" }
            if run.samlQuestions != (situation.reachesSAML ? 1 : 0) { return "\(run.samlQuestions) SAML queries" }
            if run.exchanges != (situation.isExchanged ? 1 : 0) { return "\(run.exchanges) exchanges" }
            if run.saves != (situation.isSaved ? 1 : 0) { return "\(run.saves) saves" }
            // When the account is gone or another, and at no other time.
            return run.removals == situation.removal
                ? nil : "expected removals \(situation.removal), got \(run.removals)"
        }
        #expect(counts.exchanges > 100)
        #expect(counts.saves > 100)
    }

    @Test("S2.X: each of the seven failing alone leaves only complete(1), X1 with its code")
    func oneConditionFails() {
        let failing: [(String, RequestorSituation)] = [
            ("X1", .signIn.with(\.platform, .denied)), ("X1", .signIn.with(\.platform, .undetermined)),
            ("X2", .signIn.with(\.platform, .lapsed)), ("X2", .signIn.with(\.platform, .noAccount)),
            ("X4", .signIn.with(\.configuration, .lists(.notIntegrated))),
            ("X5", .signIn.with(\.configuration, .lists(.switchedOff))),
            ("X5", .signIn.with(\.configuration, .lists(.pickerOnly))),
            ("X5", .signIn.with(\.configuration, .lists(.unknownBoarding))),
            ("X6", .signIn.with(\.start, .declined)), ("X6", .signIn.with(\.start, .fails)),
            ("X7", .signIn.with(\.saml, .none)), ("X7", .signIn.with(\.saml, .blank)),
            ("X7", .signIn.with(\.saml, .otherProvider)),
        ]
        for (condition, situation) in failing {
            let run = Run(situation)
            #expect(run.exchanges == 0, "\(condition) \(situation)")
            #expect(run.saves == 0, "\(condition) \(situation)")
            #expect(run.callbacks.last == "setRequestorComplete 1", "\(condition) \(situation)")
            #expect(run.callbacks.count == (condition == "X1" ? 2 : 1), "\(condition) \(situation)")
        }
        #expect(Run(.signIn).exchanges == 1)
        #expect(Run(.signIn).callbacks == ["setRequestorComplete 1"])
    }

    @Test("S2.C1: without a configuration neither platform nor stored token is asked, and none is put in force")
    func configurationFails() async {
        await expectAgreement(RequestorSituation.all.filter { $0.configurationCode != nil }, atLeast: 60) { situation in
            let run = Run(situation)
            return run.order == ["openStore", "askConfiguration", "removeForeignTokens"]
                ? nil : "did \(run.order)"
        }
    }

    @Test("S2: the configuration is in force before the platform is asked; the token is saved before complete")
    func order() {
        let run = Run(.signIn.with(\.isClockOff, true).with(\.hasForeignTokens, true))
        #expect(
            run.transcript == [
                "openStore", "askConfiguration", "status CFG100 warning", "removeForeignTokens",
                "status SEC412 warning", "use", "lookAtPlatform", "removePartnerTokens", "readStored", "start",
                "askSAML", "exchange", "save", "setRequestorComplete 1",
            ])
    }

    @Test("S2.X: what goes to service, platform and store")
    func payloads() throws {
        let expires = decisionTime + .seconds(60)
        for configuration in [RequestorSituation.Configuration.lists(.enabled), .listsTwice] {
            let situation = RequestorSituation.signIn.with(\.platform, .signedIn(expires: expires))
                .with(\.configuration, configuration)
            let run = Run(situation)
            for action in run.actions {
                switch action {
                case .start(let request, let url), .exchange(let request, _, let url):
                    #expect(url == RequestorSituation.serviceURL)
                    #expect(request.requestor == "NORTHSTAR")
                    #expect(request.mvpd.id == RequestorSituation.mvpdID)
                    #expect(request.providerIdentifier.isSameID(as: RequestorSituation.provider))
                    #expect(request.accountExpires == expires)
                    #expect(request.domain == "northstar.example")
                case .askSAML(let verificationToken, let attributeNames):
                    #expect(verificationToken == RequestorSituation.verificationToken)
                    #expect(attributeNames == ["userID", "householdID"])
                case .save(let authentication, let provider, let url):
                    #expect(authentication == RequestorSituation.authentication(.partner))
                    #expect(provider.isSameID(as: RequestorSituation.provider))
                    #expect(url == RequestorSituation.serviceURL)
                default: break
                }
                if case .exchange(_, let saml, _) = action { #expect(saml == RequestorSituation.saml) }
            }
            #expect(run.order.suffix(4) == ["start", "askSAML", "exchange", "save"])
        }
    }

    @Test("S2.E3: the platform's error goes along, from either query")
    func failureDetails() {
        let situations = [RequestorSituation.signIn.with(\.platform, .failed), .signIn.with(\.saml, .failed)]
        for situation in situations {
            let statuses = Run(situation).actions.compactMap { action -> AdvancedStatus? in
                if case .tell(.status(let status)) = action { return status }
                return nil
            }
            #expect(
                statuses.map(\.details) == [["domain": "VSErrorDomain", "code": "3", "text": "why"]])
        }
    }

    @Test("Always: events that are not due change nothing")
    func undueEvents() {
        let situations = [
            RequestorSituation.signIn, .signIn.with(\.isExchangeRefused, true), .signIn.with(\.platform, .noAccount),
            .signIn.with(\.configuration, .fails(.configuration, .tls)), .signIn.with(\.isStoreReadable, false),
            .signIn.with(\.start, .partner),
        ]
        for situation in situations {
            #expect(Run(situation, noise: true).transcript == Run(situation).transcript, "\(situation)")
        }
    }

    @Test("Always: random events, doubled and out of order, give one complete at most, and nothing after it")
    func randomEvents() async {
        let rounds = 4_000
        var completed = 0
        var exchanged = 0
        for seed in 0..<rounds {
            if seed % 64 == 0 { await Task.yield() }
            var random = SplitMix(seed: UInt64(seed))
            let outcome = chaos(&random)
            if let fault = outcome.fault { Issue.record("seed \(seed): \(fault)") }
            if outcome.isComplete { completed += 1 }
            if outcome.isExchanged { exchanged += 1 }
        }
        #expect(completed > rounds / 10)
        #expect(exchanged > 0)
    }

    private func chaos(
        _ random: inout SplitMix
    ) -> (fault: String?, isComplete: Bool, isExchanged: Bool) {
        var machine = SetRequestor()
        var completes = 0
        var codes: [String] = []
        var due: [SetRequestor.Action] = machine.begin()
        var exchanges = 0
        var saves = 0
        for _ in 0..<40 {
            let situation = RequestorSituation.random(&random)
            // Mostly the answer that is due, so that deep states are reached; else anything.
            let question = due.last { situation.answer(to: $0) != nil }
            let event =
                Int.random(in: 0..<3, using: &random) > 0
                ? question.flatMap(situation.answer) ?? situation.randomEvent(&random)
                : situation.randomEvent(&random)
            let actions = machine.handle(event)
            if completes > 0, !actions.isEmpty { return ("something after complete: \(actions)", true, false) }
            if !actions.isEmpty { due = actions }
            for action in actions {
                switch action {
                case .tell(.setRequestorComplete): completes += 1
                case .tell(.status(let status)): codes.append(status.errorID)
                case .exchange: exchanges += 1
                case .save: saves += 1
                default: break
                }
            }
        }
        let main = codes.filter { $0 != "CFG100" && $0 != "SEC412" }
        if completes > 1 { return ("\(completes) completes", true, false) }
        if main.count > 1 { return ("codes \(codes)", true, false) }
        if Set(codes).count != codes.count { return ("codes \(codes)", true, false) }
        if exchanges > 1 || saves > 1 { return ("\(exchanges) exchanges, \(saves) saves", true, false) }
        return (nil, completes == 1, exchanges == 1)
    }
}

/// The machine driven through one situation.
private struct Run {
    private(set) var actions: [SetRequestor.Action] = []

    /// With `noise`, every event that is not due now comes in before the one that is.
    init(_ situation: RequestorSituation, noise: Bool = false) {
        var machine = SetRequestor()
        var waiting = machine.begin()
        while !waiting.isEmpty, actions.count < 50 {
            let action = waiting.removeFirst()
            actions.append(action)
            guard let event = situation.answer(to: action) else { continue }
            if noise {
                for other in situation.everyEvent where other.name != event.name {
                    waiting += machine.handle(other)
                }
            }
            waiting += machine.handle(event)
            if noise { waiting += machine.handle(event) }
        }
    }

    /// Actions and callbacks by name.
    var transcript: [String] { actions.map(\.name) }

    var callbacks: [String] {
        actions.compactMap { action in
            if case .tell(let callback) = action { return callback.words }
            return nil
        }
    }

    /// Actions but callbacks.
    var order: [String] {
        actions.compactMap { action in
            if case .tell = action { return nil }
            return action.name
        }
    }

    var starts: Int { actions.count { $0.name == "start" } }
    var samlQuestions: Int { actions.count { $0.name == "askSAML" } }
    var exchanges: Int { actions.count { $0.name == "exchange" } }
    var saves: Int { actions.count { $0.name == "save" } }

    var removals: [String?] {
        actions.compactMap { action -> String?? in
            if case .removePartnerTokens(let provider) = action { return .some(provider) }
            return nil
        }
    }
}

extension RequestorSituation {
    /// One event of every kind.
    fileprivate var everyEvent: [SetRequestor.Event] { (0..<8).map(event) }

    fileprivate func randomEvent(_ random: inout SplitMix) -> SetRequestor.Event {
        event(Int.random(in: 0..<8, using: &random))
    }

    private func event(_ kind: Int) -> SetRequestor.Event {
        switch kind {
        case 0: return .store(isReadable: isStoreReadable)
        case 1: return .configuration(configurationAnswer, isClockOff: isClockOff)
        case 2: return .foreignTokens(areRemoved: true)
        case 3: return .platform(platformReading)
        case 4: return .stored(storedAnswer, now: decisionTime)
        case 5: return .started(startAnswer)
        case 6: return .saml(samlAnswer)
        default: return .exchanged(exchangeAnswer)
        }
    }

    fileprivate static func random(_ random: inout SplitMix) -> RequestorSituation {
        func one<Value>(_ values: [Value], else value: Value) -> Value { values.randomElement(using: &random) ?? value }
        // Half of all answers are the good ones: chains must be able to get to their end.
        func good() -> Bool { Bool.random(using: &random) }
        var situation = signIn
        situation.isStoreReadable = good() || good()
        situation.isClockOff = good()
        situation.hasForeignTokens = good()
        if !good() { situation.configuration = one(Configuration.failures + [.listsTwice], else: .listsTwice) }
        if !good() { situation.platform = one(Platform.others + Platform.signedIns, else: .denied) }
        if !good() { situation.stored = one(Stored.allCases, else: .nothing) }
        if !good() { situation.start = one(Start.allCases, else: .fails) }
        if !good() { situation.saml = one(SAML.allCases, else: .none) }
        situation.isExchangeRefused = good()
        return situation
    }
}

extension SetRequestor.Action {
    fileprivate var name: String {
        switch self {
        case .tell(let callback): return callback.words
        case .openStore: return "openStore"
        case .askConfiguration: return "askConfiguration"
        case .removeForeignTokens: return "removeForeignTokens"
        case .use: return "use"
        case .lookAtPlatform: return "lookAtPlatform"
        case .removePartnerTokens: return "removePartnerTokens"
        case .readStored: return "readStored"
        case .start: return "start"
        case .askSAML: return "askSAML"
        case .exchange: return "exchange"
        case .save: return "save"
        }
    }
}

extension SetRequestor.Event {
    fileprivate var name: String {
        switch self {
        case .store: return "store"
        case .configuration: return "configuration"
        case .foreignTokens: return "foreignTokens"
        case .platform: return "platform"
        case .stored: return "stored"
        case .started: return "started"
        case .saml: return "saml"
        case .exchanged: return "exchanged"
        }
    }
}
