import AccessEnabler
import Base

/// One object of a lane, what was asked of it, and what came.
struct SoakObject: Sendable {
    let place: Int
    let instance: any ImplementationInstance
    let platform: PlatformBehaviour
    let version: ServiceVersion
}

/// What one epoch of a lane left behind, to be judged.
struct SoakTally: Sendable {
    /// One object's part.
    struct Part: Sendable {
        let place: Int
        let platform: PlatformBehaviour
        let isReleased: Bool
        let verbs: [Verb]
        let callbacks: [Callback]
    }

    var parts: [Part]
    var violations: [String]
    var log: [String]
    var secrets: [String]
    /// What was counted for the report.
    var counts: [String: Int]

    /// What does not hold.
    var problems: [String] {
        violations + parts.flatMap(problems) + leaks
    }

    private func problems(of part: Part) -> [String] {
        let object = Evidence.Object(
            platform: part.platform, isReleased: part.isReleased, callbacks: part.callbacks)
        let found =
            Invariants.pickers(object) + Invariants.platform(object) + Invariants.authorizations(object)
            + answers(part) + verdicts(part) + resources(part)
        return found.map { "object \(part.place): \($0)" }
    }

    /// One answer a question; none may be missing unless the object was released.
    private func answers(_ part: Part) -> [String] {
        let kinds = part.callbacks.map(\.kind)
        func check(_ what: String, _ isAsked: (Verb) -> Bool, _ answers: Set<CallbackKind>) -> String? {
            let asked = part.verbs.count(where: isAsked)
            let came = kinds.count { answers.contains($0) }
            if came == asked || (part.isReleased && came < asked) { return nil }
            return "\(came) answers to \(what), \(asked) are due"
        }
        return [
            check("setRequestor", { if case .setRequestor = $0 { true } else { false } }, [.setRequestorComplete]),
            check("getMetadata", { if case .getMetadata = $0 { true } else { false } }, [.setMetadataStatus]),
            check("getSelectedProvider", { $0 == .getSelectedProvider }, [.selectedProvider]),
            check("authorizations", { $0.resource != nil }, [.setToken, .tokenRequestFailed]),
            check(
                "checkPreauthorizedResources",
                { if case .checkPreauthorizedResources = $0 { true } else { false } }, [.preauthorizedResources]),
            check("preauthorize", { if case .preauthorize = $0 { true } else { false } }, [.preauthorizeResponse]),
        ].compactMap(\.self)
    }

    /// A check and a logout end in one verdict each; a login in one, or in none when another flow took its place, and
    /// so does the choice of a provider.
    private func verdicts(_ part: Part) -> [String] {
        let came = part.callbacks.count { $0.kind == .setAuthenticationStatus }
        let least = part.verbs.count { $0 == .checkAuthentication || $0 == .logout }
        let most = least + part.verbs.count { $0.mayEndInVerdict }
        if came > most { return ["\(came) verdicts, \(most) at most are due"] }
        if came < least, !part.isReleased { return ["\(came) verdicts, \(least) at least are due"] }
        return []
    }

    /// Each authorization is answered under its own resource, byte for byte.
    private func resources(_ part: Part) -> [String] {
        guard !part.isReleased else { return [] }
        let asked = part.verbs.compactMap(\.resource).map { Array($0.utf8) }
        let answered = part.callbacks.compactMap { callback -> [UInt8]? in
            switch callback {
            case .setToken(_, let resource), .tokenRequestFailed(let resource, _, _): Array(resource.utf8)
            default: nil
            }
        }
        func counts(_ ids: [[UInt8]]) -> [[UInt8]: Int] { Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +) }
        return counts(asked) == counts(answered) ? [] : ["authorizations were answered under other resources"]
    }

    /// Nothing secret in a line of the log, nor in what the host is told for people to read.
    private var leaks: [String] {
        var told = log
        var secrets = secrets
        for callback in parts.flatMap(\.callbacks) {
            switch callback {
            case .status(let status): told += [status.message ?? ""] + (status.details ?? [:]).values
            case .tokenRequestFailed(_, _, let text): told.append(text)
            case .setToken(let token, _): secrets.append(token)
            default: break
            }
        }
        let sought = Set(secrets).filter { !$0.isEmpty } + ["Bearer "]
        return sought.compactMap { secret in
            told.first { $0.contains(secret) }.map { "a secret shows in: \($0.prefix(200))" }
        }
    }
}

extension Verb {
    /// The resource an authorization is asked for.
    fileprivate var resource: String? {
        switch self {
        case .checkAuthorization(let resource, _), .getAuthorization(let resource, _): resource
        default: nil
        }
    }

    /// May end in a verdict, and need not.
    fileprivate var mayEndInVerdict: Bool {
        switch self {
        case .getAuthentication, .getAuthorization, .setSelectedProvider: true
        default: false
        }
    }
}
