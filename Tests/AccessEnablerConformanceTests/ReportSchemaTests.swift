import Foundation
import Testing

@testable import AccessEnablerConformance

/// What other programs read is as its schema says, and complete.
@Suite("The list for other programs") struct ReportSchemaTests {
    @Test("The checker finds what does not fit, and what it does not know")
    func checker() throws {
        let schema = try SchemaChecker(
            """
            {"type": "object", "required": ["a"], "additionalProperties": false, "properties": {
             "a": {"type": "integer", "minimum": 1}, "b": {"oneOf": [{"const": true}, {"$ref": "#/$defs/texts"}]},
             "c": {"enum": ["x", null]}, "d": {"type": ["number", "null"]}},
             "$defs": {"texts": {"type": "array", "items": {"type": "string"}, "minItems": 1}}}
            """)
        for fit in [
            #"{"a": 1}"#, #"{"a": 2, "b": true, "c": null}"#, #"{"a": 1, "b": ["x"], "c": "x", "d": 1.5}"#,
        ] {
            #expect(try schema.findings(fit) == [])
        }
        for unfit in [
            "[]", "{}", #"{"a": 0}"#, #"{"a": 1.5}"#, #"{"a": true}"#, #"{"a": "1"}"#, #"{"a": 1, "b": false}"#,
            #"{"a": 1, "b": []}"#, #"{"a": 1, "b": [1]}"#, #"{"a": 1, "c": "y"}"#, #"{"a": 1, "d": "x"}"#,
            #"{"a": 1, "e": 1}"#,
        ] {
            #expect(try !schema.findings(unfit).isEmpty, "\(unfit)")
        }
        #expect(
            try SchemaChecker(#"{"pattern": "x"}"#).findings("1") == [
                "the schema has pattern at $, which is not checked"
            ])
    }

    @Test("The list is as its schema says")
    func list() throws {
        let findings = try SchemaChecker(Schemas.list.json).findings(try ConditionList.json())
        #expect(findings == [], "\(findings.prefix(5))")
    }

    @Test("It has every condition and every case, each case under its conditions, both forms whole")
    func complete() throws {
        let list = try JSONSerialization.jsonObject(with: Data(ConditionList.json().utf8)) as? [String: Any]
        let conditions = try #require(list?["conditions"] as? [[String: Any]])
        let cases = try #require(list?["cases"] as? [[String: Any]])
        #expect(conditions.compactMap { $0["id"] as? String } == Condition.all.map(\.id))
        #expect(cases.compactMap { $0["title"] as? String } == ConditionCase.all.map(\.title))
        let titles = Set(ConditionCase.all.map(\.title))
        for condition in conditions {
            let proofs = try #require(condition["cases"] as? [String])
            #expect(!proofs.isEmpty && titles.isSuperset(of: proofs))
        }
        for (told, conditionCase) in zip(cases, ConditionCase.all) {
            let forms = try #require(told["on"] as? [String: [String: Any]])
            for service in ServiceVersion.allCases {
                let form = try #require(forms[service.rawValue])
                let isDue = service == .v1 || conditionCase.notOnV2 == nil
                #expect(form["isDue"] as? Bool == isDue, "\(conditionCase.title)")
                let asked = conditionCase.asked(by: service)
                #expect((form["script"] as? [Any])?.count == (isDue ? asked.script.count : nil))
                #expect((form["expected"] as? [Any])?.count == (isDue ? asked.expected.count : nil))
                let needs = (form["needs"] as? [String]).map { Set($0) }
                #expect(needs == (isDue ? Set(conditionCase.allNeeds(on: service).map(\.rawValue)) : nil))
            }
        }
    }

    @Test("What is due is told to the value, not only in words")
    func values() throws {
        let list = try JSONSerialization.jsonObject(with: Data(ConditionList.json().utf8)) as? [String: Any]
        let cases = try #require(list?["cases"] as? [[String: Any]])
        func expected(_ title: String) throws -> [[String: Any]] {
            let found = try #require(cases.first { $0["title"] as? String == title })
            let form = try #require((found["on"] as? [String: Any])?["v1"] as? [String: Any])
            return try #require(form["expected"] as? [[String: Any]])
        }
        let denied = try expected("S2.E1: permission denied, an account signed in")
        #expect(denied.first?["callback"] as? String == "status")
        #expect(denied.first?["errorId"] as? String == "VSA403")
        #expect(denied.first?["level"] as? String == "info")
        #expect(denied.first?["details"] is NSNull)
        #expect(denied.last?["status"] as? Int == 1)
        let facts = try #require(
            (cases.first { $0["title"] as? String == "S2.E1: permission denied, an account signed in" }?["situation"]
                as? [String: Any])?["facts"] as? [[String: Any]])
        #expect(facts.map { $0["fact"] as? String } == ["accountSignedIn", "permission"])
        #expect((facts[0]["arguments"] as? [String: Any])?["provider"] as? String == Programme.northOnPlatform)
        #expect((facts[0]["arguments"] as? [String: Any])?["life"] as? Int == 86_400_000)
        #expect((facts[1]["arguments"] as? [String: Any])?["permission"] as? String == "denied")
        let token = try expected("A3: checkAuthorization, a partner token, on iOS")
        #expect((token.first?["token"] as? [String: Any])?["$some"] as? Bool == true)
    }

    @Test("Every kind of fact stands in some case, of the list or the fault matrix, or is set between cases")
    func facts() throws {
        let between: Set<Fact.Kind> = [.platformCalm, .serviceCalm]
        let inMatrix = Set(FaultMatrix.cells.flatMap(\.conditionCase.factKinds))
        let list = try ConditionList.json()
        for kind in Fact.Kind.allCases where !between.contains(kind) && !inMatrix.contains(kind) {
            #expect(list.contains("\"fact\" : \"\(kind.rawValue)\""), "\(kind)")
        }
    }
}

extension ConditionCase {
    fileprivate var factKinds: [Fact.Kind] {
        let inScript = script.flatMap { step -> [Fact] in
            switch step {
            case .change(let facts), .meanwhile(let facts), .relaunch(_, let facts): facts
            default: []
            }
        }
        return (situation.facts + inScript).map(\.kind)
    }
}
