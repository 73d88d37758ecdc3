import Base
import Foundation
import Testing

@testable import AdobePass

/// Damaged and malicious documents: a typed error or the whole list, never a crash, never half a list.
@Suite struct HostileBodyTests {
    typealias Sample = SampleConfiguration

    func refused(_ bytes: some Sequence<UInt8>) -> Bool {
        refusal(try XMLElement.parse(Data(bytes))) != nil
    }

    @Test(
        "P01: bad UTF-8 in names, values and texts",
        arguments: [
            [UInt8]("<a r".utf8) + [0xFF] + [UInt8]("=\"1\"/>".utf8),
            [UInt8]("<doc><De".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + [UInt8]("t/></doc>".utf8),
            [UInt8]("<a r".utf8) + [0xC3] + [UInt8]("=\"1\"/>".utf8),
            [UInt8]("<a>".utf8) + [0xC0, 0x80] + [UInt8]("</a>".utf8),
            [UInt8]("<a r='".utf8) + [0xED, 0xA0, 0x80] + [UInt8]("'/>".utf8),
            [UInt8]("<a".utf8) + [0xFF] + [UInt8](">".utf8),
            [UInt8]("<?xml version='1.0' encoding='EUC-JP'?><a>".utf8) + [0xA4, 0xFF] + [UInt8]("</a>".utf8),
            [UInt8]("<?xml version='1.0' encoding='UTF-16'?><a>".utf8) + [0xD8, 0x00] + [UInt8]("</a>".utf8),
            [UInt8]("<?xml version='1.0' encoding='US-ASCII'?><a>".utf8) + [0xE9] + [UInt8]("</a>".utf8),
            [UInt8]("<?xml version='1.0' encoding='UTF-8'?><a/>".utf8) + [0xE9],
            [UInt8]("<a/><!--".utf8) + [0xE9] + [UInt8]("-->".utf8),
            [UInt8]("<?xml version='1.0' encoding='UTF-8'?><a>".utf8) + [0xE9] + [UInt8]("</a>".utf8),
        ])
    func badUTF8(_ bytes: [UInt8]) {
        #expect(refused(bytes))
    }

    @Test(
        "P02, P06: not one complete document",
        arguments: [
            "<config><mvpd id=\"A\"/><mvpd id=\"B\">", "<!DOCTYPE html><html><body><br></html>", "<a/><b/>", "", "  \n",
            "<a/>text", "<a>", "<a></b>", "<a b='1' b='2'/>", "<a b/>", "<a>&nope;</a>", "<a>A&E</a>", "<a b='A&E'/>",
            "<a>]]></a>", "<a>&#0;</a>", "<a>\u{1}</a>", "<a\u{0}/>", "<a/>\u{0}", "<html><br></html>", "<", "<a", "{}",
            "<?xml version='1.0' encoding='no-such'?><a/>", "<!-- only -->", "<?xml version='1.0'?>",
        ])
    func notOneDocument(_ text: String) {
        #expect(refused(text.utf8))
    }

    @Test(
        "no document type: bombs, external entities, parameter entities",
        arguments: [
            """
            <?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><lolz>&c;</lolz>
            """,
            "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><a>&x;</a>",
            "<!DOCTYPE a SYSTEM \"http://127.0.0.1:1/a.dtd\"><a/>", "<!DOCTYPE a><a/>",
            "<!DOCTYPE a [<!ENTITY % p SYSTEM \"file:///etc/hostname\">%p;]><a/>",
            "<!DOCTYPE a [<!ATTLIST a b CDATA \"default\">]><a/>",
        ])
    func documentTypes(_ text: String) {
        let reason = refusal(try XMLElement.parse(Data(text.utf8)))
        #expect(reason == "XML with a document type declaration")
    }

    @Test func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        _ = try XMLElement.parse(Data(nested(64).utf8))
        #expect(refused(nested(65).utf8))
        #expect(refused(nested(100_000).utf8))
    }

    @Test func depthOfJSON() throws {
        func nested(_ depth: Int, in field: String) -> String {
            // Brackets in a text do not count; two levels are the document's own, one the MVPD's.
            let inner = String(repeating: "[", count: depth - 3) + String(repeating: "]", count: depth - 3)
            return #"{"mvpds":[{"id":"A","t":"\#(String(repeating: "[", count: 99))\"{","\#(field)":\#(inner)}]}"#
        }
        for field in ["x", "displayName", "requiredMetadataFields"] {
            #expect(try Sample.read(nested(64, in: field)).mvpds.map(\.id) == ["A"])
            let reason = refusal(try Sample.read(nested(65, in: field)))
            #expect(reason == "JSON deeper than 64 levels")
            expectUnreadable(try Sample.read(nested(100_000, in: field)))
        }
        let open = String(repeating: "{\"data\":", count: 100_000)
        expectUnreadable(try UserMetadataBody.parse(Data(open.utf8), contentType: nil))
        #expect(ErrorBody.parse(Data(open.utf8), contentType: nil) == nil)
    }

