import AdobePass
import Base
import EntitlementStore
import PlatformAccount
import Testing

@testable import AccessEnabler

@Suite("Step 4, all ways through")
struct GetAuthenticationSpaceTests {
    /// What a path has told the host, in short.
    private static func told(_ actions: [GetAuthentication.Action]) -> [String] {
        actions.compactMap { action in
            switch action {
            case .tell(.status(let status)): return status.errorID
            case .tell(.displayProviderDialog): return "dialog"
            case .tell(.navigateToUrl): return "page"
            case .conclude(let status, let code, _, _):
                return [status?.errorID, "end \(code)"].compactMap(\.self).joined(separator: " ")
            default: return nil
            }
        }
    }

    private func walk(
        _ platform: Platform, _ start: GetAuthentication.Start,
        _ judge: @escaping (LoginSpace.Path, [GetAuthentication.Action]) -> Void
    ) {
        LoginSpace(platform: platform, judge: judge).walk(start)
    }

    @Test("S4: every path ends in one verdict at most, and nothing follows it", arguments: Platform.allCases)
    func oneVerdict(_ platform: Platform) {
        var paths = 0
        var ends: Set<String> = []
        walk(platform, LoginSpace.start(platform)) { path, _ in
            paths += 1
            let told = Self.told(path.actions)
            let verdicts = told.filter { $0.contains("end ") }
            if verdicts.count > 1 { Issue.record("two verdicts: \(path.events)") }
            if let verdict = verdicts.first {
                ends.insert(verdict)
                if told.last != verdict || !path.machine.isOver { Issue.record("something follows: \(path.events)") }
            } else if path.machine.isOver {
                Issue.record("over without a verdict: \(path.events)")
            }
        }
        #expect(paths > 5000)
        let reached: Set<String> = [
            "end none", "N010 end none", "N011 end none", "N500 end generic", "N111 end generic", "500 end generic",
            "N005 end providerNotSelected",
        ]
        #expect(ends.isSuperset(of: reached))
        #expect(ends.contains("N130 end generic") == (platform == .iOS))
        #expect(ends.contains("REG500 end generic") == (platform == .tvOS))
    }

    @Test(
        "S4: the dialog comes once a flow, right after exactly one of its codes", arguments: Platform.allCases)
    func oneCodeBeforeTheDialog(_ platform: Platform) {
        let codes: Set<String> = ["VSA403", "VSA404", "VSA503", "N003", "N004", "N005"]
        var seen: Set<String> = []
        walk(platform, LoginSpace.start(platform)) { path, _ in
            let told = Self.told(path.actions)
            guard let dialog = told.firstIndex(of: "dialog") else {
                if told.contains(where: codes.contains) { Issue.record("a code without dialog: \(path.events)") }
                return
            }
            if told.filter({ $0 == "dialog" }).count > 1 { Issue.record("two dialogs: \(path.events)") }
            let before = told[..<dialog].filter(codes.contains)
            if before.count != 1 || dialog == 0 || !codes.contains(told[dialog - 1]) {
                Issue.record("codes before the dialog: \(before), \(path.events)")
            }
            seen.formUnion(before)
        }
        #expect(seen == codes)
    }

    @Test(
        "S4: pages on iOS only, codes on tvOS only, neither without a selection told",
        arguments: Platform.allCases)
    func pagesAndCodes(_ platform: Platform) {
        var opened = 0
        walk(platform, LoginSpace.start(platform)) { path, _ in
            let told = Self.told(path.actions)
            if told.contains("page") || told.contains("REGCODE") { opened += 1 }
            if told.contains(platform == .iOS ? "REGCODE" : "page") { Issue.record("wrong platform: \(path.events)") }
            // T2 before each login that opens.
            var selections = 0
            for action in path.actions {
                switch action {
                case .trackSelection: selections += 1
                case .openLogin where selections == 0: Issue.record("not tracked: \(path.events)")
                default: break
                }
            }
        }
        #expect(opened > 0)
    }

    @Test("S4.X: the exchange runs only for an SSO account with its own SAML response")
    func exchange() {
        walk(.iOS, LoginSpace.start(.iOS)) { path, actions in
            guard actions.contains(where: { if case .exchange = $0 { true } else { false } }) else { return }
            let expected = ["permission granted", "account northcable", "started: ask", "saml northcable"]
            let seen = path.events.map { $0 == "account northcable without SAML" ? "account northcable" : $0 }
            if !seen.elementsEqual(expected) { Issue.record("exchange after \(path.events)") }
        }
    }

    @Test(
        "S4.A, S4.AF: an authenticated viewer is answered at once, unless forced", arguments: Platform.allCases
    )
    func authenticated(_ platform: Platform) {
        var machine = GetAuthentication(LoginSpace.start(platform, token: LoginSpace.stored))
        let actions = machine.begin()
        #expect(Self.told(actions) == ["end none"])
        #expect(actions.count == 1)
        var forced = GetAuthentication(LoginSpace.start(platform, isForced: true, token: LoginSpace.stored))
        guard case .askPermission(prompting: true)? = forced.begin().first else {
            Issue.record("a forced flow runs")
            return
        }
    }

    @Test("S4.AF: the token that was to be replaced is no sign-in", arguments: Platform.allCases)
    func oldToken(_ platform: Platform) {
        let start = LoginSpace.start(
            platform, isForced: true, token: LoginSpace.stored, selected: "NorthCable")
        var machine = GetAuthentication(start)
        _ = machine.begin()
        _ = machine.handle(
            .opened(.session(LoginSpace.session(expires: LoginSpace.now + .seconds(1))), now: LoginSpace.now))
        _ = machine.handle(.redirected)
        let told = Self.told(machine.handle(.fetched(.signedIn(LoginSpace.authentication(.regular)))))
        #expect(told == (platform == .iOS ? ["N130 end generic"] : []))
    }

