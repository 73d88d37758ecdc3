import Base
import PassSimulator
import PlatformAccount

/// Something that becomes true outside the implementation, in the model and around the implementation alike.
enum WorldChange: Sendable, Hashable {
    case permission(AccessPermission)
    case promptAnswer(AccessPermission?)
    case promptWaits(Bool)
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
        case .promptWaits(let value): world.promptWaits = value
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
    func happen(around bench: Bench) throws {
        func script(_ change: (inout ScriptedPlatformAccount.Script) -> Void) { bench.platform.scripted.change(change) }
        func mvpd(_ id: String, _ change: (inout Dashboard.MVPD) -> Void) {
            bench.everyMVPD { if $0.id == id { change(&$0) } }
        }
        func fault(_ role: RequestRole, _ effect: Fault.Effect?) throws {
            bench.first.setFault(effect.map { Fault($0) }, at: try bench.endpoint(of: role))
        }
        switch self {
        case .permission(let permission): script { $0.permission = permission }
        case .promptAnswer(let answer): script { $0.promptAnswer = answer }
        case .promptWaits(let value): bench.platform.setPromptsWait(value)
        case .permissionTrouble(let trouble): script { $0.permissionError = trouble?.error }
        case .account(let kind):
            let account = kind?.account(at: .zero)
            let now = bench.clock.now
            script { script in
                script.account = account.map { account in
                    .init(providerIdentifier: account.provider, expirationDate: account.end.map { now + $0 })
                }
            }
        case .accountTrouble(let trouble): script { $0.accountError = trouble?.error }
        case .samlTrouble(let trouble): script { $0.samlError = trouble?.error }
        case .saml(.signed): bench.answersSAML()
        case .saml(let answer): script { $0.saml = .text(answer.text.map { Secret($0) }) }
        case .picker(let choice): script { $0.pickerChoice = choice }
        case .integrated(let id, let value): mvpd(id) { $0.isIntegrated = value }
        case .enablesSSO(let id, let value): mvpd(id) { $0.enablePlatformServices = ["iOS": value, "tvOS": value] }
        case .boarding(let id, let value): mvpd(id) { $0.boardingStatus = value == .none ? nil : value.rawValue }
        case .degraded(let id, let value): mvpd(id) { $0.isDegraded = value }
        case .permitsEverything(let id, let value): mvpd(id) { $0.permitsEverything = value }
        case .deniesEverything(let id, let value): mvpd(id) { $0.deniesEverything = value }
        case .wantsSVC(let id, let value): mvpd(id) { $0.extraFields["useSVC"] = value ? "true" : nil }
        case .denied(let resource, let value): bench.everyMVPD { $0.denials[resource] = value ? .byMVPD() : nil }
        case .configurationFails(let trouble): try fault(.configuration, trouble?.effect)
        case .fails(let trouble, let isOn): try fault(trouble.role, isOn ? trouble.effect : nil)
        case .authenticationsForgotten: bench.first.forgetAuthentications()
        case .deviceClock: break  // moved by a fact, so that whoever cannot read the clock is told
        }
    }

    /// The change, for people.
    var text: String {
        switch self {
        case .permission(let permission): "permission \(permission)"
        case .promptAnswer(let answer): "a permission prompt is \(answer.map { "answered: \($0)" } ?? "dismissed")"
        case .promptWaits(let value): value ? "nobody hurries to answer prompts" : "prompts are answered at once"
        case .permissionTrouble(let trouble): "the permission query \(trouble.text)"
        case .account(let kind): "at the platform \(kind?.text ?? "nobody") signed in"
        case .accountTrouble(let trouble): "the account query \(trouble.text)"
        case .samlTrouble(let trouble): "the SAML query \(trouble.text)"
        case .saml(let answer): "the SAML response: \(answer.rawValue)"
        case .picker(let choice): "in the picker: \(choice.map { "\($0)" } ?? "nobody hurries")"
        case .integrated(let id, let value): "\(id) is \(value ? "" : "not ")integrated"
        case .enablesSSO(let id, let value): "\(id) has single sign-on \(value ? "enabled" : "disabled")"
        case .boarding(let id, let value): "\(id) has \(value == .none ? "no boarding status" : value.rawValue)"
        case .degraded(let id, let value): "\(id) is degraded\(value ? "" : " no more"): AuthNAll"
        case .permitsEverything(let id, let value): "\(id) is degraded\(value ? "" : " no more"): AuthZAll"
        case .deniesEverything(let id, let value): "\(id) is degraded\(value ? "" : " no more"): AuthZNone"
        case .wantsSVC(let id, let value): "\(id) \(value ? "wants" : "does not want") a Safari view controller"
        case .denied(let resource, let value): "'\(resource)' is \(value ? "denied" : "permitted again")"
        case .configurationFails(let trouble): "the configuration \(trouble.map { "fails: \($0.rawValue)" } ?? "works")"
        case .fails(let trouble, let isOn): "\(trouble.rawValue) \(isOn ? "fails" : "works")"
        case .authenticationsForgotten: "the service forgets who is signed in"
        case .deviceClock(let hours): "the device's clock is moved by \(hours) h"
        }
    }
}

extension Bench {
    /// Changes every MVPD of every requestor.
    fileprivate func everyMVPD(_ change: (inout Dashboard.MVPD) -> Void) {
        first.dashboard { dashboard in
            for requestor in dashboard.requestors.keys {
                for place in dashboard.requestors[requestor]?.mvpds.indices ?? (0..<0) {
                    guard var mvpd = dashboard.requestors[requestor]?.mvpds[place] else { continue }
                    change(&mvpd)
                    dashboard.requestors[requestor]?.mvpds[place] = mvpd
                }
            }
        }
    }
}

extension ModelWorld {
    fileprivate mutating func change(_ id: String, _ body: (inout ModelMVPD) -> Void) {
        for place in mvpds.indices where mvpds[place].id == id { body(&mvpds[place]) }
    }
}

extension ModelAccountKind {
    /// The account, for people.
    fileprivate var text: String {
        switch self {
        case .valid(let provider): "an account of \(provider)"
        case .endless(let provider): "an account of \(provider) with no end known"
        case .lapsed(let provider): "a lapsed account of \(provider)"
        case .untold: "an account whose provider is not told"
        }
    }

    /// On the device's clock.
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
    /// A text in place of the provider's own.
    fileprivate var text: String? {
        switch self {
        case .signed, .missing: nil
        case .blank: " \n"
        case .foreign: "<Response>other</Response>"
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
