import AccessEnabler
import Base

/// Limits are kept, whatever is silent.
extension SoakLane {
    /// One verb at random: it, and the question behind it, are answered before the clock has moved further than the
    /// verb may take.
    ///
    /// Held answers stay held meanwhile, and the clock moves only while something waits for a limit.
    func keepTime(_ random: inout SeededRandom) async throws {
        guard let object = living.randomElement(using: &random) else { return }
        let verb = SoakWords.verb(&random)
        try await rest(object)
        if diary.journal.isReleased(object.place) { return }
        diary.add(act: "object \(object.place), on the clock: \(verb.text)")
        diary.count("verbs held against their limits")
        call(verb, of: object)
        let number = ask(object)
        let end = ContinuousClock.now + patience
        var passed = Duration.zero
        while await !isAnswered(number, by: object, within: .milliseconds(20)) {
            if ContinuousClock.now > end {
                throw Astray(
                    text: "object \(object.place): \(verb.text) was not answered within \(passed) of its clock")
            }
            guard passed < verb.limit, clock.sleeperCount(.deadline) > 0 else { continue }
            clock.advance(by: .seconds(5))
            passed += .seconds(5)
        }
    }
}

extension Verb {
    /// What the verb may take at most: a verb's limit for each use of the service that has one of its own, and silent
    /// questions to the platform.
    fileprivate var limit: Duration {
        let settings = Settings()
        let uses =
            switch self {
            // An exchange begun and completed, else a login begun.
            case .getAuthentication, .setSelectedProvider: 3
            // The same, then the authorization.
            case .getAuthorization: 4
            // A login ends, then the authorizations that waited for it.
            case .handleExternalURL: 3
            default: 1
            }
        return settings.verbLimit * uses + settings.platformLimit * 3
    }
}
