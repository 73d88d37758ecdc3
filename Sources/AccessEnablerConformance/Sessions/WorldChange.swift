import Base
import PassSimulator
import PlatformAccount

/// Something that becomes true outside the implementation, in the model and around the implementation alike.
enum WorldChange: Sendable, Hashable {
    case permission(AccessPermission)
    case promptAnswer(AccessPermission?)
    case permissionTrouble(PlatformTrouble?)
    case account(ModelAccountKind?)
    case accountTrouble(PlatformTrouble?)
    case samlTrouble(PlatformTrouble?)
    case saml(SAMLAnswer)
    case picker(PickerChoice?)
    case integrated(String, Bool)
    case enablesSSO(String, Bool)
    case boarding(String, ModelMVPD.Boarding)
    case degraded(String, Bool)
    case permitsEverything(String, Bool)
    case deniesEverything(String, Bool)
    case wantsSVC(String, Bool)
    case denied(String, Bool)
    case configurationFails(ConfigurationFault?)
    case fails(ServiceFault, Bool)
    case authenticationsForgotten
    case deviceClock(hours: Int)
}

/// An account as a session names it.
enum ModelAccountKind: Sendable, Hashable {
    case valid(String)
    case endless(String)
    case lapsed(String)
    /// Its provider is not told.
    case untold
}

extension WorldChange {
    /// In the model.
    func apply(to world: inout ModelWorld) {
        switch self {
        case .permission(let permission): world.permission = permission
        case .promptAnswer(let answer): world.promptAnswer = answer
        case .permissionTrouble(let trouble): world.permissionTrouble = trouble
        case .account(let kind): world.account = kind?.account(at: world.deviceTime)
        case .accountTrouble(let trouble): world.accountTrouble = trouble
        case .samlTrouble(let trouble): world.samlTrouble = trouble
        case .saml(let answer): world.saml = answer
        case .picker(let choice): world.pickerChoice = choice
        case .integrated(let id, let value): world.change(id) { $0.isIntegrated = value }
        case .enablesSSO(let id, let value): world.change(id) { $0.enablesSSO = value }
        case .boarding(let id, let value): world.change(id) { $0.boarding = value }
        case .degraded(let id, let value): world.change(id) { $0.isDegraded = value }
        case .permitsEverything(let id, let value): world.change(id) { $0.permitsEverything = value }
        case .deniesEverything(let id, let value): world.change(id) { $0.deniesEverything = value }
        case .wantsSVC(let id, let value): world.change(id) { $0.wantsSVC = value }
        case .denied(let resource, true): world.denied.insert(resource)
        case .denied(let resource, false): world.denied.remove(resource)
        case .configurationFails(let fault): world.configurationFault = fault
        case .fails(let fault, true): world.faults.insert(fault)
        case .fails(let fault, false): world.faults.remove(fault)
        case .authenticationsForgotten: world.memory.forgetEverybody()
        case .deviceClock(let hours): world.deviceAhead += .seconds(3600 * hours)
        }
    }

    /// Around the implementation.
    var fact: Fact {
        switch self {
        case .permission(let permission): .permission(permission)
        case .promptAnswer(let answer):
            .script("the person \(answer.map { "answers a prompt: \($0)" } ?? "dismisses prompts")") {
                $0.promptAnswer = answer
            }
        case .permissionTrouble(let trouble):
            .script("the permission query \(trouble.text)") { $0.permissionError = trouble?.error }
        case .account(nil): .signedOut
        case .account(.valid(let provider)): .signedIn(provider)
        case .account(.endless(let provider)): .signedIn(provider, life: nil)
        case .account(.lapsed(let provider)): .signedIn(provider, life: .seconds(-1000))
        case .account(.untold): .signedIn(nil)
        case .accountTrouble(let trouble):
            .script("the account query \(trouble.text)") { $0.accountError = trouble?.error }
        case .samlTrouble(let trouble): .script("the SAML query \(trouble.text)") { $0.samlError = trouble?.error }
        case .saml(let answer): answer.fact
        case .picker(let choice):
            .script("in the picker: \(choice.map { "\($0)" } ?? "nobody hurries")") { $0.pickerChoice = choice }
        case .integrated(let id, let value):
            .mvpd(id, value ? "is integrated" : "is not integrated") { $0.isIntegrated = value }
        case .enablesSSO(let id, let value):
            .mvpd(id, "has single sign-on \(value ? "enabled" : "disabled")") {
                $0.enablePlatformServices = ["iOS": value, "tvOS": value]
            }
        case .boarding(let id, let value): .boarding(id, value == .none ? nil : value.rawValue)
        case .degraded(let id, let value):
            .mvpd(id, value ? "is degraded: AuthNAll" : "is degraded no more: AuthNAll") { $0.isDegraded = value }
        case .permitsEverything(let id, let value):
            .mvpd(id, value ? "is degraded: AuthZAll" : "is degraded no more: AuthZAll") {
                $0.permitsEverything = value
            }
        case .deniesEverything(let id, let value):
            .mvpd(id, value ? "is degraded: AuthZNone" : "is degraded no more: AuthZNone") {
                $0.deniesEverything = value
            }
        case .wantsSVC(let id, let value):
            .mvpd(id, value ? "wants a Safari view controller" : "is content with a web view") {
                $0.extraFields["useSVC"] = value ? "true" : nil
            }
        case .denied(let resource, true): .denied(resource)
        case .denied(let resource, false): .permitted(resource)
        case .configurationFails(let fault): .setFault(.configuration, fault?.effect)
        case .fails(let fault, let isOn): .setFault(fault.role, isOn ? fault.effect : nil)
        case .authenticationsForgotten: .authenticationsForgotten
        case .deviceClock(let hours): .deviceClock(by: .seconds(3600 * hours))
        }
    }
}

