import AccessEnabler
import Base
import PassSimulator

/// What a signed-in person's host asks.
extension FaultRow {
    static func signedIn(_ service: ServiceVersion) -> [FaultRow] {
        switch service {
        case .v1:
            [
                metadata(service), authorize(service), hidden, media, keptMedia(service), preauthorize(service),
                logout(service),
            ]
        // The media token comes with the decision, and a refusal says why.
        case .v2:
            [
                metadata(service), authorize(service), keptMedia(service), preauthorize(service), logout(service),
                regularLogout,
            ]
        }
    }

    /// M2: no value, whatever the reason. On V2 metadata come with a sign-in: one without them is asked about.
    private static func metadata(_ service: ServiceVersion) -> FaultRow {
        let isV2 = service == .v2
        var row = FaultRow(
            service: service, conditions: ["M2", "M3"], role: .userMetadata, name: "getMetadata(zip)",
            situation: { Situation(isV2 ? .regularToken : .partnerToken, launch: Launch($0), seeds: .other) },
            faulty: { harm, _ in
                let value = harm == .well ? ExpectedValue.json(.array([.string("94040")])) : .none
                return FaultStory(
                    [.getMetadata(.userMetadata("zip"))] + waiting(harm, .userMetadata) + [.checkAuthentication],
                    [.metadata(.userMetadata("zip"), value), .signedIn])
            })
        if isV2 { row.before = FaultStory([.seed([SeededToken(mvpd: Programme.east)])], []) }
        return row
    }

    private static let movie = "movie-1"

    private static func authorization(
        _ service: ServiceVersion, _ role: RequestRole, _ name: String, _ facts: [Fact] = [],
        due: @escaping @Sendable (Harm) -> [ExpectedCallback]
    ) -> FaultRow {
        FaultRow(
            service: service, conditions: ["A3", "A4"], role: role, name: name,
            situation: { Situation(.partnerToken, launch: Launch($0), seeds: .other, facts) },
            faulty: { harm, _ in
                FaultStory(
                    [.checkAuthorization(movie)] + waiting(harm, role) + [.checkAuthentication], due(harm) + [.signedIn]
                )
            },
            afterwards: { _, _ in
                FaultStory(
                    [.setRequestor(), .checkAuthorization(movie), .checkAuthentication],
                    [.complete(1), .token(movie), .signedIn])
            })
    }

    /// A4: the code of an authorization or a media token that cannot be had.
    ///
    /// On V1 a 400 that tells nothing is blamed on the resource, and a bare 403 is the MVPD's no to `authorize`. On V2
    /// whoever refuses says why, by a code.
    private static func refusal(_ harm: Harm, bare400: String = "Z130", bare403: String) -> [ExpectedCallback] {
        let code: String
        switch harm {
        case .well: return [.token(movie)]
        case .status(400): code = bare400
        case .status(401): code = "R401"
        case .status(403): code = bare403
        case .throttled: code = "Z100"
        case .status, .redirected, .cut, .half, .page, .empty, .foreign, .silent, .gone: code = "Z500"
        }
        return [.code(code), .denied(movie)]
    }

    private static func authorize(_ service: ServiceVersion) -> FaultRow {
        authorization(service, .authorize, "checkAuthorization") {
            service == .v1 ? refusal($0, bare403: "Z100") : refusal($0, bare400: "Z500", bare403: "Z500")
        }
    }

    /// A refusal that does not say why: whether the service knows an authentication tells. One that cannot be asked
    /// undoes no refusal.
    private static let hidden: FaultRow = {
        var row = authorization(
            .v1, .checkAuthentication, "checkAuthorization, refused without a word", [.bareRefusal]
        ) {
            $0 == .status(403) ? [.code("N130"), .unauthenticated(movie)] : [.code("Z100"), .denied(movie)]
        }
        row.hasBody = false
        return row
    }()

    private static let media = authorization(.v1, .mediaToken, "checkAuthorization") { refusal($0, bare403: "Z500") }

