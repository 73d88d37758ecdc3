import AccessEnablerConformance
import Testing

/// All pairs of a situation's dimensions.
@Suite("Pairs") struct PairTests {
    /// Counted afresh, by brute force.
    @Test("Every pair that is possible stands in a row") func complete() {
        let (dimensions, rows) = (PairTable.dimensions, PairTable.array.rows)
        #expect(rows.allSatisfy { $0.count == dimensions.count })
        var missing: [String] = []
        for first in dimensions.indices {
            for second in dimensions.indices where first < second {
                for (value, name) in dimensions[first].values.enumerated() {
                    for (other, otherName) in dimensions[second].values.enumerated() {
                        let isImpossible = PairTable.impossible.contains { rule in
                            let sides = Dictionary(
                                uniqueKeysWithValues: zip(rule.dimensions, rule.values).map { ($0, $1) })
                            return sides[dimensions[first].name] == name
                                && sides[dimensions[second].name] == otherName
                        }
                        let isThere = rows.contains { $0[first] == value && $0[second] == other }
                        if isThere == isImpossible {
                            missing.append("\(dimensions[first].name) \(name), \(dimensions[second].name) \(otherName)")
                        }
                    }
                }
            }
        }
        #expect(missing.isEmpty)
    }

    @Test("Far fewer rows than combinations, always the same") func small() {
        let rows = PairTable.array.rows
        #expect(rows.count < 200)
        #expect(CoveringArray(PairTable.dimensions, impossible: PairTable.impossible).rows == rows)
        #expect(Set(rows).count == rows.count)
    }

    @Test("Rules name dimensions and values there are, and say why") func rules() {
        let dimensions = Dictionary(uniqueKeysWithValues: PairTable.dimensions.map { ($0.name, Set($0.values)) })
        for rule in PairTable.impossible {
            #expect(!rule.reason.isEmpty)
            for (name, value) in zip(rule.dimensions, rule.values) {
                #expect(dimensions[name]?.contains(value) == true, "\(name) \(value)")
            }
        }
    }

    @Test("A pair no row can hold is left out, and the others stay") func implied() {
        let array = CoveringArray(
            [PairDimension("a", ["1", "2"]), PairDimension("b", ["1", "2"]), PairDimension("c", ["1"])],
            impossible: [ImpossiblePair(("b", "2"), ("c", "1"), because: "a test")])
        #expect(Set(array.rows) == [[0, 0, 0], [1, 0, 0]])
    }

    @Test("The core does as the model says", arguments: PairTable.array.rows.indices.filter { $0 % 4 == 0 })
    func holds(row: Int) async {
        await Turnstile.shared.enter()
        let result = await PairRunner(InProcessImplementation(), patience: .seconds(300)).run(row: row)
        await Turnstile.shared.leave()
        #expect(result.trouble == nil)
        #expect(result.failure == nil, "\(result.values)\n\(result.failure?.report ?? "")")
        #expect(result.steps > 15)
    }

    @Test("A wrong implementation is found, with the row that replays it") func wrong() async {
        let wrong = WrongImplementation("VSA404 for VSA403") { [$0.code("VSA404", insteadOf: "VSA403")] }
        let rows = PairTable.array.rows.indices.filter { place in
            PairTable.values(of: PairTable.array.rows[place]).contains { $0 == ("permission", "denied") }
        }
        var reports: [String] = []
        for row in rows.prefix(12) where reports.isEmpty {
            let result = await PairRunner(wrong, patience: .seconds(60)).run(row: row)
            if let failure = result.failure { reports.append(failure.report) }
        }
        #expect(reports.first?.contains("accessenabler-conformance pairs --row ") == true, "\(reports)")
    }
}
