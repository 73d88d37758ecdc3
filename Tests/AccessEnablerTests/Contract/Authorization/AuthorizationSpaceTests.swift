import AdobePass
import Base
import EntitlementStore
import Testing

@testable import AccessEnabler

/// A1 to A4, T3: every situation of an authorization against the contract, read row by row.
@Suite struct AuthorizationSpaceTests {
    /// What a situation leads to: effects and callbacks, in order.
    private func transcript(_ situation: AuthorizationSituation) -> [String] {
        var machine = GetAuthorization(situation.start)
        var actions = machine.begin()
        var lines: [String] = []
        var medias = 0
        while !actions.isEmpty, lines.count < 30 {
            switch actions.removeFirst() {
            case .signIn: lines.append("sign in")
            case .lookUp: actions += machine.handle(.kept(situation.keptToken, now: decisionTime))
            case .ask(let request, let token):
                lines.append("ask \(request.resource) \(request.mvpd.displayName) \(request.genericData)")
                if token != situation.token { lines.append("for somebody else") }
                actions += machine.handle(.answered(situation.serviceAnswer, now: decisionTime))
            case .askMediaToken(let request, _):
                lines.append("media \(request.resource)")
                actions += machine.handle(.mediaToken(situation.mediaAnswer(medias)))
                medias += 1
            case .keep(let authorization, _):
                lines.append("keep \(authorization.expires - decisionTime) \(authorization.source)")
            case .drop: lines.append("drop")
            case .conclude(let conclusion):
                lines += conclusion.callbacks(hardwareType: "Tablet").map(Self.line)
            }
        }
        return lines
    }

    private static func line(_ callback: Callback) -> String {
        switch callback {
        case .setToken(let media, _): return callback.words + " " + media
        case .tokenRequestFailed(_, _, let text): return callback.words + "|" + text
        case .status(let status): return callback.words + "|" + (status.message ?? "")
        default: return callback.words
        }
    }

    // The contract, row by row.

    private func failed(
        _ situation: AuthorizationSituation, _ status: String, _ code: String, _ text: String = "",
        isCached: Bool = false
    ) -> [String] {
        [
            "status \(status)", "tokenRequestFailed \(situation.resource) \(code)|\(text)",
            "sendTrackingData authorization false|\(who(situation))|\(isCached)|\(code)|\(text)|tablet|ios|Linux",
        ]
    }

    private func who(_ situation: AuthorizationSituation) -> String {
        // MD5 of "u-81".
        situation.token == nil ? "|" : "NorthCable|cd4446ffc75162bb17d602917d686844"
    }

    private func permitted(
        _ situation: AuthorizationSituation, _ source: AuthorizationToken.Source, isCached: Bool
    ) -> [String] {
        let status: [String] =
            switch source {
            case .mvpd: []
            case .degraded: ["status Z010 warning|"]
            case .temporaryPass: ["status Z011 info|"]
            }
        return status + [
            "setToken \(situation.resource) MEDIA-77",
            "sendTrackingData authorization true|\(who(situation))|\(isCached)|||tablet|ios|Linux",
        ]
    }

    private func refused(
        _ situation: AuthorizationSituation, _ denial: AuthorizationDenial, isCached: Bool
    ) -> [String] {
        let text = denial.details ?? ""
        let status: String =
            switch denial.reason {
            case .notAuthorized, .parentalControls: "Z100 error|\(text)"
            case .degradationRule: "Z169 error|\(text)"
            case .mvpdUnreachable: "Z120 error|\(text)"
            case .invalidResource: "Z130 error|"
            case .temporaryPassSpent: "N111 warning|"
            case .notAuthenticated: "N130 error|"
            case .authorizationMissing, .other: "Z500 error|"
            }
        let code = denial.reason == .notAuthenticated ? "USER_NOT_AUTHENTICATED_ERROR" : "USER_NOT_AUTHORIZED_ERROR"
        return failed(situation, status, code, text, isCached: isCached)
    }

    private func unanswered(
        _ situation: AuthorizationSituation, _ code: ServiceError.Code, _ stage: ServiceError.Stage, isCached: Bool
    ) -> [String] {
        var errorID = "Z500"
        switch code {
        case .throttled: errorID = "Z100"
        case .tls: errorID = "SEC420"
        case .status(401) where stage != .registration: errorID = "R401"
        case .status, .unreadable:
            if stage == .registration { errorID = "R400" }
            if stage == .accessToken { errorID = "R401" }
        case .unreachable, .timedOut, .cancelled: break
        }
        return failed(situation, "\(errorID) error|", "USER_NOT_AUTHORIZED_ERROR", isCached: isCached)
    }

