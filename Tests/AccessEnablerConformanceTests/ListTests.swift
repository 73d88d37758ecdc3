import AccessEnablerConformance
import Foundation
import Testing

/// The list itself: complete, without doubles, and the page made of it.
@Suite("The list of conditions") struct ListTests {
    @Test("Every condition that is due has a case")
    func coverage() {
        #expect(ConditionTable.uncovered() == [])
    }

    @Test(
        "A condition without a case is noticed",
        arguments: [
            "S2.E1", "S3.Z4r", "S4.N", "S4.T", "L5", "A1", "A15", "P10", "G3", "M2", "M2.authorization", "T1", "T3",
            "Always.release",
        ])
    func coverageCanFail(id: String) {
        let others = ConditionCase.all.filter { !$0.conditions.contains(id) }
        #expect(ConditionTable.uncovered(by: others).contains(id))
    }

    @Test("Everything is due")
    func due() {
        for condition in Condition.all { #expect(condition.coverage == .due, "\(condition.id)") }
    }

    @Test("No id stands twice, and no case's title")
    func doubles() {
        #expect(repeated(Condition.all.map(\.id)) == [])
        #expect(repeated(ConditionCase.all.map(\.title)) == [])
    }

    @Test("Every id a case names is in the list, once")
    func ids() {
        let known = Set(Condition.all.map(\.id))
        for conditionCase in ConditionCase.all {
            #expect(conditionCase.conditions.allSatisfy { known.contains($0) }, "\(conditionCase.title)")
            #expect(repeated(conditionCase.conditions) == [], "\(conditionCase.title)")
            #expect(!conditionCase.conditions.isEmpty)
        }
    }

    @Test("The ids are those of the contract, in its order")
    func contractIDs() {
        let ids = [
            "I1 I2 I3",
            "S2.E1 S2.E2 S2.E3 S2.X S2.X1 S2.X2 S2.X3 S2.X4 S2.X5 S2.X6 S2.X7 S2.X8 S2.X9 S2.C1 S2.D S2.K S2.F S2.M",
            "S2.L S2.B",
            "S3.E1 S3.E2 S3.E3 S3.Z1 S3.Z2a S3.Z2b S3.Z3a S3.Z3b S3.Z4 S3.Z4r S3.Z5 S3.Z6 S3.Z7 S3.Z8 S3.O1a S3.O1b",
            "S4.A S4.AF S4.S S4.N S4.E1 S4.E2 S4.E3 S4.E4 S4.E5a S4.E5b S4.E6a S4.P S4.D S4.X S4.X0 S4.2 S4.W S4.F S4.R",
            "S4.E6b S4.R2 S4.R3 S4.T",
            "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15 P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 G1 G2 G3 G4 G5 G6",
            "M1 M2 M2.authorization M3 L1 L2 L3 L4 L5 T1 T2 T3 V2.tokens V2.credentials",
            "Always.store Always.order Always.reentry Always.release Always.secrets",
        ].joined(separator: " ").split(separator: " ").map { String($0) }
        #expect(Condition.all.map(\.id) == ids)
    }

    @Test("Every case expects something or forbids everything, and forbids only what it does not expect")
    func cases() {
        for conditionCase in ConditionCase.all {
            #expect(!conditionCase.forbidden.isEmpty, "\(conditionCase.title)")
            #expect(!conditionCase.expected.isEmpty || conditionCase.conditions == ["I1"], "\(conditionCase.title)")
        }
    }

    @Test("Only the adapter of the core knows the core's store")
    func storeWall() throws {
        let folder = repository.appending(path: "Sources/AccessEnablerConformance")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 30)
        let importers = try files.filter { file in
            try String(contentsOf: folder.appending(path: file), encoding: .utf8).contains("import EntitlementStore")
        }
        #expect(importers == ["Implementations/InProcessImplementation.swift"])
    }

    private var repository: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    @Test("The page is the one the list makes")
    func page() throws {
        let path = repository.appending(path: "Sources/AccessEnabler/AccessEnabler.docc/Conditions.md")
        let page = try String(contentsOf: path, encoding: .utf8)
        #expect(
            page == ConditionTable.markdown,
            """
            Make the page again: swift run accessenabler-conformance list --markdown \
            > Sources/AccessEnabler/AccessEnabler.docc/Conditions.md
            """)
    }

    @Test("A pattern chooses cases by their conditions")
    func filter() {
        func ids(_ pattern: String) -> Set<String> {
            let filter = CaseFilter(pattern)
            return Set(ConditionCase.all.filter { filter.matches($0) }.compactMap(\.conditions.first))
        }
        #expect(ids("M1") == ["M1"])
        #expect(ids("M*") == ["M1", "M2", "M2.authorization", "M3"])
        #expect(ids("T2,S2.X2") == ["T1", "T2", "S2.X2"])
        #expect(ids("S3.E*").isSuperset(of: ["S3.E1", "S3.E2", "S3.E3"]))
        #expect(ids("S9.*") == [])
        #expect(ids("") == [])
    }

    private func repeated(_ texts: [String]) -> [String] {
        Dictionary(grouping: texts, by: { $0 }).filter { $1.count > 1 }.keys.sorted()
    }
}
