import AccessEnabler
import Base
import PassSimulator

/// Facts about the service, its dashboard and time.
extension Fact {
    /// The dashboard changes.
    static func dashboard(
        _ kind: Kind, _ text: String, _ arguments: [String: JSONValue] = [:], at address: ServiceAddress = .first,
        _ change: @escaping @Sendable (inout Dashboard) -> Void
    ) -> Fact {
        Fact(kind, text, arguments) { bench in try bench.simulator(address).dashboard { change(&$0) } }
    }

    /// An MVPD's integration changes, for all requestors.
    static func mvpd(
        _ kind: Kind, _ id: String, _ text: String, _ arguments: [String: JSONValue] = [:],
        at address: ServiceAddress = .first, _ change: @escaping @Sendable (inout Dashboard.MVPD) -> Void
    ) -> Fact {
        let arguments = arguments.merging(
            ["mvpd": .string(id), "at": .string(address.rawValue)], uniquingKeysWith: { $1 })
        return dashboard(kind, "\(id) \(text)", arguments, at: address) { dashboard in
            for requestor in dashboard.requestors.keys {
                guard var mvpd = dashboard[requestor, id] else { continue }
                change(&mvpd)
                dashboard[requestor, id] = mvpd
            }
        }
    }

    /// The MVPD is not integrated any more.
    static func notIntegrated(_ id: String, at address: ServiceAddress = .first) -> Fact {
        mvpd(.notIntegrated, id, "is not integrated", at: address) { $0.isIntegrated = false }
    }

    /// Single sign-on of the MVPD is switched off.
    static func ssoDisabled(_ id: String) -> Fact {
        mvpd(.ssoDisabled, id, "has single sign-on disabled") {
            $0.enablePlatformServices = ["iOS": false, "tvOS": false]
        }
    }

    /// The MVPD's boarding status.
    static func boarding(_ id: String, _ status: String?) -> Fact {
        mvpd(
            .boarding, id, "has \(status.map { "boarding status \($0)" } ?? "no boarding status")",
            ["status": .text(status)]
        ) { $0.boardingStatus = status }
    }

    /// The MVPD is degraded.
    static func degraded(_ id: String) -> Fact {
        mvpd(.degraded, id, "is degraded") { $0.isDegraded = true }
    }

    /// The MVPD's page wants a Safari view controller.
    static func wantsSVC(_ id: String) -> Fact {
        mvpd(.wantsSafariViewController, id, "wants a Safari view controller") { $0.extraFields["useSVC"] = "true" }
    }

    /// The MVPD signs in without a page.
    static func signsInWithoutPage(_ id: String) -> Fact {
        mvpd(.signsInWithoutPage, id, "signs in without a page") { $0.signsInWithoutPage = true }
    }

    /// The MVPD tells this of its people, besides what it tells anyway: JSON by key.
    static func knowsMore(_ id: String, _ metadata: [String: String]) -> Fact {
        mvpd(
            .userMetadata, id, "knows more of its people", ["metadata": .object(metadata.mapValues { .string($0) })]
        ) { $0.userMetadata.merge(metadata, uniquingKeysWith: { $1 }) }
    }

    /// The requestors have a temporary pass that runs so long from its first use.
    static func temporaryPass(_ life: Duration) -> Fact {
        dashboard(.temporaryPass, "a temporary pass of \(life)", ["life": .time(life)]) { dashboard in
            var pass = Dashboard.MVPD(id: Programme.trial, displayName: "Trial")
            pass.isTempPass = true
            pass.tempPassLife = life
            for requestor in dashboard.requestors.keys { dashboard[requestor, pass.id] = pass }
        }
    }

    /// The service gives this registration code, with this life from now on.
    static func code(_ code: String, life: Duration) -> Fact {
        Fact(
            .registrationCode, "the service gives code \(code) for \(life)",
            ["code": .string(code), "life": .time(life)]
        ) { bench in
            let end = (bench.clock.now + life).milliseconds
            let body =
                switch bench.service {
                case .v1:
                    "{\"id\":\"r-1\",\"code\":\"\(code)\",\"requestor\":\"\(Programme.requestor)\",\"expires\":\(end)}"
                case .v2:
                    """
                    {"actionName": "authenticate", "actionType": "interactive", "reasonType": "none",
                     "sessionId": "r-1", "serviceProvider": "\(Programme.requestor)", "code": "\(code)",
                     "url": "/api/v2/authenticate/\(Programme.requestor)/\(code)",
                     "notBefore": "\(bench.clock.now.milliseconds)", "notAfter": "\(end)"}
                    """
                }
            bench.first.setFault(
                Fault(.body(body, contentType: "application/json")), at: try bench.endpoint(of: .registrationCode))
        }
    }

    /// Requests of a role are answered otherwise.
    static func fault(
        _ role: RequestRole, _ effect: Fault.Effect, times: Int? = nil, at address: ServiceAddress = .first
    ) -> Fact {
        let often = times.map { ", \($0) times" } ?? ""
        return Fact(
            .fault, "\(role.rawValue) of the \(address.rawValue) service: \(effect.text)\(often)",
            [
                "role": .string(role.rawValue), "at": .string(address.rawValue), "effect": effect.json,
                "times": times.map { .count($0) } ?? .null,
            ]
        ) { bench in
            try bench.simulator(address).setFault(
                Fault(effect, times: times), at: try bench.endpoint(of: role))
        }
    }

