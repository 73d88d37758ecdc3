import AccessEnablerConformance

/// A format of reports.
enum ReportFormat: String, CaseIterable {
    case text
    case junit
    case json
    case markdown
    case html

    /// The format a file's name ends in.
    init(path: String) throws {
        let endings: [String: ReportFormat] = [
            "txt": .text, "xml": .junit, "json": .json, "md": .markdown, "html": .html, "htm": .html,
        ]
        let name = path.split(separator: "/").last ?? ""
        guard let ending = name.split(separator: ".").dropFirst().last,
            let format = endings[ending.lowercased()]
        else {
            throw UsageError(
                message: "--output takes a name that ends in .txt, .xml, .json, .md or .html, not '\(path)'")
        }
        self = format
    }

    /// A report in this format.
    func text(of report: RunReport, colours: Bool) throws -> String {
        switch self {
        case .text: TerminalReport.text(report, colours: colours)
        case .junit: JUnitReport.xml(report)
        case .json: try JSONReport.json(report)
        case .markdown: MarkdownReport.markdown(report)
        case .html: HTMLReport.html(report)
        }
    }
}
