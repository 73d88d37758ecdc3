/// Results as JUnit XML, for build servers: one `testsuite` for each API and step.
///
/// A failing case is a `failure`, with the first problem as its message and everything an engineer needs as its text; one
/// the implementation lacks something for, or that is about the other API, is `skipped`, with the reason; one that could
/// not be run is an `error`.
public enum JUnitReport {
    /// The document.
    public static func xml(_ report: RunReport) -> String {
        let suites = report.services.flatMap { service in
            ContractStep.allCases.compactMap { suite(report, service, $0) }
        }
        let all = report.results
        let attributes =
            "name=\"\(Markup.attribute(report.implementation))\" \(counts(all)) time=\"\(seconds(report.duration))\""
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(attributes)>\n"
            + suites.joined() + "</testsuites>\n"
    }

    private static func suite(_ report: RunReport, _ service: RunReport.Service, _ step: ContractStep) -> String? {
        let results = service.results.filter { $0.step == step }
        if results.isEmpty { return nil }
        let time = results.reduce(Duration.zero) { $0 + $1.duration }
        let name = Markup.attribute("\(service.name), \(step.rawValue)")
        let notes = report.notes.map { "      <property name=\"note\" value=\"\(Markup.attribute($0))\"/>\n" }
        return "  <testsuite name=\"\(name)\" \(counts(results)) time=\"\(seconds(time))\">\n"
            + (notes.isEmpty ? "" : "    <properties>\n\(notes.joined())    </properties>\n")
            + results.map { element($0, report, service) }.joined() + "  </testsuite>\n"
    }

    private static func element(_ result: CaseResult, _ report: RunReport, _ service: RunReport.Service) -> String {
        let condition = result.conditionCase.conditions.first ?? "?"
        let place = Markup.attribute("\(report.implementation).\(service.service.rawValue).\(condition)")
        let start =
            "    <testcase classname=\"\(place)\" name=\"\(Markup.attribute(result.conditionCase.title))\" time=\"\(seconds(result.duration))\""
        let reason = Markup.attribute(result.reason ?? "")
        switch result.outcome {
        case .holds:
            return start + "/>\n"
        case .fails:
            let message = Markup.attribute(result.headline ?? "")
            return start + ">\n      <failure type=\"condition\" message=\"\(message)\">"
                + Markup.text(TextReport.details(result)) + "</failure>\n    </testcase>\n"
        case .notApplicable, .leftOut:
            return start + ">\n      <skipped message=\"\(reason)\"/>\n    </testcase>\n"
        case .couldNotRun:
            return start + ">\n      <error type=\"surroundings\" message=\"\(reason)\"/>\n    </testcase>\n"
        }
    }

    private static func counts(_ results: [CaseResult]) -> String {
        func count(_ outcomes: CaseResult.Outcome...) -> Int { results.count { outcomes.contains($0.outcome) } }
        return "tests=\"\(results.count)\" failures=\"\(count(.fails))\" errors=\"\(count(.couldNotRun))\" "
            + "skipped=\"\(count(.notApplicable, .leftOut))\""
    }

    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.inMilliseconds
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}
