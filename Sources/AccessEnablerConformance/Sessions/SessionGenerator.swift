import AccessEnabler
import Base
import PlatformAccount

/// Makes a session from a seed: steps that make sense where they come, by weights.
///
/// The model goes along, so that a page is signed in at while it is up, and troubles end again.
struct SessionGenerator {
    private var numbers: SeededNumbers
    private var model: ContractModel

    /// The session of a seed; nil = the seed chooses API or platform, too.
    static func session(
        seed: UInt64, length: Int, service: ServiceVersion? = nil, platform: PlatformBehaviour? = nil
    ) -> Session {
        var numbers = SeededNumbers(seed: seed)
        // Both are drawn in any case: the rest is the same then.
        let (anyService, anyPlatform) = (
            numbers.pick(ServiceVersion.allCases), numbers.pick(PlatformBehaviour.allCases)
        )
        var generator = SessionGenerator(
            numbers: numbers, model: ContractModel(service ?? anyService, platform ?? anyPlatform))
        let steps = generator.steps(length)
        return Session(service: service ?? anyService, platform: platform ?? anyPlatform, steps: steps)
    }

    private mutating func steps(_ length: Int) -> [SessionStep] {
        var steps: [SessionStep] = []
        if numbers.below(4) > 0 { steps.append(.change(.account(.valid(Programme.northOnPlatform)))) }
        if numbers.below(8) > 0 { steps.append(.verb(.tablet)) }
        for step in steps { _ = model.play(step) }
        for _ in 0..<(length * 20) where steps.count < length {
            let step = draw()
            model.world.time += SessionRun.pause
            guard model.play(step) != nil else { continue }
            steps.append(step)
        }
        return steps
    }

    // MARK: Steps

    private mutating func draw() -> SessionStep {
        if let step = answerToWhatIsUp() { return step }
        let object = model.object
        if object.requestor == nil, numbers.below(10) < 6 { return .verb(setRequestor()) }
        let kinds: [(weight: Int, element: Int)] = [(54, 0), (28, 1), (5, 2), (3, 3), (2, 4), (4, 5), (6, 6)]
        switch numbers.pick(weighted: kinds) {
        case 1?: return .change(change())
        case 2?: return .pass(numbers.pick([.seconds(60), .seconds(600), .seconds(3700), .seconds(6 * 3600 + 100)]))
        case 3?: return .relaunch
        case 4?: return .another
        case 5?: return .use(numbers.below(model.objects.count))
        case 6?: return .breath(breath())
        default: return .verb(verb())
        }
    }

    /// What a person or host would do now, most of the time.
    private mutating func answerToWhatIsUp() -> SessionStep? {
        let chance = numbers.below(100)
        if model.object.logoutEnd != nil, chance < 40 { return .verb(.redirect) }
        switch model.object.flow?.stage {
        case .picker?:
            return chance < 50 ? .answersPicker(pickerChoice()) : nil
        case .prompt?:
            return chance < 55 ? .answersPrompt(numbers.pick([.granted, .granted, .denied, nil])) : nil
        case .dialog?:
            return chance < 55 ? .verb(.setSelectedProvider(chosenMVPD())) : nil
        case .page(let login)?:
            if login.isUsed { return chance < 60 ? .verb(.redirect) : nil }
            return chance < 40 ? .signsIn : chance < 50 ? .verb(.redirect) : nil
        case .screen?:
            return chance < 40
                ? .activates : chance < 48 ? .pass(.seconds(1900)) : chance < 55 ? .pass(.seconds(60)) : nil
        case .going?, nil:
            return nil
        }
    }

    private mutating func pickerChoice() -> PickerChoice {
        numbers.pick([
            .provider(Programme.northOnPlatform), .provider(Programme.northOnPlatform),
            .provider(Programme.westOnPlatform), .provider(Programme.southOnPlatform),
            .provider(Programme.foreignOnPlatform), .otherProvider, .cancel,
        ])
    }

    private mutating func chosenMVPD() -> String? {
        numbers.pick([
            Programme.north, Programme.east, Programme.east, Programme.west, Programme.south, Programme.trial,
            "NOBODY", nil, nil,
        ])
    }

