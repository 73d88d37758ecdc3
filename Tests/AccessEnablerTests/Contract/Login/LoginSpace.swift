import AdobePass
import Base
import EntitlementStore
import PlatformAccount

@testable import AccessEnabler

/// Every way through step 4, walked: each state is shown each event, and each path is judged.
struct LoginSpace {
    typealias Machine = GetAuthentication
    static let now = Timestamp(milliseconds: 1_000_000)

    /// What a path has led to.
    struct Path {
        var events: [String] = []
        var actions: [Machine.Action] = []
        var machine: Machine
    }

    let platform: Platform
    /// Called at every step: the path so far, and what the last event led to.
    let judge: (Path, [Machine.Action]) -> Void

    /// Walks all paths from a start. The events that lead to nothing end a path.
    func walk(_ start: Machine.Start, depth: Int = 9) {
        var machine = Machine(start)
        let first = machine.begin()
        var path = Path(machine: machine)
        path.actions = first
        judge(path, first)
        walk(path, depth)
    }

    private func walk(_ path: Path, _ depth: Int) {
        guard depth > 0 else { return }
        for (name, event) in Self.events {
            var next = path
            let actions = next.machine.handle(event)
            if actions.isEmpty { continue }
            next.events.append(name)
            next.actions += actions
            judge(next, actions)
            walk(next, depth - 1)
        }
    }

    /// NorthCable has SSO, SouthSat is picker only, EastFiber has none, WestNet's SSO is switched off.
    static let configuration: MergedConfiguration = {
        func bound(_ id: String, _ change: (inout ConfiguredMVPD) -> Void) -> BoundMVPD {
            var mvpd = ConfiguredMVPD(id: id)
            mvpd.platformMappingID = id.lowercased() + "_apple"
            change(&mvpd)
            return BoundMVPD(mvpd: mvpd, serviceURL: "http://127.0.0.1:1")
        }
        return MergedConfiguration(
            requestor: "NORTHSTAR",
            mvpds: [
                bound("NorthCable") {
                    $0.enablePlatformServices = true
                    $0.boardingStatus = .supported
                },
                bound("SouthSat") {
                    $0.enablePlatformServices = true
                    $0.boardingStatus = .picker
                },
                bound("EastFiber") { $0.platformMappingID = nil },
                bound("WestNet") { $0.boardingStatus = .supported },
            ])
    }()

    static func start(
        _ platform: Platform, isForced: Bool = false, token: AuthenticationToken? = nil,
        selected: String? = nil, _ configuration: MergedConfiguration = configuration
    ) -> Machine.Start {
        Machine.Start(
            configuration: .inForce(configuration),
            check: CheckAuthentication.Decision(
                token: token, explanation: token == nil ? .notAuthenticated : nil,
                errorCode: token == nil ? .notAuthenticated : .none),
            isForced: isForced, selected: selected.flatMap { configuration.mvpd(id: $0) }, platform: platform)
    }

    static func authentication(_ source: ServiceAuthentication.Source) -> ServiceAuthentication {
        ServiceAuthentication(
            requestor: "NORTHSTAR", mvpd: "NorthCable", expires: now + .seconds(60), userID: nil, source: source)
    }

    static func session(expires: Timestamp, url: String = "https://login.example/") -> LoginSession {
        LoginSession(requestor: "NORTHSTAR", mvpd: "NorthCable", code: "AB12", expires: expires, loginURL: url)
    }

    static let stored = AuthenticationToken(
        requestor: "NORTHSTAR", mvpd: "NorthCable", kind: .regular, service: .restV1, expires: now + .seconds(60),
        userID: nil, deviceID: Secret("d"), platformProviderID: nil, serviceURL: "http://127.0.0.1:1")

    /// One event of every kind and outcome.
    static let events: [(String, Machine.Event)] = permissions + accounts + service + person

    private static let permissions: [(String, Machine.Event)] =
        AccessPermission.allCases.map { ("permission \($0)", .permission(.success($0))) }
        + [0, 3].map { code in
            ("permission error \(code)", .permission(.failure(PlatformAccountError(.init(rawValue: code)))))
        }

    private static let accounts: [(String, Machine.Event)] = {
        let answers: [(String, AccountMetadata)] = [
            ("northcable", AccountMetadata(providerIdentifier: "northcable_apple", samlResponse: Secret("<saml/>"))),
            ("northcable without SAML", AccountMetadata(providerIdentifier: "northcable_apple")),
            ("southsat", AccountMetadata(providerIdentifier: "southsat_apple", samlResponse: Secret("<saml/>"))),
            ("westnet", AccountMetadata(providerIdentifier: "westnet_apple")),
            ("unknown", AccountMetadata(providerIdentifier: "unknown_apple")),
            ("nobody", AccountMetadata()),
            ("lapsed", AccountMetadata(providerIdentifier: "northcable_apple", expirationDate: now)),
        ]
        var events: [(String, Machine.Event)] = []
        for (name, metadata) in answers {
            events.append(("account \(name)", .account(.success(metadata), now: now)))
            events.append(("saml \(name)", .saml(.success(metadata), now: now)))
        }
        var errors = (0...7).map { PlatformAccountError(.init(rawValue: $0)) }
        for provider in ["northcable_apple", "southsat_apple", "westnet_apple", "unknown_apple", ""] {
            errors.append(PlatformAccountError(.unsupportedProvider, unsupportedProviderIdentifier: provider))
        }
        for error in errors {
            let name = "error \(error.code.rawValue) \(error.unsupportedProviderIdentifier ?? "")"
            events.append(("account \(name)", .account(.failure(error), now: now)))
            events.append(("saml \(name)", .saml(.failure(error), now: now)))
        }
        return events
    }()

    private static let service: [(String, Machine.Event)] = [
        ("started: ask", .started(.askPlatform(verificationToken: "t", attributeNames: ["userID"]))),
        ("started: partner", .started(.signedIn(authentication(.partner)))),
        ("started: degraded", .started(.signedIn(authentication(.degraded)))),
        ("started: declined", .started(.declined)), ("started: failed", .started(nil)),
        ("exchanged", .exchanged(authentication(.partner))), ("exchange refused", .exchanged(nil)),
        ("opened", .opened(.session(session(expires: now + .seconds(1))), now: now)),
        ("opened, code over", .opened(.session(session(expires: now)), now: now)),
        ("opened, bad URL", .opened(.session(session(expires: now + .seconds(1), url: "javascript:x")), now: now)),
        ("opened: pass", .opened(.signedIn(authentication(.temporary)), now: now)),
        ("opened: pass over", .opened(.temporaryPassExpired, now: now)), ("not opened", .opened(nil, now: now)),
        ("fetched", .fetched(.signedIn(authentication(.regular)))), ("fetched nothing", .fetched(.nothing)),
        ("fetch failed", .fetched(.failed)), ("code expired", .codeExpired),
        ("saved", .saved(stored)), ("not saved", .saved(nil)), ("store lost", .storeUnreadable),
    ]

    private static let person: [(String, Machine.Event)] = [
        ("selected nothing", .selected(nil)), ("selected unknown", .selected("NOBODY")),
        ("selected EastFiber", .selected("EastFiber")), ("redirected", .redirected),
    ]
}

/// Two modules show the type under one name, which the test macro cannot spell.
typealias Platform = AdobePass.PlatformBehaviour
