/// Results for a terminal: a table of steps by APIs, and what fails.
public enum TerminalReport {
    /// The table, every failing case with what was seen, and a verdict for each API.
    public static func text(_ report: RunReport, colours: Bool) -> String {
        let paint = Paint(isOn: colours)
        var lines = table(report, paint)
        for service in report.services {
            let failing = service.results.filter { $0.outcome == .fails || $0.outcome == .couldNotRun }
            if failing.isEmpty { continue }
            lines += ["", paint.red("Failing on \(service.name)")]
            lines += failing.map { TextReport.safe(TextReport.line($0) + TextReport.details($0)) }
        }
        lines.append("")
        lines += report.notes.map { paint.red("Note: " + TextReport.safe($0)) }
        for service in report.services {
            let isGood = service.count(.fails) + service.count(.couldNotRun) == 0
            lines.append(isGood ? verdict(service) : paint.red(verdict(service)))
            let ids = service.conditions(.fails)
            if !ids.isEmpty { lines.append("Conditions with a failing case: " + ids.joined(separator: ", ")) }
        }
        lines.append(report.durationText + (report.seed.map { ", seed \($0)" } ?? ""))
        return lines.joined(separator: "\n") + "\n"
    }

    /// How far a run has come, in one line.
    public static func progress(done: Int, of all: Int, failing: Int, colours: Bool) -> String {
        let width = 30
        let filled = all == 0 ? width : done * width / all
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        let failures = failing == 0 ? "" : ", " + Paint(isOn: colours).red("\(failing) failing")
        return "[\(bar)] \(done) of \(all)\(failures)"
    }

    /// What came of an API's cases, in one line.
    static func verdict(_ service: RunReport.Service) -> String {
        let judged = service.count(.holds) + service.count(.fails)
        var parts = ["\(service.name): \(service.count(.holds)) of \(judged) cases hold"]
        if service.count(.notApplicable) > 0 { parts.append("\(service.count(.notApplicable)) not applicable") }
        if service.count(.leftOut) > 0 { parts.append("\(service.count(.leftOut)) are about REST API V1 alone") }
        if service.count(.couldNotRun) > 0 { parts.append("\(service.count(.couldNotRun)) could not be run") }
        return parts.joined(separator: ", ")
    }

    /// The steps with a case, in the contract's order.
    static func steps(_ report: RunReport) -> [ContractStep] {
        let steps = Set(report.results.compactMap(\.step))
        return ContractStep.allCases.filter { steps.contains($0) }
    }

    /// What came of a step on an API.
    static func cell(_ service: RunReport.Service, _ step: ContractStep) -> (text: String, isGood: Bool, isBad: Bool) {
        let part = RunReport.Service(service.service, service.results.filter { $0.step == step })
        let (holding, failing) = (part.count(.holds), part.count(.fails))
        if part.results.isEmpty { return ("-", false, false) }
        if part.count(.couldNotRun) > 0 { return ("\(part.count(.couldNotRun)) could not run", false, true) }
        if holding + failing == 0 { return ("not applicable", false, false) }
        let lacking = part.count(.notApplicable)
        let rest = lacking == 0 ? "" : ", \(lacking) n/a"
        return failing == 0
            ? ("\(holding) hold\(rest)", true, false) : ("\(failing) of \(holding + failing) FAIL\(rest)", false, true)
    }

    private static func table(_ report: RunReport, _ paint: Paint) -> [String] {
        let steps = steps(report)
        let first = max(report.implementation.count, steps.map(\.rawValue.count).max() ?? 0) + 2
        let width = 24
        func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        let head =
            pad(TextReport.safe(report.implementation), first) + report.services.map { pad($0.name, width) }.joined()
        return [paint.bold(head)]
            + steps.map { step in
                pad(step.rawValue, first)
                    + report.services.map { service in
                        let (text, isGood, isBad) = cell(service, step)
                        let padded = pad(text, width)
                        return isBad ? paint.red(padded) : isGood ? paint.green(padded) : paint.dim(padded)
                    }.joined()
            }
    }
}

/// Colours of a terminal, or none.
private struct Paint {
    let isOn: Bool

    func red(_ text: String) -> String { painted(text, "31") }
    func green(_ text: String) -> String { painted(text, "32") }
    func dim(_ text: String) -> String { painted(text, "2") }
    func bold(_ text: String) -> String { painted(text, "1") }

    private func painted(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
