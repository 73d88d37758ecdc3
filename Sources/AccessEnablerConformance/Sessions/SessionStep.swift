import AccessEnabler
import PlatformAccount

/// One step of a session.
enum SessionStep: Sendable, Hashable {
    /// The host calls a verb.
    case verb(Verb)
    /// The host calls verbs in one breath.
    case breath([Verb])
    /// A person signs in at the page shown last.
    case signsIn
    /// A person enters the code shown last and signs in.
    case activates
    /// A person answers the platform's picker.
    case answersPicker(PickerChoice)
    /// A person answers the permission prompt; nil = dismisses it.
    case answersPrompt(AccessPermission?)
    /// Something becomes true.
    case change(WorldChange)
    /// Time passes.
    case pass(Duration)
    /// The object is released, and another made.
    case relaunch
    /// A second object on the same store.
    case another
    /// The host goes on with the object made at that place.
    case use(Int)
}

extension SessionStep {
    /// The step, for people.
    var text: String {
        switch self {
        case .verb(let verb): verb.sessionText
        case .breath(let verbs): verbs.map(\.sessionText).joined(separator: "; ")
        case .signsIn: "a person signs in at the page"
        case .activates: "a person enters the code and signs in"
        case .answersPicker(let choice): "the picker is answered: \(choice)"
        case .answersPrompt(let answer): "the prompt is \(answer.map { "answered: \($0)" } ?? "dismissed")"
        case .change(let change): "then: " + change.text
        case .pass(let duration): "\(duration) pass"
        case .relaunch: "new start"
        case .another: "a second object"
        case .use(let place): "back to object \(place + 1)"
        }
    }
}

extension Verb {
    /// The verb as a host would write it.
    var sessionText: String {
        switch self {
        case .setRequestor(let requestor, _): return "setRequestor(\(requestor))"
        case .checkAuthentication: return "checkAuthentication()"
        case .getMetadata(let key, _): return "getMetadata(\(key.text))"
        case .setOptions(let options):
            return "setOptions(device \(options.deviceInfo["primaryHardwareType"] ?? "none"), "
                + "handleSVC: \(options.handleSVC))"
        case .getAuthentication(let isForced, let filter):
            return ScriptStep.getAuthentication(forced: isForced, filter: filter).text
        case .setSelectedProvider(let id): return "setSelectedProvider(\(id ?? "nil"))"
        case .handleExternalURL(let url): return "handleExternalURL(\(url))"
        case .logout: return "logout()"
        case .getSelectedProvider, .checkAuthorization, .getAuthorization, .checkPreauthorizedResources,
            .preauthorize:
            return ScriptStep.call(self).text
        }
    }
}

/// A session: where it runs, and what happens in it.
struct Session: Sendable, Hashable {
    let service: ServiceVersion
    let platform: PlatformBehaviour
    var steps: [SessionStep]
}

extension ContractModel {
    /// What the step tells; nil = the step is left out, since the model says nothing of it, or nobody could do it now.
    mutating func play(_ step: SessionStep) -> [ExpectedCallback]? {
        begin()
        guard allows(step) else { return nil }
        switch step {
        case .verb(let verb): perform(verb)
        case .breath(let verbs):
            cover("Always.order")
            for verb in verbs { perform(verb) }
        case .signsIn: personSignsIn()
        case .activates:
            personSignsIn()
            world.time += pollWait
            pollsPass()
        case .answersPicker(let choice): answerPicker(choice)
        case .answersPrompt(let answer): answerPrompt(answer)
        case .change(let change): change.apply(to: &world)
        case .pass(let duration):
            world.time += duration
            timePassed()
        case .relaunch:
            release()
            launch()
        case .another: launch()
        case .use(let place): use(place)
        }
        return told
    }

    /// What comes by itself once time has passed, in every object.
    private mutating func timePassed() {
        let used = current
        for place in objects.indices where !objects[place].isReleased {
            use(place)
            if let end = object.logoutEnd, world.time >= end { concludeLogout() }
            pollsPass()
        }
        use(used)
    }

    // MARK: What the model does not cover

