/// Results as one self-contained page: no script, nothing loaded from anywhere.
///
/// A cell for each condition, step by step, says what came of it on each API, in colour and in words; it opens its cases,
/// and each case shows the callbacks due and seen side by side, what is wrong, how it came about and what to look at.
/// Failing ones are open from the beginning.
public enum HTMLReport {
    /// The page.
    public static func html(_ report: RunReport) -> String {
        let title = "Conformance of \(report.implementation)"
        let index = Dictionary(grouping: report.services.flatMap { Entry.all($0) }, by: \.mainCondition)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(Markup.text(title))</title>
            <style>
            \(style)
            </style>
            </head>
            <body>
            <a class="skip" href="#steps">To the conditions</a>
            <header>
            <h1>\(Markup.text(title))</h1>
            \(report.services.map(verdict).joined(separator: "\n"))
            \(report.notes.map { "<p class=\"note\">Note: \(Markup.text($0))</p>" }.joined(separator: "\n"))
            <p class="quiet">\(report.durationText)\(report.seed.map { ", seed \($0)" } ?? "")</p>
            </header>
            \(failures(report))
            <main id="steps">
            <p class="legend"><label><input type="checkbox" id="only"> only what fails</label>
            \(CaseResult.Outcome.allCases.filter { $0 != .leftOut }.map { "<span>\(badge($0, $0.words))</span>" }.joined(separator: "\n"))</p>
            \(ContractStep.allCases.map { section($0, report, index) }.joined())
            </main>
            </body>
            </html>

            """
    }

    /// A case on an API, with its place on the page.
    private struct Entry {
        let id: String
        let service: RunReport.Service
        let result: CaseResult

        var mainCondition: String { result.conditionCase.conditions.first ?? "?" }

        static func all(_ service: RunReport.Service) -> [Entry] {
            service.results.enumerated().map { place, result in
                Entry(id: "\(service.service.rawValue)-\(place + 1)", service: service, result: result)
            }
        }
    }

    private static func verdict(_ service: RunReport.Service) -> String {
        let isBad = service.count(.fails) + service.count(.couldNotRun) > 0
        return "<p class=\"verdict\">\(badge(isBad ? .fails : .holds, TerminalReport.verdict(service)))</p>"
    }

    private static func failures(_ report: RunReport) -> String {
        let failing = report.services.flatMap { Entry.all($0) }.filter { $0.result.outcome.isBad }
        if failing.isEmpty { return "" }
        let items = failing.map { entry in
            let problem = entry.result.headline ?? entry.result.reason ?? ""
            return "<li><a href=\"#\(entry.id)\">\(entry.service.service.rawValue.uppercased()), "
                + "\(Markup.text(entry.result.conditionCase.title))</a><br><span class=\"quiet\">"
                + "\(Markup.text(problem))</span></li>"
        }
        return """
            <nav aria-labelledby="failing">
            <h2 id="failing">What fails</h2>
            <ol>
            \(items.joined(separator: "\n"))
            </ol>
            </nav>
            """
    }

    // MARK: The matrix

    private static func section(_ step: ContractStep, _ report: RunReport, _ index: [String: [Entry]]) -> String {
        let conditions = Condition.all.filter { $0.step == step }
        let cells = conditions.compactMap { cell($0, report, index[$0.id] ?? []) }
        if cells.isEmpty { return "" }
        return
            "<section><h2>\(Markup.text(step.rawValue))</h2>\n<div class=\"grid\">\n\(cells.joined())</div></section>\n"
    }

    /// Nil when no case is about the condition.
    private static func cell(_ condition: Condition, _ report: RunReport, _ own: [Entry]) -> String? {
        let states = report.services.compactMap { service -> (RunReport.Service, CaseResult.Outcome, String)? in
            let results = service.results.filter { $0.conditionCase.conditions.contains(condition.id) }
            if results.isEmpty { return nil }
            let part = RunReport.Service(service.service, results)
            return (service, worst(results), count(part))
        }
        if states.isEmpty { return nil }
        let isBad = states.contains { $0.1.isBad }
        let look = isBad ? "bad" : states.contains { $0.1 == .holds } ? "good" : "none"
        let badges = states.map { service, outcome, text in
            badge(outcome, "\(service.service.rawValue.uppercased()): \(text)")
        }
        let others = report.services.flatMap { Entry.all($0) }.filter {
            $0.mainCondition != condition.id && $0.result.conditionCase.conditions.contains(condition.id)
        }
        let links = others.map { entry in
            "<li><a href=\"#\(entry.id)\">\(entry.service.service.rawValue.uppercased()), "
                + "\(Markup.text(entry.result.conditionCase.title))</a>: \(entry.result.outcome.words)</li>"
        }
        let elsewhere =
            links.isEmpty
            ? ""
            : "<details class=\"others\"><summary>Cases of other conditions that prove it, too</summary>"
                + "<ul>\(links.joined())</ul></details>"
        return """
            <details class="cell \(look)" id="\(condition.id)"\(isBad && !own.isEmpty ? " open" : "")>
            <summary><span class="id">\(condition.id)</span> \(badges.joined(separator: " "))</summary>
            <div class="panel">
            <p>\(Markup.text(condition.statement))</p>
            <p class="quiet">\(source(condition))</p>
            \(own.map(caseDetails).joined())\(elsewhere)
            </div>
            </details>

            """
    }

    private static func source(_ condition: Condition) -> String {
        "From “\(Markup.text(condition.source.document))”, \(Markup.text(condition.source.section))"
            + (condition.isChoice ? "; where the documents are silent, a choice" : "")
    }

    private static func worst(_ results: [CaseResult]) -> CaseResult.Outcome {
        let outcomes = Set(results.map(\.outcome))
        let order: [CaseResult.Outcome] = [.fails, .couldNotRun, .holds, .notApplicable, .leftOut]
        return order.first { outcomes.contains($0) } ?? .leftOut
    }

    private static func count(_ part: RunReport.Service) -> String {
        let judged = part.count(.holds) + part.count(.fails)
        if part.count(.couldNotRun) > 0 { return "\(part.count(.couldNotRun)) could not run" }
        if judged == 0 { return part.count(.notApplicable) > 0 ? "not applicable" : "V1 alone" }
        return part.count(.fails) > 0 ? "\(part.count(.fails)) of \(judged) fail" : "\(judged) hold"
    }

    private static func badge(_ outcome: CaseResult.Outcome, _ text: String) -> String {
        "<span class=\"badge \(outcome.rawValue)\"><span aria-hidden=\"true\">\(outcome.sign)</span> \(Markup.text(text))</span>"
    }

    // MARK: A case

    private static func caseDetails(_ entry: Entry) -> String {
        let result = entry.result
        let conditionCase = result.conditionCase
        let isBad = result.outcome.isBad
        var parts: [String] = []
        if let reason = result.reason { parts.append("<p>\(Markup.text(reason))</p>") }
        if !result.problems.isEmpty {
            parts.append("<h4>What is wrong</h4>\n" + list(result.shownProblems, "ul"))
        }
        if result.unjudged == nil { parts.append(callbacks(result)) }
        if isBad { parts.append("<h4>What to look at</h4>\n" + lookAt(conditionCase)) }
        parts.append("<h4>Situation</h4>\n" + list(conditionCase.situation.description, "ul"))
        parts.append("<h4>What the host does</h4>\n" + list(conditionCase.script.map(\.text), "ol"))
        if !conditionCase.reactions.isEmpty {
            parts.append("<h4>What it does inside callbacks</h4>\n" + list(conditionCase.reactions.map(\.text), "ul"))
        }
        if result.unjudged == nil {
            parts.append(
                "<h4>Requests to the service</h4>\n"
                    + (result.requests.isEmpty ? "<p>none</p>" : list(result.shownRequests, "ol")))
        }
        let log = isBad ? result.shownLog(last: 20) : []
        if !log.isEmpty {
            parts.append(
                "<h4>The end of its log</h4>\n<pre tabindex=\"0\">\(Markup.text(log.joined(separator: "\n")))</pre>")
        }
        let place = entry.service.service.rawValue.uppercased()
        return """
            <details class="case \(result.outcome.rawValue)" id="\(entry.id)"\(isBad ? " open" : "")>
            <summary>\(badge(result.outcome, place)) \(Markup.text(conditionCase.name))<span class="sr">: \(result.outcome.words)</span></summary>
            \(parts.joined(separator: "\n"))
            </details>

            """
    }

    private static func callbacks(_ result: CaseResult) -> String {
        let expected = result.conditionCase.expected.map(\.text)
        let seen = result.shownCallbacks
        let rows = (0..<max(expected.count, seen.count)).map { place in
            let isFirst = place == result.firstDifference
            let mark = isFirst ? "<span class=\"mark\">first difference</span> " : ""
            func cell(_ texts: [String]) -> String {
                place < texts.count ? "<code>\(Markup.text(texts[place]))</code>" : "<i>nothing</i>"
            }
            return "<tr\(isFirst ? " class=\"first\"" : "")><th scope=\"row\">\(place + 1)</th>"
                + "<td>\(cell(expected))</td><td>\(mark)\(cell(seen))</td></tr>"
        }
        if rows.isEmpty { return "<p>No callback was due, and none came.</p>" }
        return """
            <table><caption>Callbacks, in order</caption>
            <thead><tr><th scope="col">#</th><th scope="col">expected</th><th scope="col">seen</th></tr></thead>
            <tbody>\(rows.joined(separator: "\n"))</tbody></table>
            """
    }

    private static func lookAt(_ conditionCase: ConditionCase) -> String {
        let items = conditionCase.statements.map { condition in
            "<li><b>\(condition.id)</b>: \(Markup.text(condition.statement))<br>"
                + "<span class=\"quiet\">\(source(condition))</span></li>"
        }
        let forbidden = conditionCase.forbidden.map { "<li>\(Markup.text($0.text))</li>" }
        return "<ul>\(items.joined())</ul>"
            + (forbidden.isEmpty
                ? ""
                : "<details><summary>What must not come here, and why</summary><ul>\(forbidden.joined())</ul></details>")
    }

    private static func list(_ texts: [String], _ element: String) -> String {
        "<\(element)>" + texts.map { "<li>\(Markup.text($0))</li>" }.joined() + "</\(element)>"
    }
}

extension CaseResult.Outcome {
    /// The outcome, for people.
    fileprivate var words: String {
        switch self {
        case .holds: "holds"
        case .fails: "fails"
        case .notApplicable: "not applicable"
        case .leftOut: "about REST API V1 alone"
        case .couldNotRun: "could not run"
        }
    }

    fileprivate var sign: String {
        switch self {
        case .holds: "✓"
        case .fails: "✗"
        case .notApplicable, .leftOut: "–"
        case .couldNotRun: "!"
        }
    }

    fileprivate var isBad: Bool { self == .fails || self == .couldNotRun }
}

extension Reaction {
    /// The reaction, for people.
    var text: String { "inside \(inside.rawValue): " + acts.map(\.text).joined(separator: ", ") }
}

extension Reaction.Act {
    /// The act, for people.
    fileprivate var text: String {
        switch self {
        case .call(let verb): verb.text
        case .followPage: "the page is opened, and handleExternalURL(the redirect)"
        case .answerPicker(let choice): "the picker is answered: \(choice)"
        case .release: ScriptStep.release.text
        case .block: "the host blocks"
        }
    }
}
