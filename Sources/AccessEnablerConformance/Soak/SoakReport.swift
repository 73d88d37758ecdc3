/// A soak, for people.
public enum SoakReport {
    /// How far it has come and what the process holds, on one line.
    public static func line(_ progress: Soak.Progress) -> String {
        let done = "\(progress.laps) laps, \(progress.verbs) verbs, \(progress.callbacks) callbacks"
        guard let figures = progress.figures.last else { return done }
        return "\(done); heap \(figures.heap / 1024) kB, resident \(figures.resident / 1024) kB, "
            + "\(figures.descriptors) descriptors, \(figures.threads) threads"
    }

    /// What was done, and what became of the figures, as tables.
    public static func tables(_ progress: Soak.Progress) -> String {
        var lines = ["| What | How often |", "| --- | --- |"]
        lines += [
            "| laps | \(progress.laps) |", "| verbs | \(progress.verbs) |", "| callbacks | \(progress.callbacks) |",
        ]
        lines += progress.counts.sorted { $0.key < $1.key }.map { "| \($0.key) | \($0.value) |" }
        lines += [
            "", "| At rest | First lap | Half time | End | Rise of the second half | Chance | Bound |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        for trend in Flatness(of: progress.figures).trends {
            let values = trend.samples.map(String.init)
            lines.append(
                "| \(trend.name) | \(values.joined(separator: " | ")) | \(rounded(trend.rise)) | "
                    + "\(rounded(trend.error)) | \(rounded(trend.bound)) |")
        }
        return lines.joined(separator: "\n")
    }

    /// What came of it.
    public static func verdict(_ progress: Soak.Progress) -> String {
        if !progress.problems.isEmpty { return "BROKEN: \(progress.problems.count) things did not hold, see above." }
        let trends = Flatness(of: progress.figures).trends
        if trends.isEmpty {
            return "All held. Too short to tell whether anything grows: \(Flatness.fewest) laps are needed."
        }
        let growing = trends.filter(\.isGrowth).map { "\($0.name) rise by \(rounded($0.rise)) in the second half" }
        return growing.isEmpty ? "All held, and nothing grew." : "NOT FLAT\n" + growing.joined(separator: "\n")
    }

    private static func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return abs(tenths) >= 1000 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}
