import Base

/// Another process at the lane's store and service.
extension SoakLane {
    /// An epoch with another process beside it, if there is a companion.
    func epoch(
        _ steps: Int, _ random: inout SeededRandom, with companion: SoakCompanion?
    ) async throws -> SoakTally {
        guard let companion, let service else { return try await epoch(while: { $0 < steps }, &random) }
        let host = SoakCompanion.Host(
            storeDirectory: storeDirectory, serviceURL: serviceURL, softwareStatement: service.softwareStatement,
            milliseconds: clock.now.milliseconds, seed: random.next())
        let other = try companion.start(host, in: root)
        var outcome: SoakCompanion.Outcome?
        do {
            var tally = try await epoch(while: { $0 < steps }, &random, others: { outcome = await other.end() })
            tally.violations += outcome?.problems.map { "the other process: \($0)" } ?? []
            tally.counts["other processes", default: 0] += 1
            tally.counts["their verbs", default: 0] += outcome?.verbs ?? 0
            tally.counts["their callbacks", default: 0] += outcome?.callbacks ?? 0
            return tally
        } catch {
            if outcome == nil { _ = await other.end() }
            throw error
        }
    }
}