    /// The authorization is kept from an earlier call: what the service has forgotten is asked anew, once.
    private static func keptMedia(_ service: ServiceVersion) -> FaultRow {
        let name = "checkAuthorization, authorized before"
        var row =
            switch service {
            case .v1: authorization(service, .mediaToken, name) { refusal($0, bare403: "Z500") }
            case .v2: authorization(service, .authorize, name) { refusal($0, bare400: "Z500", bare403: "Z500") }
            }
        row.before = FaultStory([.checkAuthorization(movie)], [.token(movie)])
        return row
    }

    private static let movies = [movie, "movie-2"]

    /// A5: one answer, with nothing permitted.
    private static func preauthorize(_ service: ServiceVersion) -> FaultRow {
        FaultRow(
            service: service, conditions: ["A5"], role: .preauthorize, name: "checkPreauthorizedResources",
            situation: { Situation(.partnerToken, launch: Launch($0), seeds: .other) },
            faulty: { harm, _ in
                let answer: [ExpectedCallback]
                switch harm {
                case .well: answer = [.preauthorized(movies)]
                case .status(401): answer = [.code("R401"), .preauthorized([])]
                default: answer = [.code("P100"), .preauthorized([])]
                }
                return FaultStory(
                    [.checkPreauthorizedResources(movies)] + waiting(harm, .preauthorize) + [.checkAuthentication],
                    answer + [.signedIn])
            },
            afterwards: { _, _ in
                FaultStory(
                    [.setRequestor(), .checkPreauthorizedResources(movies), .checkAuthentication],
                    [.complete(1), .preauthorized(movies), .signedIn])
            })
    }

    /// L3, L4: the local tokens are gone whatever the service says. A service that says nothing leaves no time for a page.
    /// A platform sign-in comes back with the next setRequestor (L5). On V2 it has no page.
    private static func logout(_ service: ServiceVersion) -> FaultRow {
        FaultRow(
            service: service, conditions: ["L1", "L3", "L4"], role: .logout, name: "logout of a platform sign-in",
            situation: { Situation(.partnerToken, launch: Launch($0), seeds: .other) },
            hasBody: service == .v2, within: { _ in Limit.logout },
            faulty: { harm, platform in
                let over = FaultStory([.checkAuthentication], signedOut)
                let begin = FaultStory([.logout] + waiting(harm, .logout), [.code("VSA203")])
                if service == .v1, platform == .iOS, harm != .silent {
                    return begin
                        + FaultStory(
                            [.wait(.callback(.navigateToUrl)), .handleExternalURL(Programme.redirect)],
                            [.logoutPage(Programme.north), .signedOut]) + over
                }
                return begin + FaultStory([.wait(.callback(.setAuthenticationStatus))], [.signedOut]) + over
            })
    }

    /// V2: only the service knows the page.
    private static let regularLogout = FaultRow(
        service: .v2, conditions: ["L2", "L3", "L4"], role: .logout, name: "logout of a login",
        situation: { Situation(.regularToken, launch: Launch($0), seeds: .other) }, within: { _ in Limit.logout },
        keepsOther: false,
        faulty: { harm, platform in
            let over = FaultStory([.checkAuthentication], signedOut)
            let begin = FaultStory([.logout] + waiting(harm, .logout), [])
            if platform == .iOS, harm == .well {
                return begin
                    + FaultStory(
                        [.wait(.callback(.navigateToUrl)), .handleExternalURL(Programme.redirect)],
                        [.logoutPage(Programme.east), .signedOut]) + over
            }
            return begin + FaultStory([.wait(.callback(.setAuthenticationStatus))], [.signedOut]) + over
        }, afterwards: { _, _ in .signedOut })
}

extension Fact {
    /// `authorize` answers with a 403 that does not say why.
    fileprivate static let bareRefusal = Fact.fault(
        .authorize,
        .status(403, body: "{\"status\":403,\"message\":\"no\"}", contentType: "application/json", headers: [:]))
}