    @Test func theDeepestDocumentsFitASmallStack() async throws {
        let json = #"{"data":{"x":\#(String(repeating: "[", count: 62) + String(repeating: "]", count: 62))}}"#
        let xml = "<config><mvpds>" + String(repeating: "<a>", count: 62) + String(repeating: "</a>", count: 62)
        let values = await withCheckedContinuation { continuation in
            let thread = Thread {
                let metadata = try? UserMetadataBody.parse(Data(json.utf8), contentType: nil)
                _ = try? Sample.read(xml + "</mvpds></config>")
                continuation.resume(returning: metadata?.values.count)
            }
            thread.stackSize = 256 << 10
            thread.start()
        }
        #expect(values == 1)
    }

    @Test func sizes() throws {
        let many = (0..<300).map { "a\($0)=''" }.joined(separator: " ")
        #expect(refused("<a \(many)/>".utf8))
        #expect(refused("<a x='\(String(repeating: "y", count: 200_000))'/>".utf8))
        #expect(refused("<a>\(String(repeating: "<b/>", count: XMLTreeBuilder.nodeLimit))</a>".utf8))
        #expect(refused("<a>\(String(repeating: "x", count: XMLElement.bodyLimit))</a>".utf8))
        // A long text is none of these, and reaches over many pieces.
        let long = String(repeating: "é<", count: 1).replacingOccurrences(of: "<", with: "&lt;")
        let text = String(repeating: long, count: 200_000)
        let root = try XMLElement.parse(Data("<a>\(text)</a>".utf8))
        #expect(root.text == String(repeating: "é<", count: 200_000))
    }

    @Test(arguments: WireFormat.allCases) func cutAtEveryByte(_ format: WireFormat) throws {
        let text = format.sample
        let body = Data(text.utf8)
        for end in 0..<body.count {
            expectUnreadable(try Sample.read(body.prefix(end)), "cut at \(end)")
        }
    }

    @Test(arguments: WireFormat.allCases) func slicesOfAnyBuffer(_ format: WireFormat) throws {
        let text = format.sample
        let padded = Data("xxxxx".utf8) + Data(text.utf8)
        #expect(try Sample.read(padded.dropFirst(5)) == Sample.parsed)
    }

    @Test(arguments: WireFormat.allCases) func randomDamage(_ format: WireFormat) {
        let text = format.sample
        let body = Array(text.utf8)
        var random = SplitMix(state: 42)
        var refusals = 0
        for _ in 0..<4000 {
            var bytes = body
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            let result = Result { try Sample.read(Data(bytes)) }
            switch result {
            case .success(let read): #expect(read.mvpds.count <= 2)
            case .failure: refusals += 1
            }
            _ = ErrorBody.parse(Data(bytes), contentType: nil)
        }
        #expect(refusals > 1000)
    }

    @Test func noise() {
        var random = SplitMix(state: 7)
        for first in [UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "[")] {
            for length in 0..<300 {
                let body = Data([first] + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
                expectUnreadable(try Sample.read(body))
                #expect(ErrorBody.parse(body, contentType: nil) == nil)
            }
        }
    }

    @Test("T12: a page's secret is never quoted") func secretInPage() {
        let page = "<html><input name=csrf value=SECRET-77></html>"
        let wellFormed = "<html><input name='csrf' value='SECRET-77'/></html>"
        let now = Timestamp(milliseconds: 0)
        for text in [page, wellFormed, #"{"SECRET-77":"SECRET-77"}"#, #"{"mvpds":SECRET-77}"#, "SECRET-77"] {
            let body = Data(text.utf8)
            let reasons = [
                refusal(try Sample.read(body, contentType: "text/html")),
                refusal(try AuthenticationBody.parse(body, contentType: nil)),
                refusal(try RegistrationBody.parse(body)),
                refusal(try AccessTokenBody.parse(body, receivedAt: now)),
            ]
            for reason in reasons { #expect(reason.map { !$0.contains("SECRET") } == true) }
            #expect(ErrorBody.parse(body, contentType: "text/html") == nil)
        }
        for text in [page, wellFormed] {
            let reason = refusal(try UserMetadataBody.parse(Data(text.utf8), contentType: nil))
            #expect(reason == "the body is not JSON")
        }
    }

    @Test func manyThreadsAtOnce() async {
        let counts = await withTaskGroup(of: Int.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let text = number.isMultiple(of: 2) ? Sample.xml : "<config><mvpds>\(number)&</mvpds></config>"
                    return (try? Sample.read(text))?.mvpds.count ?? 0
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.reduce(0, +) == 64)
    }
}

/// Random numbers that repeat.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