    /// Requests of a role are taken and never answered; the limit of a request passes.
    static func silent(_ role: RequestRole) -> Fact {
        Fact(.silence, "\(role.rawValue) does not answer", ["role": .string(role.rawValue)]) { bench in
            bench.first.setFault(Fault(.hold), at: try bench.endpoint(of: role))
            bench.passing.begin(limit: Limit.request)
        }
    }

    /// What an endpoint holds back is answered.
    static func answers(at address: ServiceAddress = .first) -> Fact {
        Fact(.serviceAnswers, "the \(address.rawValue) service answers", ["at": .string(address.rawValue)]) {
            try $0.simulator(address).releaseHeld()
        }
    }

    /// The service is well again.
    static let noFaults = Fact(.serviceWell, "the service is well") { bench in
        for simulator in bench.simulators { simulator.clearFaults() }
        await bench.passing.end()
    }

    /// The service is well, with the dashboard of the beginning; the clocks stay as they are.
    static let serviceCalm = Fact(.serviceCalm, "the service is as in the beginning") { bench in
        try await noFaults.apply(bench)
        for simulator in bench.simulators {
            simulator.dashboard { dashboard in
                let skew = dashboard.clockSkew
                dashboard = Programme.dashboard
                dashboard.clockSkew = skew
            }
        }
    }

    /// Time passes, for everybody.
    static func pass(_ duration: Duration) -> Fact {
        Fact(.timePasses, "\(duration) pass", ["time": .time(duration)]) { $0.clock.advance(by: duration) }
    }

    /// Somebody sets the device's clock; the service's goes on.
    static func deviceClock(by duration: Duration) -> Fact {
        Fact(
            .deviceClockMoved, "the device's clock is moved by \(duration)", ["time": .time(duration)]
        ) { bench in
            bench.clock.setWall(bench.clock.now + duration)
            for simulator in bench.simulators { simulator.dashboard { $0.clockSkew -= duration } }
        }
    }

    /// The service's limit of requests is enforced, and the implementation told to keep it.
    static let paced = Fact(.limited, "the service limits requests, and its limit is kept") { bench in
        bench.first.dashboard { $0.throttles = true }
        bench.pacesService = true
    }
}

/// Facts about the store's files; see `Capability.storesFiles`.
extension Fact {
    /// The store cannot be opened.
    static let storeUnreadable = Fact(.storeUnreadable, "the store cannot be opened") { try $0.makeStoreUnreadable() }
    /// It can again.
    static let storeReadable = Fact(.storeReadable, "the store can be opened again") { try $0.makeStoreReadable() }
    /// The store's files hold nonsense.
    static let storeDamaged = Fact(.storeDamaged, "the store is damaged") { try $0.damageStore() }
}

extension Fault.Effect {
    /// The fault, for people.
    fileprivate var text: String {
        switch self {
        case .status(let status, _, let contentType, _): "\(status) \(contentType)"
        case .delay(let milliseconds): "answers after \(milliseconds) ms"
        case .hold: "holds its answer back"
        case .truncated: "half a body"
        case .truncatedWithoutLength: "half a body that looks like a whole one"
        case .html: "200 with an HTML page"
        case .reset: "the connection is reset"
        case .throttled: "429 with an HTML page"
        case .redirect(let status, _): "redirect \(status)"
        case .body(let body, let contentType): "200 \(contentType), \(body.isEmpty ? "empty" : "another body")"
        case .enhancedError(let code): "refused as \(code)"
        case .drip: "a byte at a time"
        }
    }

    /// The fault, for other programs.
    fileprivate var json: JSONValue {
        var parts: [String: JSONValue]
        switch self {
        case .status(let status, let body, let contentType, let headers):
            parts = [
                "kind": .string("status"), "status": .count(status), "body": .string(body),
                "contentType": .string(contentType), "headers": .object(headers.mapValues { .string($0) }),
            ]
        case .delay(let milliseconds): parts = ["kind": .string("delay"), "milliseconds": .count(milliseconds)]
        case .hold: parts = ["kind": .string("hold")]
        case .truncated: parts = ["kind": .string("truncated")]
        case .truncatedWithoutLength: parts = ["kind": .string("truncatedWithoutLength")]
        case .html: parts = ["kind": .string("html")]
        case .reset: parts = ["kind": .string("reset")]
        case .throttled: parts = ["kind": .string("throttled")]
        case .redirect(let status, let target):
            parts = ["kind": .string("redirect"), "status": .count(status), "to": .string(target)]
        case .body(let body, let contentType):
            parts = ["kind": .string("body"), "body": .string(body), "contentType": .string(contentType)]
        case .enhancedError(let code): parts = ["kind": .string("enhancedError"), "code": .string(code)]
        case .drip(let milliseconds): parts = ["kind": .string("drip"), "milliseconds": .count(milliseconds)]
        }
        return .object(parts)
    }
}
