import Testing

@testable import accessenabler_figures

@Suite struct ReportTests {
    private func article(isMet: Bool) -> String {
        let aim = Aim(text: "2 or less", isMet: isMet, otherwise: "too slow; next: a faster one.")
        let chapter = Chapter(
            title: "Things", method: ["Measured", "so."],
            figures: [
                Figure(name: "A thing", ours: "1 µs", peer: "2 µs", ratio: "0.50 times", aim: aim),
                Figure(name: "Another", ours: "3"),
            ], notes: ["A remark."])
        return Report(machine: Machine(lines: ["Date: today"]), chapters: [chapter]).markdown
    }

    @Test("Each aim has its verdict, and one that is not met its reason and next step")
    func verdicts() {
        let met = article(isMet: true)
        #expect(met.contains("| A thing | 1 µs | 2 µs | 0.50 times | 2 or less | met |\n"))
        #expect(!met.contains("too slow"))
        let unmet = article(isMet: false)
        #expect(unmet.contains("| A thing | 1 µs | 2 µs | 0.50 times | 2 or less | **not met** |\n"))
        #expect(unmet.contains("- A thing, not met: too slow; next: a faster one.\n"))
    }

    @Test("The article has the machine, the method, every figure and every note")
    func parts() {
        let text = article(isMet: true)
        #expect(text.hasPrefix("# Figures\n\nWhat"))
        #expect(text.contains("## Machine\n\n- Date: today\n"))
        #expect(text.contains("## Things\n\nMeasured so.\n\n| figure |"))
        #expect(text.contains("| Another | 3 |  |  |  |  |\n"))
        #expect(text.hasSuffix("- A remark.\n"))
    }
}