    private mutating func setRequestor() -> Verb {
        let name = numbers.pick(weighted: [
            (16, Programme.requestor), (5, Programme.otherRequestor), (1, Programme.unknownRequestor),
        ])
        return .setRequestor(name ?? Programme.requestor, serviceProviders: [])
    }

    private mutating func verb() -> Verb {
        let kinds: [(weight: Int, element: Int)] = [
            (18, 0), (14, 1), (20, 2), (6, 3), (7, 4), (9, 5), (5, 6), (7, 7), (8, 8), (6, 9), (3, 10), (3, 11),
        ]
        switch numbers.pick(weighted: kinds) {
        case 0?: return setRequestor()
        case 1?: return .checkAuthentication
        case 2?: return .getAuthentication(forced: numbers.below(4) == 0, filter: filter())
        case 3?: return .setSelectedProvider(chosenMVPD())
        case 4?: return .logout
        case 5?: return metadata()
        case 6?: return .getSelectedProvider
        case 7?: return .checkAuthorization(resource(), data: [:])
        case 8?: return .getAuthorization(resource(), data: [:])
        case 9?: return .checkPreauthorizedResources(resources(), cache: numbers.below(3) > 0)
        case 10?: return .preauthorize(PreauthorizeRequest(resources: resources()))
        default:
            let url = numbers.pick([Programme.redirect, Programme.ownRedirect, "https://ios.app"])
            return numbers.below(2) == 0 ? options() : .handleExternalURL(url)
        }
    }

    private mutating func options() -> Verb {
        let hardware = numbers.pick(["Desktop", "GamesConsole", "Tablet", "MobilePhone", "SetTopBox"])
        return .setOptions(
            Options(handleSVC: numbers.below(2) == 0, deviceInfo: ["primaryHardwareType": hardware]))
    }

    private mutating func metadata() -> Verb {
        let key = numbers.pick([
            MetadataKey.deviceID, .authenticationExpiry, .userMetadata("tokenSource"), .userMetadata("zip"),
            .userMetadata("maxRating"), .authorizationExpiry(resource: Programme.movies),
        ])
        return .getMetadata(key, arguments: key.arguments)
    }

    private mutating func resource() -> String {
        numbers.pick(weighted: [(6, Programme.movies), (3, Programme.news), (2, Programme.sports), (1, " ")]) ?? " "
    }

    private mutating func resources() -> [String] {
        let all = [Programme.movies, Programme.news, Programme.sports]
        return (0..<numbers.below(4)).map { _ in numbers.pick(all) }
    }

    private mutating func filter() -> ProviderFilter? {
        guard numbers.below(3) == 0 else { return nil }
        let ids = [Programme.north, Programme.south, Programme.east, Programme.west, "NOBODY"]
        return ProviderFilter(
            tvProviders: (0..<numbers.below(4)).map { _ in numbers.pick(ids) },
            featuredTVProviders: (0..<numbers.below(3)).map { _ in numbers.pick(ids) })
    }

    /// Verbs that wait for nobody; at the end perhaps one that does.
    private mutating func breath() -> [Verb] {
        var verbs = (0..<(2 + numbers.below(3))).map { _ -> Verb in
            switch numbers.below(7) {
            case 0, 1: setRequestor()
            case 2: .checkAuthentication
            case 3: metadata()
            case 4: .getSelectedProvider
            case 5: .logout
            default: .setSelectedProvider(chosenMVPD())
            }
        }
        if numbers.below(3) == 0 { verbs.append(.getAuthentication(forced: numbers.below(3) == 0, filter: nil)) }
        return verbs
    }

    // MARK: Changes