    @Test("S4.T: a temporary pass that fails has no code to miss, on tvOS neither", arguments: Platform.allCases)
    func failedPass(_ platform: Platform) {
        var configuration = LoginSpace.configuration
        for index in configuration.mvpds.indices where configuration.mvpds[index].mvpd.id == "EastFiber" {
            configuration.mvpds[index].mvpd.isTempPass = true
        }
        var machine = GetAuthentication(LoginSpace.start(platform, selected: "EastFiber", configuration))
        _ = machine.begin()
        #expect(Self.told(machine.handle(.opened(nil, now: LoginSpace.now))) == ["N500 end generic"])
        var other = GetAuthentication(LoginSpace.start(platform, selected: "NorthCable"))
        _ = other.begin()
        let told = Self.told(other.handle(.opened(nil, now: LoginSpace.now)))
        #expect(told == [platform == .iOS ? "N500 end generic" : "REG500 end generic"])
    }

    @Test("S4.N: without any SSO MVPD the dialog comes at once, without a code; picker only is not SSO")
    func noSSO() {
        var configuration = LoginSpace.configuration
        configuration.mvpds.removeAll { $0.mvpd.id == "NorthCable" }
        var machine = GetAuthentication(LoginSpace.start(.iOS, configuration))
        let actions = machine.begin()
        #expect(Self.told(actions) == ["dialog"])
        #expect(actions.count == 1)
    }

    @Test("Always: an unreadable store ends the flow with 500 before anybody is asked", arguments: [true, false])
    func unreadableStore(_ isForced: Bool) {
        var start = LoginSpace.start(.iOS, isForced: isForced)
        start.check = CheckAuthentication.Decision(token: nil, explanation: .storeUnreadable, errorCode: .generic)
        var machine = GetAuthentication(start)
        #expect(Self.told(machine.begin()) == ["500 end generic"])
    }

    @Test(
        "Always: a store lost on the way ends the flow with 500, whatever it waited for", arguments: Platform.allCases)
    func lostStore(_ platform: Platform) {
        var lost = 0
        walk(platform, LoginSpace.start(platform)) { path, actions in
            guard path.events.last == "store lost" else { return }
            lost += 1
            if Self.told(actions) != ["500 end generic"] { Issue.record("\(Self.told(actions)) after \(path.events)") }
        }
        #expect(lost > 100)
    }

    @Test("A6: the MVPD whose login is on its way is the one selected", arguments: Platform.allCases)
    func selected(_ platform: Platform) {
        var selections: Set<String> = []
        walk(platform, LoginSpace.start(platform)) { path, actions in
            var opens = false
            for case .openLogin(let bound) in actions {
                opens = true
                if path.machine.selected != bound { Issue.record("another one after \(path.events)") }
            }
            if let selected = path.machine.selected { selections.insert(selected.mvpd.id) }
            if !opens, path.events.last == "permission granted", path.machine.selected != nil {
                Issue.record("selected after \(path.events)")
            }
            if path.machine.isOver, path.machine.selected != nil { Issue.record("still selected: \(path.events)") }
        }
        #expect(selections == ["NorthCable", "SouthSat", "EastFiber"])
    }

    @Test("V05: an error of another domain is a failed communication, whatever its number", arguments: 0...7)
    func foreignDomain(_ number: Int) {
        let error = PlatformAccountError(.init(rawValue: number), domain: "NSPOSIXErrorDomain")
        var machine = GetAuthentication(LoginSpace.start(.iOS))
        _ = machine.begin()
        var other = machine
        #expect(Self.told(machine.handle(.permission(.failure(error)))) == ["VSA503", "dialog"])
        _ = other.handle(.permission(.success(.granted)))
        #expect(Self.told(other.handle(.account(.failure(error), now: LoginSpace.now))) == ["VSA503", "dialog"])
        var inquiry = PlatformInquiry()
        #expect(inquiry.permission(.failure(error)) == .done(.failed(error)))
        #expect(inquiry.account(.failure(error), now: LoginSpace.now) == .done(.failed(error)))
    }

    @Test("S4.2: an abandoned flow tells nothing and hears nothing more")
    func abandoned() {
        var checked = 0
        walk(.tvOS, LoginSpace.start(.tvOS)) { path, _ in
            guard path.machine.waitsForPerson, path.events.count < 4 else { return }
            var machine = path.machine
            let closing = machine.abandon()
            checked += 1
            if !Self.told(closing).isEmpty || !machine.isOver { Issue.record("abandoned after \(path.events)") }
            for (name, event) in LoginSpace.events where !machine.handle(event).isEmpty {
                Issue.record("\(name) is heard after \(path.events)")
            }
        }
        #expect(checked > 10)
    }

    @Test("random events in any order: one verdict at most, nothing after it", arguments: 0..<40)
    func random(_ seed: UInt64) {
        var generator = Seeded(seed)
        for _ in 0..<200 {
            let platform: Platform = generator.next() % 2 == 0 ? .iOS : .tvOS
            var machine = GetAuthentication(LoginSpace.start(platform, isForced: generator.next() % 2 == 0))
            var told = Self.told(machine.begin())
            for _ in 0..<60 {
                guard let (_, event) = LoginSpace.events.randomElement(using: &generator) else { return }
                told += Self.told(machine.handle(event))
            }
            let verdicts = told.filter { $0.contains("end ") }
            if verdicts.count > 1 || (verdicts.first.map { told.last != $0 } ?? false) {
                Issue.record("\(told)")
            }
        }
    }
}

/// A generator that gives the same numbers for the same seed.
private struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var mixed = state
        mixed ^= mixed >> 33
        mixed = mixed &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ (mixed >> 33)
    }
}
