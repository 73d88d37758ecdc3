/// All chapters as one Markdown article.
struct Report: Sendable {
    var machine: Machine
    var chapters: [Chapter]

    /// The article, for the documentation and for a person at a terminal.
    var markdown: String {
        let head = """
            # Figures

            What the SDK costs, measured beside what others take for the same.

            ## Overview

            Made by `make bench`; do not edit. No test asserts a time: they are printed. What repeats exactly (the round
            trips of each flow) is gated in tests.

            """
        return ([head, section("Machine", machine.lines.map { "- \($0)\n" }.joined())] + chapters.map(chapter))
            .joined(separator: "\n")
    }

    private func chapter(_ chapter: Chapter) -> String {
        let method = chapter.method.joined(separator: " ") + "\n\n"
        let head = "| figure | here | peer | here / peer | aim | verdict |\n|---|---|---|---|---|---|\n"
        let unmet = chapter.figures.compactMap { figure in
            figure.aim.flatMap { $0.isMet ? nil : "\(figure.name), not met: \($0.otherwise)" }
        }
        let notes = (chapter.notes + unmet).map { "- \($0)\n" }.joined()
        return section(
            chapter.title,
            method + head + chapter.figures.map(row).joined() + (notes.isEmpty ? "" : "\n" + notes))
    }

    private func row(_ figure: Figure) -> String {
        let verdict = figure.aim.map { $0.isMet ? "met" : "**not met**" } ?? ""
        let cells = [figure.name, figure.ours, figure.peer, figure.ratio, figure.aim?.text ?? "", verdict]
        return "| " + cells.joined(separator: " | ") + " |\n"
    }

    private func section(_ title: String, _ content: String) -> String {
        "## \(title)\n\n\(content)"
    }
}
