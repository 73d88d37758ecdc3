import AccessEnabler

/// Sessions as plain text.
public enum SessionReport {
    static func failure(_ session: Session, _ outcome: SessionRun.Outcome, replay: String) -> SessionFailure? {
        guard let difference = outcome.difference else { return nil }
        let steps = session.steps.prefix(difference.step + 1)
        let script = steps.map(\.text)
        let expected = difference.expected.map(\.text)
        let seen = difference.seen.prefix(Clip.most).map { Clip.text($0.text) }
        var lines = ["A session on REST API \(session.service.rawValue.uppercased()), \(session.platform.rawValue):"]
        lines += script.enumerated().map { "  \($0 + 1). \($1)" }
        lines.append("After the last step \(Clip.text(difference.problem)):")
        lines += columns(expected, seen, mark: difference.place)
        let conditions = conditions(of: session, upTo: difference.step)
        for id in conditions {
            guard let condition = Condition.all.first(where: { $0.id == id }) else { continue }
            lines.append("  \(id): \(condition.statement)")
        }
        lines += outcome.log.map { "  log:       \(Clip.text($0))" }
        lines.append("  replay:    \(replay)")
        return SessionFailure(
            script: script, expected: expected, seen: seen, problem: difference.problem, conditions: conditions,
            report: lines.joined(separator: "\n"))
    }

    /// How many sessions came out how, and how often each condition was exercised.
    public static func summary(_ summary: SessionSummary) -> String {
        let failed = summary.failed.count
        var lines = [
            "\(summary.sessions - failed - summary.troubles.count) of \(summary.sessions) sessions, "
                + "\(summary.steps) steps: no difference."
        ]
        if failed > 0 {
            lines.append("Seeds with a difference: \(summary.failed.map { "\($0)" }.joined(separator: " "))")
        }
        for (seed, trouble) in summary.troubles.sorted(by: { $0.key < $1.key }) {
            lines.append("Seed \(seed) could not be run: \(Clip.text(trouble))")
        }
        let counted = Condition.all.compactMap { condition in
            summary.exercised[condition.id].map { "\(condition.id) \($0)" }
        }
        lines.append("Conditions by how often they decided: " + counted.joined(separator: ", "))
        if !summary.unreached.isEmpty {
            lines.append("Conditions never reached: " + summary.unreached.joined(separator: ", "))
        }
        return lines.joined(separator: "\n")
    }

    /// What the model decides the last step by.
    private static func conditions(of session: Session, upTo last: Int) -> [String] {
        var model = ContractModel(session.service, session.platform)
        for step in session.steps.prefix(last + 1) {
            model.world.time += SessionRun.pause
            _ = model.play(step)
        }
        var ids: [String] = []
        for id in model.exercised where !ids.contains(id) { ids.append(id) }
        return ids
    }

    /// Both in rows; `>` marks the first that differs.
    private static func columns(_ expected: [String], _ seen: [String], mark: Int?) -> [String] {
        let width = max(20, expected.map(\.count).max() ?? 0)
        let rows = (0..<max(expected.count, seen.count)).map { place in
            (
                place == mark ? ">" : " ", place < expected.count ? expected[place] : "-",
                place < seen.count ? seen[place] : "-"
            )
        }
        return ([(" ", "expected", "seen")] + rows).map { mark, left, right in
            "  \(mark) \(left)\(String(repeating: " ", count: max(0, width - left.count)))  | \(right)"
        }
    }
}