    private func media(
        _ situation: AuthorizationSituation, _ number: Int, _ source: AuthorizationToken.Source, isCached: Bool
    ) -> [String] {
        let asked = ["media \(situation.resource)"]
        switch situation.media[min(number, situation.media.count - 1)] {
        case .token: return asked + permitted(situation, source, isCached: isCached)
        case .failed(let code, let stage): return asked + unanswered(situation, code, stage, isCached: isCached)
        case .denied(let denial) where denial.reason == .authorizationMissing && isCached:
            return asked + ["drop"] + anew(situation, medias: number + 1)
        case .denied(let denial): return asked + ["drop"] + refused(situation, denial, isCached: isCached)
        }
    }

    private func anew(_ situation: AuthorizationSituation, medias: Int) -> [String] {
        let asked = ["ask \(situation.resource) North \(["k": "v"])"]
        switch situation.answer {
        case .denied(let denial): return asked + refused(situation, denial, isCached: false)
        case .failed(let code, let stage): return asked + unanswered(situation, code, stage, isCached: false)
        case .permitted(let said, let expires, let hasMedia):
            let source: AuthorizationToken.Source =
                switch said {
                case .degraded: .degraded
                case .temporaryPass: .temporaryPass
                case .mvpd:
                    switch situation.token?.source {
                    case .degraded?: .degraded
                    case .temporary?: .temporaryPass
                    default: .mvpd
                    }
                }
            let kept = expires > 0 ? ["keep \(Duration.milliseconds(expires)) \(source)"] : []
            return asked + kept
                + (hasMedia
                    ? permitted(situation, source, isCached: false)
                    : media(situation, medias, source, isCached: false))
        }
    }

    private func expected(_ situation: AuthorizationSituation) -> [String] {
        guard situation.isConfigured else {
            return failed(situation, "CFG400 error|", "GENERIC_AUTHENTICATION_ERROR")  // S2.L
        }
        guard situation.resource == "R1" else {
            return failed(situation, "Z130 error|", "USER_NOT_AUTHORIZED_ERROR")
        }
        if case .nobody(let errorID, let code) = situation.viewer {
            if situation.signsIn { return ["sign in"] }  // A2
            return failed(situation, "\(errorID) info|", code.rawValue)  // A1
        }
        switch situation.kept {
        case .valid: return media(situation, 0, .mvpd, isCached: true)
        case .degraded: return media(situation, 0, .degraded, isCached: true)
        case .temporary: return media(situation, 0, .temporaryPass, isCached: true)
        case .nothing, .over, .justOver: return anew(situation, medias: 0)
        }
    }

    @Test("A1 to A4, Z codes, T3: every situation ends as the contract says")
    func everySituation() async {
        await expectAgreement(AuthorizationSituation.all, atLeast: 50_000) { situation in
            let (seen, due) = (transcript(situation), expected(situation))
            return seen == due ? nil : "is  \(seen)\n  due \(due)"
        }
    }

    @Test("Events nobody waits for change nothing, and the answer comes once")
    func strayEvents() {
        let events: [GetAuthorization.Event] = [
            .kept(nil, now: decisionTime), .answered(.success(.denied(.init(reason: .other))), now: decisionTime),
            .mediaToken(.success(.token(Secret("t")))),
        ]
        for first in events {
            for second in events {
                for third in events {
                    for fourth in events {
                        var machine = GetAuthorization(AuthorizationSituation().start)
                        var actions = machine.begin()
                        for event in [first, second, third, fourth] { actions += machine.handle(event) }
                        let ends = actions.count { if case .conclude = $0 { true } else { false } }
                        if ends > 1 { Issue.record("\(ends) answers") }
                    }
                }
            }
        }
    }

    @Test("S2.L, A1: an MVPD that has gone from the configuration is no sign-in to ask with")
    func notIntegrated() {
        var start = AuthorizationSituation().start
        start.configuration = .inForce(MergedConfiguration(requestor: "NORTHSTAR", mvpds: []))
        var machine = GetAuthorization(start)
        guard case .conclude(let conclusion)? = machine.begin().first else {
            Issue.record("asked all the same")
            return
        }
        #expect(conclusion.status?.errorID == "Z500")
    }

    @Test("A3: the media token shows in setToken alone")
    func mediaTokenIsSecret() {
        for situation in AuthorizationSituation.all.prefix(2000) {
            let lines = transcript(situation).filter { !$0.hasPrefix("setToken") }
            #expect(!lines.joined().contains("MEDIA-77"))
            var machine = GetAuthorization(situation.start)
            _ = machine.begin()
            let actions = machine.handle(.kept(situation.keptToken, now: decisionTime))
            #expect(!"\(actions) \(machine)".contains("MEDIA-77"))
        }
    }
}