    private mutating func change() -> WorldChange {
        let ends = model.world.ends
        if !ends.isEmpty, numbers.below(100) < 25 + 12 * ends.count { return numbers.pick(ends) }
        let providers = [
            Programme.northOnPlatform, Programme.northOnPlatform, Programme.westOnPlatform,
            Programme.southOnPlatform, Programme.foreignOnPlatform,
        ]
        let mvpds = [Programme.north, Programme.north, Programme.west, Programme.east, Programme.south]
        let kinds: [(weight: Int, element: Int)] = [
            (12, 0), (4, 1), (3, 2), (20, 3), (5, 4), (4, 5), (4, 6), (8, 7), (5, 8), (5, 9), (5, 10), (4, 11),
            (3, 12), (3, 13), (3, 14), (4, 15), (5, 16), (7, 17), (3, 18), (2, 19),
        ]
        switch numbers.pick(weighted: kinds) {
        case 0?: return .permission(numbers.pick(AccessPermission.allCases))
        case 1? where numbers.below(2) == 0: return .promptWaits(true)
        case 1?: return .promptAnswer(numbers.pick([.granted, .denied, nil]))
        case 2?: return .permissionTrouble(numbers.pick([.later, .refused, .odd]))
        case 3?: return .account(account(numbers.pick(providers)))
        case 4?: return .accountTrouble(numbers.pick(PlatformTrouble.allCases))
        case 5?: return .samlTrouble(numbers.pick(PlatformTrouble.allCases))
        case 6?: return .saml(numbers.pick(SAMLAnswer.allCases))
        case 7?: return .picker(numbers.below(2) == 0 ? nil : pickerChoice())
        case 8?: return .integrated(numbers.pick(mvpds), false)
        case 9?: return .enablesSSO(numbers.pick(mvpds), numbers.below(4) == 0)
        case 10?: return .boarding(numbers.pick(mvpds), numbers.pick(ModelMVPD.Boarding.allCases))
        case 11?: return .degraded(numbers.pick(mvpds), true)
        case 12?: return .permitsEverything(numbers.pick(mvpds), true)
        case 13?: return .deniesEverything(numbers.pick(mvpds), true)
        case 14?: return .wantsSVC(numbers.pick(mvpds), numbers.below(2) == 0)
        case 15?: return .denied(resource(), numbers.below(3) > 0)
        case 16?: return .configurationFails(numbers.pick(ConfigurationFault.allCases))
        case 17?: return .fails(numbers.pick(ServiceFault.allCases), true)
        case 18?: return .authenticationsForgotten
        default: return .deviceClock(hours: numbers.pick([1, -1, 2]))
        }
    }

    private mutating func account(_ provider: String) -> ModelAccountKind? {
        numbers.pick(weighted: [
            (6, .valid(provider)), (2, .endless(provider)), (2, .lapsed(provider)), (1, .untold), (4, nil),
        ]) ?? nil
    }
}

extension Verb {
    fileprivate static let tablet = Verb.setOptions(Options(deviceInfo: ["primaryHardwareType": "Tablet"]))
    fileprivate static let redirect = Verb.handleExternalURL(Programme.redirect)
}

extension ModelWorld {
    /// What makes things right again.
    fileprivate var ends: [WorldChange] {
        var ends: [WorldChange] = []
        if permission != .granted { ends.append(.permission(.granted)) }
        if promptWaits { ends.append(.promptWaits(false)) }
        if permissionTrouble != nil { ends.append(.permissionTrouble(nil)) }
        if accountTrouble != nil { ends.append(.accountTrouble(nil)) }
        if samlTrouble != nil { ends.append(.samlTrouble(nil)) }
        if saml != .signed { ends.append(.saml(.signed)) }
        if configurationFault != nil { ends += [.configurationFails(nil), .configurationFails(nil)] }
        ends += ServiceFault.allCases.filter { faults.contains($0) }.map { .fails($0, false) }
        if deviceAhead != .zero { ends.append(.deviceClock(hours: Int(-(deviceAhead.components.seconds / 3600)))) }
        for (mvpd, first) in zip(mvpds, ModelMVPD.beginning) {
            if !mvpd.isIntegrated { ends.append(.integrated(mvpd.id, true)) }
            if mvpd.enablesSSO != first.enablesSSO { ends.append(.enablesSSO(mvpd.id, first.enablesSSO)) }
            if mvpd.boarding != first.boarding { ends.append(.boarding(mvpd.id, first.boarding)) }
            if mvpd.isDegraded { ends.append(.degraded(mvpd.id, false)) }
            if mvpd.permitsEverything { ends.append(.permitsEverything(mvpd.id, false)) }
            if mvpd.deniesEverything { ends.append(.deniesEverything(mvpd.id, false)) }
        }
        return ends
    }
}
