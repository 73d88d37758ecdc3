import AccessEnabler
import Base
import PassSimulator

/// Facts about what may be watched, and who says so.
extension Fact {
    private static func everyMVPD(
        _ kind: Kind, _ text: String, _ arguments: [String: JSONValue] = [:],
        _ change: @escaping @Sendable (inout Dashboard.MVPD) -> Void
    ) -> Fact {
        dashboard(kind, text, arguments) { dashboard in
            for requestor in dashboard.requestors.keys {
                for id in dashboard.requestors[requestor]?.mvpds.map(\.id) ?? [] {
                    guard var mvpd = dashboard[requestor, id] else { continue }
                    change(&mvpd)
                    dashboard[requestor, id] = mvpd
                }
            }
        }
    }

    /// No MVPD permits the resource.
    static func denied(_ resource: String, _ denial: Dashboard.Denial = .byMVPD()) -> Fact {
        let words = denial.details.map { ", \"\($0)\"" } ?? ""
        return everyMVPD(
            .denied, "\(resource) is denied: \(denial.code)\(words)",
            ["resource": .string(resource), "code": .string(denial.code), "details": .text(denial.details)]
        ) { $0.denials[resource] = denial }
    }

    /// The MVPDs permit everything again.
    static let nothingDenied = everyMVPD(.nothingDenied, "nothing is denied any more") { $0.denials = [:] }

    /// The service tells its reasons.
    static let enhancedErrors = dashboard(.enhancedErrors, "enhanced errors are on") { $0.enhancedErrors = true }

    /// Degradation rule AuthZAll.
    static func permitsEverything(_ id: String) -> Fact {
        mvpd(.permitsEverything, id, "is degraded: AuthZAll") { $0.permitsEverything = true }
    }

    /// Degradation rule AuthZNone.
    static func deniesEverything(_ id: String) -> Fact {
        mvpd(.deniesEverything, id, "is degraded: AuthZNone") { $0.deniesEverything = true }
    }

    /// No rule is on the MVPD any more.
    static func degradationEnds(_ id: String) -> Fact {
        mvpd(.degradationEnds, id, "is degraded no more") { mvpd in
            mvpd.isDegraded = false
            mvpd.permitsEverything = false
            mvpd.deniesEverything = false
        }
    }

    /// Authorizations live so long.
    static func authorizationLife(_ life: Duration) -> Fact {
        dashboard(.authorizationLife, "authorizations live for \(life)", ["life": .time(life)]) {
            $0.authorizationLife = life
        }
    }

    /// So many resources at once are too many.
    static func preauthorizationLimit(_ limit: Int) -> Fact {
        dashboard(.preauthorizationLimit, "\(limit) resources are too many", ["limit": .count(limit)]) {
            $0.preauthorizationLimit = limit
        }
    }

    /// The service signs everybody out, and tells nobody.
    static let authenticationsForgotten = Fact(.authenticationsForgotten, "the service forgets who is signed in") {
        bench in
        for simulator in bench.simulators { simulator.forgetAuthentications() }
    }

    /// The service forgets what it authorized.
    static let authorizationsForgotten = Fact(.authorizationsForgotten, "the service forgets what it authorized") {
        bench in
        for simulator in bench.simulators { simulator.forgetAuthorizations() }
    }
}
