/// Results as plain text.
public enum TextReport {
    /// One line a case.
    public static func line(_ result: CaseResult) -> String {
        switch result.unjudged {
        case .notApplicable(let missing)?:
            "n/a    \(result.conditionCase.title) (needs \(missing.map(\.rawValue).sorted().joined(separator: ", ")))"
        case .notOnV2(let why)?:
            "v1     \(result.conditionCase.title) (not on V2, because \(why))"
        case .couldNotRun(let why)?:
            "error  \(result.conditionCase.title): \(why)"
        case nil:
            (result.holds ? "ok     " : "FAIL   ") + result.conditionCase.title
        }
    }

    /// Everything an engineer needs to see what a failing case found; empty for one that holds.
    public static func details(_ result: CaseResult) -> String {
        guard !result.problems.isEmpty else { return "" }
        let conditionCase = result.conditionCase
        var lines = ["", conditionCase.title]
        for id in conditionCase.conditions {
            guard let condition = Condition.all.first(where: { $0.id == id }) else { continue }
            lines.append("  \(id): \(condition.statement)")
            lines.append("      \(condition.source.document), \(condition.source.section)")
        }
        lines.append("  situation: " + conditionCase.situation.description.joined(separator: "; "))
        lines.append("  script:    " + conditionCase.script.map(\.text).joined(separator: " | "))
        lines += result.shownProblems.map { "  ! \($0)" }
        lines += columns(result)
        let requests = result.shownRequests
        lines.append("  requests:  " + (requests.isEmpty ? "none" : requests.joined(separator: "; ")))
        lines += result.shownLog(last: 8).map { "  log:       \($0)" }
        return lines.joined(separator: "\n")
    }

    /// How many cases came out how, by conditions.
    public static func summary(_ results: [CaseResult]) -> String {
        let leftOut = results.count { $0.isLeftOut }
        let judged = results.filter { $0.unjudged == nil }
        let failed = judged.filter { !$0.holds }
        let ids = Set(failed.flatMap(\.conditionCase.conditions))
        var lines = ["\(judged.count - failed.count) of \(judged.count) cases hold."]
        if leftOut > 0 { lines.append("\(leftOut) cases are about REST API V1 alone.") }
        let unjudged = results.count - judged.count - leftOut
        if unjudged > 0 { lines.append("\(unjudged) cases were not judged.") }
        if !ids.isEmpty {
            let inOrder = Condition.all.map(\.id).filter { ids.contains($0) }
            lines.append("Conditions with a failing case: " + inOrder.joined(separator: ", "))
        }
        return lines.joined(separator: "\n")
    }

    /// A text in which nothing can turn to the terminal: an implementation under test may have written it.
    public static func safe(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    scalar != "\n" && scalar.isTreacherous ? "\u{FFFD}" : scalar
                }))
    }

    /// Expected and seen callbacks side by side; `>` marks the first that differs.
    private static func columns(_ result: CaseResult) -> [String] {
        let expected = result.conditionCase.expected.map(\.text)
        let seen = result.shownCallbacks
        let width = max(20, expected.map(\.count).max() ?? 0)
        func row(_ mark: String, _ left: String, _ right: String) -> String {
            "  \(mark) \(left)\(String(repeating: " ", count: max(0, width - left.count)))  | \(right)"
        }
        let count = max(expected.count, seen.count)
        return [row(" ", "expected", "seen")]
            + (0..<count).map { place in
                row(
                    place == result.firstDifference ? ">" : " ", place < expected.count ? expected[place] : "-",
                    place < seen.count ? seen[place] : "-")
            }
    }
}
