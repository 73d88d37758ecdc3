/// Results as Markdown, for a pull request or a wiki.
public enum MarkdownReport {
    /// The page.
    public static func markdown(_ report: RunReport) -> String {
        var lines = ["# Conformance of \(inline(report.implementation))", ""]
        lines += report.services.map { "- \(TerminalReport.verdict($0))" }
        lines += report.notes.map { "- Note: \(inline($0))" }
        lines += ["- \(report.durationText)" + (report.seed.map { ", seed \($0)" } ?? ""), ""]
        lines += table(report)
        for service in report.services {
            let failing = service.results.filter { $0.outcome == .fails || $0.outcome == .couldNotRun }
            if failing.isEmpty { continue }
            lines += ["", "## Failing on \(service.name)"]
            lines += failing.flatMap(details)
        }
        for service in report.services {
            let lacking = Dictionary(
                grouping: service.results.filter { $0.outcome == .notApplicable }, by: { $0.reason ?? "" })
            if lacking.isEmpty { continue }
            lines += ["", "## Not applicable on \(service.name)", ""]
            lines += lacking.sorted { $0.key < $1.key }.map { "- \($1.count) cases: \(inline($0))" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func table(_ report: RunReport) -> [String] {
        let columns = report.services.map { " \($0.service.rawValue.uppercased()) |" }.joined()
        let rule = report.services.map { _ in " --- |" }.joined()
        return ["| step |" + columns, "| --- |" + rule]
            + TerminalReport.steps(report).map { step in
                "| \(step.rawValue) |"
                    + report.services.map { " \(TerminalReport.cell($0, step).text) |" }.joined()
            }
    }

    private static func details(_ result: CaseResult) -> [String] {
        var lines = ["", "### \(inline(result.conditionCase.title))", ""]
        for condition in result.conditionCase.statements {
            lines.append("- **\(condition.id)**: \(condition.statement) (\(condition.source.text))")
        }
        if let reason = result.reason { lines += ["", inline(reason)] }
        if let headline = result.headline { lines += ["", inline(headline)] }
        lines += [""] + result.shownProblems.map { "- \(inline($0))" }
        let fence = String(repeating: "`", count: 8)
        let text = TextReport.safe(TextReport.details(result)).replacing(fence, with: "```````'")
        return lines + ["", fence + "text", text, fence]
    }

    /// Text in a line: as it is, but for what Markdown or HTML would take for its own.
    private static func inline(_ text: String) -> String {
        var escaped = ""
        for character in Markup.text(text).replacing("\n", with: " ") {
            if "\\`*_[]|#~!".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}

extension ConditionCase {
    /// The conditions it proves.
    var statements: [Condition] { conditions.compactMap { id in Condition.all.first { $0.id == id } } }
}

extension Condition.Source {
    /// Document and section, for people.
    var text: String { "\(document), \(section)" }
}