    /// Whether the model says what the step leads to, and somebody could do it.
    func allows(_ step: SessionStep) -> Bool {
        switch step {
        case .verb(let verb): return !object.isReleased && allows(verb)
        case .breath(let verbs):
            // Tries that wait in between would move the clock in the middle of it.
            guard !object.isReleased, world.configurationFault?.isTriedAgain != true else { return false }
            var model = self
            return verbs.allSatisfy { verb in
                defer { model.perform(verb) }
                return model.allows(verb)
            }
        case .signsIn:
            guard case .page(let login) = object.flow?.stage else { return false }
            return login.number == lastPage && canSignIn(login)
        case .activates:
            guard case .screen(let login) = object.flow?.stage else { return false }
            // Polls take time: nothing else may wait for it.
            return login.number == lastCode && canSignIn(login) && !world.faults.contains(.authentication)
                && objects.allSatisfy { $0.logoutEnd == nil }
        case .answersPicker:
            guard case .picker(_, let number) = object.flow?.stage else { return false }
            return number == lastPicker
        case .answersPrompt:
            guard case .prompt(let number) = object.flow?.stage else { return false }
            return number == lastPrompt
        case .change(let change): return allows(change)
        case .pass(let duration): return duration > .zero
        case .relaunch, .another: return objects.count { !$0.isReleased } < 2 || step == .relaunch
        case .use(let place): return place < objects.count && !objects[place].isReleased && place != current
        }
    }

    /// Page or code is good still, and the MVPD is there.
    private func canSignIn(_ login: ModelLogin) -> Bool {
        !login.isUsed && world.time < login.opened + ModelLogin.life && world.mvpd(login.mvpd)?.isIntegrated == true
    }

    private func allows(_ verb: Verb) -> Bool {
        switch verb {
        case .setRequestor:
            // Tries that wait in between would let other waits pass.
            let isTriedAgain = world.configurationFault?.isTriedAgain == true
            return !isTriedAgain || !waitsForTime
        case .setOptions, .logout: return true
        case .checkAuthentication, .getMetadata, .getSelectedProvider: return knowsClock
        case .getAuthentication: return knowsClock && !isOtherAtScreen
        case .setSelectedProvider: return knowsClock && (object.flow == nil || !isOtherAtScreen)
        case .handleExternalURL: return knowsClock
        case .checkAuthorization: return knowsClock && knowsService
        case .getAuthorization: return knowsClock && knowsService && !isOtherAtScreen
        case .checkPreauthorizedResources: return knowsClock && knowsService && knowsSignIn
        case .preauthorize:
            var model = self
            return knowsClock && knowsService && knowsSignIn && model.judge().token != nil
                && !world.faults.contains(.preauthorize)
        }
    }

    private func allows(_ change: WorldChange) -> Bool {
        switch change {
        case .deviceClock: return objects.allSatisfy { $0.flow == nil && $0.logoutEnd == nil }
        // A picker that is up goes by what was true when it opened.
        case .accountTrouble, .permissionTrouble, .picker, .account:
            return objects.allSatisfy { object in
                switch object.flow?.stage {
                case .picker, .prompt: false
                default: true
                }
            }
        default: return true
        }
    }

    /// The device's clock was not moved since the service last told its time.
    private var knowsClock: Bool { world.deviceAhead == (object.seenAhead ?? .zero) }

    /// Somebody waits for time to pass: a logout's page, a second screen.
    private var waitsForTime: Bool { objects.contains { $0.logoutEnd != nil || $0.flow?.isAtScreen == true } }

    /// REST API V1 answers a device, not an object: two second screens at once would see one another's sign-in.
    private var isOtherAtScreen: Bool {
        objects.indices.contains { $0 != current && objects[$0].flow?.isAtScreen == true }
    }

    /// What the service knows of the sign-in's MVPD is what the configuration says; on REST API V2, too, the account
    /// holds.
    private var knowsService: Bool {
        guard let token = latest, token.end > now else { return true }
        // REST API V1 answers about the device's last sign-in, which may be one the host was never told of.
        if world.service == .v1, let last = world.memory.last[token.requestor], last.mvpd != token.mvpd { return false }
        guard world.mvpd(token.mvpd)?.isIntegrated == true else { return false }
        guard world.service == .v2, token.kind == .partner else { return true }
        return !isLapsed(world.account) && world.accountTrouble != .rejected
    }

    /// The service knows of the sign-in.
    private var knowsSignIn: Bool {
        guard let token = latest, token.end > now else { return true }
        switch world.service {
        case .v1: return world.memory.signIn(token.requestor, at: world.time) != nil
        case .v2 where token.source == .pass: return true
        case .v2 where token.source == .rule && world.mvpd(token.mvpd)?.isDegraded == true: return true
        case .v2:
            return [true, false].contains { isPartner in
                world.memory.profile(token.requestor, token.mvpd, isPartner: isPartner, at: world.time) != nil
            }
        }
    }
}

extension ModelFlow {
    var isAtScreen: Bool { if case .screen = stage { true } else { false } }
}
