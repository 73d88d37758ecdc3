/// The list of conditions, with the cases that prove them.
public enum ConditionTable {
    /// Cases by the id of a condition.
    public static func cases(of id: String) -> [ConditionCase] {
        ConditionCase.all.filter { $0.conditions.contains(id) }
    }

    /// The ids a list of cases leaves without proof although it is due.
    public static func uncovered(by cases: [ConditionCase] = ConditionCase.all) -> [String] {
        let proven = Set(cases.flatMap(\.conditions))
        return Condition.all.filter { $0.coverage == .due && !proven.contains($0.id) }.map(\.id)
    }

    /// One line a condition, for a terminal.
    public static var text: String {
        Condition.all.map { condition in
            let count = cases(of: condition.id).count
            let state = condition.coverage == .later ? "later" : "\(count) \(count == 1 ? "case" : "cases")"
            return "\(condition.id)\t\(state)\t\(condition.statement)"
        }.joined(separator: "\n") + "\n"
    }

    /// The page `Conditions.md` of the documentation.
    public static var markdown: String {
        let due = Condition.all.filter { $0.coverage == .due }
        var lines = [
            "# Conditions",
            "",
            "Every condition of the contract, the cases that prove it, and where the public documents state it.",
            "",
            "## Overview",
            "",
            "\(Condition.all.count) conditions: \(due.count) are proven by \(ConditionCase.all.count) cases, the others have none yet.",
            "Where the documents are silent or disagree the statement is a choice, in all or in part.",
            "This page is generated: `accessenabler-conformance list --markdown`.",
        ]
        if ConditionCase.all.contains(where: { $0.notOnV2 != nil }) {
            lines.append("All run on REST API V1 and V2, with iOS and tvOS behaviour.")
            lines.append(
                "A case marked V1 cannot be asked for on V2, one marked otherwise goes differently there: each says why."
            )
        }
        for step in ContractStep.allCases {
            lines += [
                "", "## \(step.rawValue)", "", "| id | what must hold | cases | source |", "| --- | --- | --- | --- |",
            ]
            lines += Condition.all.filter { $0.step == step }.map(row)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func row(_ condition: Condition) -> String {
        let cases =
            condition.coverage == .later
            ? "not covered yet"
            : cases(of: condition.id).map { cell($0.name + $0.serviceNote) }.joined(separator: "<br>")
        let platforms = condition.platforms.count == 1 ? " (\(condition.platforms.map(\.rawValue).joined()) only)" : ""
        let choice = condition.isChoice ? "; choice" : ""
        let source = cell("\(condition.source.document), \(condition.source.section)")
        return "| \(condition.id) | \(cell(condition.statement))\(platforms) | \(cases) | \(source)\(choice) |"
    }

    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|")
    }
}

extension ConditionCase {
    /// Why it is about one API alone, or otherwise on the other, for people.
    fileprivate var serviceNote: String {
        if let notOnV2 { return " (V1: \(notOnV2))" }
        return onV2.map { " (otherwise on V2: \($0.reason))" } ?? ""
    }
}