extension ModelWorld {
    fileprivate mutating func change(_ id: String, _ body: (inout ModelMVPD) -> Void) {
        for place in mvpds.indices where mvpds[place].id == id { body(&mvpds[place]) }
    }
}

extension ModelAccountKind {
    /// As `Fact.signedIn` makes it, on the device's clock.
    fileprivate func account(at now: Duration) -> ModelAccount {
        switch self {
        case .valid(let provider): ModelAccount(provider: provider, end: now + .seconds(86_400))
        case .endless(let provider): ModelAccount(provider: provider, end: nil)
        case .lapsed(let provider): ModelAccount(provider: provider, end: now - .seconds(1000))
        case .untold: ModelAccount(provider: nil, end: now + .seconds(86_400))
        }
    }
}

extension SAMLAnswer {
    fileprivate var fact: Fact {
        switch self {
        case .signed: Fact("the SAML response is the provider's") { $0.answersSAML() }
        case .missing: .saml(nil)
        case .blank: .saml(" \n")
        case .foreign: .saml("<Response>other</Response>")
        }
    }
}

extension PlatformTrouble? {
    fileprivate var text: String { map { "fails: \($0.rawValue)" } ?? "is answered again" }
}

extension ConfigurationFault {
    fileprivate var effect: Fault.Effect {
        switch self {
        case .forbidden: .simple(403)
        case .unknown: .simple(404)
        case .page: .html
        case .teapot: .simple(418)
        case .serverError: .simple(503)
        case .reset: .reset
        }
    }
}

extension ServiceFault {
    fileprivate var role: RequestRole {
        switch self {
        case .profileRequest: .profileRequest
        case .exchange: .exchange
        case .registrationCode: .registrationCode
        case .authentication: .authentication
        case .authorize: .authorize
        case .preauthorize: .preauthorize
        case .logout: .logout
        }
    }

    /// None of them is tried again.
    fileprivate var effect: Fault.Effect {
        switch self {
        case .authentication: .simple(404)
        case .authorize, .preauthorize: .html
        case .profileRequest, .exchange, .registrationCode, .logout: .simple(400)
        }
    }
}

extension Fact {
    fileprivate static func script(
        _ text: String, _ change: @escaping @Sendable (inout ScriptedPlatformAccount.Script) -> Void
    ) -> Fact {
        Fact(text) { $0.platform.scripted.change(change) }
    }

    fileprivate static func permitted(_ resource: String) -> Fact {
        .dashboard("\(resource) is permitted again") { dashboard in
            for requestor in dashboard.requestors.keys {
                for place in dashboard.requestors[requestor]?.mvpds.indices ?? (0..<0) {
                    dashboard.requestors[requestor]?.mvpds[place].denials[resource] = nil
                }
            }
        }
    }

    /// Nil = the endpoint works.
    fileprivate static func setFault(_ role: RequestRole, _ effect: Fault.Effect?) -> Fact {
        guard let effect else {
            return Fact("\(role.rawValue) works") { $0.first.setFault(nil, at: try $0.endpoint(of: role)) }
        }
        return .fault(role, effect)
    }
}
