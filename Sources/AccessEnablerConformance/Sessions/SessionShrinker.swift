import AccessEnabler

/// Makes a failing session as short as it can be.
///
/// Delta debugging: parts of the steps are left out, big ones first, then single ones; then the steps that are left are
/// made simpler. A session that still fails takes the place of the one before. Source: A. Zeller, R. Hildebrandt,
/// "Simplifying and Isolating Failure-Inducing Input", 2002.
struct SessionShrinker {
    let implementation: any Implementation
    let patience: Duration
    /// So many sessions are tried at most.
    var limit = 400
    /// After so much real time none is tried any more: one that waits in vain takes minutes.
    var budget = Duration.seconds(600)

    /// The shortest failing session found, with its difference.
    func shrink(_ session: Session, _ outcome: SessionRun.Outcome) async -> (Session, SessionRun.Outcome) {
        var (best, found) = (session, outcome)
        // What comes after the difference has no part in it.
        if let difference = outcome.difference { best.steps = Array(session.steps.prefix(difference.step + 1)) }
        var tries = 0
        let start = ContinuousClock.now
        var isOver: Bool { tries >= limit || .now - start >= budget }
        func fails(_ candidate: Session) async -> Bool {
            if isOver { return false }
            tries += 1
            let outcome = await SessionRun.play(candidate, on: implementation, patience: patience)
            guard let difference = outcome.difference else { return false }
            found = outcome
            best = candidate
            best.steps = Array(candidate.steps.prefix(difference.step + 1))
            return true
        }
        var length = max(1, best.steps.count / 2)
        while true {
            var start = 0
            var isShorter = false
            while start < best.steps.count {
                var candidate = best
                candidate.steps.removeSubrange(start..<min(start + length, best.steps.count))
                if await fails(candidate) { isShorter = true } else { start += length }
            }
            if length == 1, !isShorter || isOver { break }
            if length > 1 { length = max(1, length / 2) }
        }
        var place = 0
        while place < best.steps.count {
            for simpler in best.steps[place].simpler {
                var candidate = best
                candidate.steps[place] = simpler
                if await fails(candidate) { break }
            }
            place += 1
        }
        return (best, found)
    }
}

extension SessionStep {
    /// Simpler steps in its place, the simplest first.
    fileprivate var simpler: [SessionStep] {
        switch self {
        case .verb(.getAuthentication(let isForced, let filter)):
            var steps: [SessionStep] = []
            if isForced || filter != nil { steps.append(.verb(.getAuthentication(forced: false, filter: nil))) }
            if isForced, filter != nil { steps.append(.verb(.getAuthentication(forced: true, filter: nil))) }
            return steps
        case .verb(.setRequestor(Programme.otherRequestor, _)):
            return [.verb(.setRequestor(Programme.requestor, serviceProviders: []))]
        case .verb(.checkPreauthorizedResources(let resources, _)) where resources.count > 1:
            return [.verb(.checkPreauthorizedResources(Array(resources.prefix(1)), cache: true))]
        case .verb(.getAuthorization(let resource, _)):
            return [.verb(.checkAuthorization(resource, data: [:]))]
        case .breath(let verbs):
            let singles = verbs.map { SessionStep.verb($0) }
            let shorter = verbs.indices.map { place in
                var rest = verbs
                rest.remove(at: place)
                return SessionStep.breath(rest)
            }
            return singles + (verbs.count > 2 ? shorter : [])
        case .pass(let duration) where duration > .seconds(60): return [.pass(.seconds(60))]
        default: return []
        }
    }
}
