import Foundation
import Testing

@testable import AdobePass

/// Read strictly, as RFC 8259 has it, and with the same outcome as by Foundation's decoder.
@Suite struct JSONDocumentTests {
    private func value(_ text: String) throws -> JSONValue {
        let json = try JSONDocument(Data(text.utf8))
        return json.value(of: json.root)
    }

    @Test(arguments: [
        "null", "true", "false", "0", "-0", "7", "-12", "1.5", "1.0", "4e2", "4E+2", "25e-1", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "0.1", "1e-7", #""""#, #""a""#, "[]", "{}", "[[],{}]",
        #"{"a":1,"b":[true,null,"x"],"c":{"d":{}}}"#, " \t\r\n[ 1 , 2 ] \n", #"{"a":1,"a":2}"#,
        #"["\"\\\/\b\f\n\r\t"]"#, #"["\u0041\u00e9\u20AC"]"#, #"["\ud83d\ude00", "\u0000"]"#,
        #"["é", "e\u0301", "é", "📺👨‍👩‍👧"]"#, #"{"\u0061\n":"x"}"#, #"{"":""}"#,
    ])
    func readsWhatTheDecoderReads(_ text: String) throws {
        #expect(try value(text) == JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)))
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", #"{"a""#, #"{"a":"#, #"{"a":1"#,
        #"{"a":1,}"#,
        #"{"a" 1}"#, "{a:1}", "{1:1}", "{'a':1}", #""a"#, "\"\u{1}\"", "\"a\nb\"", #""\x""#, #""\u12""#, #""\u12G4""#,
        #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, #""\"#, "tru", "truex", "True", "nul", "01", "-", "-x", "+1",
        ".5",
        "1.", "1.e3", "1e", "1e+", "0x10", "NaN", "Infinity", "1 2", "[] []", "[]x", "// c\n1", "\u{FEFF}1", "\u{A0}1",
    ])
    func refusesTheRest(_ text: String) {
        #expect(throws: UnreadableAnswer.self) { try value(text) }
    }

    @Test func ofARepeatedMemberTheFirstHolds() throws {
        let json = try JSONDocument(Data(#"{"a":1,"b":2,"\u0061":3}"#.utf8))
        #expect(json.member("a", of: json.root).flatMap(json.text) == "1")
        #expect(json.children(of: json.root).map(json.name) == ["a", "b", "a"])
        #expect(json.member("c", of: json.root) == nil)
    }

    @Test("P08: names are compared byte for byte") func names() throws {
        let json = try JSONDocument(Data("{\"e\u{301}\":1,\"\u{E9}\":2}".utf8))
        #expect(json.member("\u{E9}", of: json.root).flatMap(json.text) == "2")
    }

    @Test func depthAndSizeAreBounded() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try value(nested(JSONDepth.limit))
        #expect(throws: UnreadableAnswer.self) { try value(nested(JSONDepth.limit + 1)) }
        #expect(throws: UnreadableAnswer.self) { try value(nested(100_000)) }
        #expect(throws: UnreadableAnswer.self) { try value("[" + String(repeating: "1,", count: 500_000) + "1]") }
    }

    @Test("A document cut anywhere is refused") func cut() throws {
        let text = Array(#"{"requestor":{"mvpds":[{"id":"é\n\u00e9","n":-1.5e3,"f":[true,false,null]}]}}"#.utf8)
        _ = try JSONDocument(Data(text))
        for length in 0..<text.count {
            #expect(throws: UnreadableAnswer.self, "cut at \(length)") {
                _ = try JSONDocument(Data(text.prefix(length)))
            }
        }
    }
}
