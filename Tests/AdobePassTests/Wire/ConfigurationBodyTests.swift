import Foundation
import Testing

@testable import AdobePass

@Suite struct ConfigurationBodyTests {
    typealias Sample = SampleConfiguration

    @Test(arguments: WireFormat.allCases) func readsEveryFieldInBothFormats(_ format: WireFormat) throws {
        let text = format.sample
        #expect(try Sample.read(text) == Sample.parsed)
    }

    @Test func carriesTheRequestorAskedFor() throws {
        let body = Data(#"{"requestor":{"mvpds":[]}}"#.utf8)
        #expect(try ConfigurationBody.parse(body, contentType: nil, requestor: "R2").requestor == "R2")
    }

    @Test(arguments: [
        #"{"mvpds":[{"id":"A"},{"id":"B"}]}"#,
        #"{"requestor":"R1","mvpds":[{"id":"A"},{"id":"B"}]}"#,
        #"{"requestor":{"id":"R1"},"mvpds":[{"id":"A"},{"id":"B"}]}"#,
        #"{"requestor":{"mvpds":{"mvpd":[{"id":"A"},{"id":"B"}]}}}"#,
        #"{"config":{"requestor":{"mvpds":[{"id":"A"},{"id":"B"}]}}}"#,
        #"{"mvpds":[{"id":"A"},"B",null,7,[],{"displayName":"no id"},{"id":null},{"id":" "},{"id":["A"]},{"id":"B"}]}"#,
        "<config><mvpds><mvpd id='A'/><other/><mvpd/><mvpd><id> </id></mvpd><mvpd id='B'/></mvpds></config>",
        "<requestor><mvpds><mvpd><id>A</id></mvpd><mvpd><id>B</id></mvpd></mvpds></requestor>",
        "<x:config xmlns:x='u'><x:requestor><x:mvpds><x:mvpd x:id='A'/><mvpd id='B'/></x:mvpds></x:requestor></x:config>",
    ])
    func acceptsEveryNestingAndPassesOverEntriesWithoutID(_ text: String) throws {
        #expect(try Sample.read(text).mvpds.map(\.id) == ["A", "B"])
    }

    @Test func acceptsOneMVPDAsObject() throws {
        #expect(try Sample.read(#"{"mvpds":{"mvpd":{"id":"A"}}}"#).mvpds.map(\.id) == ["A"])
    }

    @Test(arguments: [#"{"mvpds":[]}"#, #"{"mvpds":{}}"#, "<config><requestor><mvpds/></requestor></config>"])
    func acceptsAnEmptyList(_ text: String) throws {
        #expect(try Sample.read(text).mvpds.isEmpty)
    }

    @Test(arguments: [
        "{}", "[]", "[{\"id\":\"A\"}]", #"{"requestor":{"id":"R1"}}"#, #"{"requestor":null,"mvpds":null}"#,
        #"{"mvpds":"A"}"#, #"{"mvpds":7}"#, #"{"mvpds":[{"name":"A"}]}"#, #"{"mvpds":["A"]}"#,
        #"{"mvpds":{"provider":[{"id":"A"}]}}"#, #"{"status":404,"message":"Not Found","details":null}"#,
        "<config/>", "<html><requestor><mvpds><mvpd id='A'/></mvpds></requestor></html>",
        "<config><requestor><id>R1</id></requestor></config>", "<mvpds><mvpd id='A'/></mvpds>",
        "<error><status>404</status></error>", "<config><mvpds><provider id='A'/></mvpds></config>",
        "null", "true", "7", "\"text\"", "plain text", "",
        " \n",
    ])
    func anotherDocumentIsUnreadable(_ text: String) {
        expectUnreadable(try Sample.read(text))
    }

    @Test func truthValuesAndNumbersMayBeTexts() throws {
        let mvpd =
            #"{"id":17,"isProxy":"true","isTempPass":1,"iFrameWidth":"600","iFrameHeight":4e2,"displayName":true}"#
        let read = try #require(try Sample.read(Sample.json(mvpds: mvpd)).mvpds.first)
        #expect(read.id == "17" && read.isProxy && read.isTempPass && read.displayName == "true")
        #expect(read.iFrameWidth == 600 && read.iFrameHeight == 400)
        #expect(read.otherFields.isEmpty)
    }

    @Test func unknownFieldsAreKeptAsText() throws {
        let mvpd = #"{"id":"A","a":"x","b":1.5,"c":false,"d":null,"e":{"z":[1,"2"],"y":"/"},"f":12345678901234567890}"#
        let json = try #require(try Sample.read(Sample.json(mvpds: mvpd)).mvpds.first)
        #expect(
            json.otherFields == [
                "a": "x", "b": "1.5", "c": "false", "e": #"{"y":"/","z":[1,"2"]}"#, "f": "1.2345678901234567e+19",
            ])
        let xml = try #require(
            try Sample.read(Sample.xml(mvpds: "<mvpd id='A'><a>x</a><n:b xmlns:n='u'>1.5</n:b></mvpd>")).mvpds.first)
        #expect(xml.otherFields == ["a": "x", "b": "1.5"])
    }

    @Test(arguments: [#""uid""#, #"["uid"]"#, #"{"field":["uid"]}"#, #"[{"name":"uid","x":1}]"#, #"[null,"uid",""]"#])
    func requiredMetadataComesInAnyShape(_ list: String) throws {
        let text = Sample.json(mvpds: #"{"id":"A","requiredMetadataFields":\#(list)}"#)
        #expect(try Sample.read(text).mvpds.first?.requiredMetadataFields == ["uid"])
    }

    @Test func requiredMetadataInXMLComesInAnyShape() throws {
        let field = "requiredMetadataFields"
        for list in [
            "<\(field)>uid</\(field)><\(field)>zip</\(field)>", "<\(field)><a>uid</a><a>zip</a></\(field)>",
            "<\(field)><a><name>uid</name></a><a/><a>zip</a></\(field)>",
        ] {
            let read = try Sample.read(Sample.xml(mvpds: "<mvpd id='A'>\(list)</mvpd>"))
            #expect(read.mvpds.first?.requiredMetadataFields == ["uid", "zip"])
        }
    }

    @Test("P04: 3,000 MVPDs with logos, 3 MB", arguments: WireFormat.allCases) func manyMVPDs(_ format: WireFormat)
        throws
    {
        let logo = "https://logo.example/" + String(repeating: "x", count: 900)
        let entries = (0..<3000).map { number in
            format == .json
                ? #"{"id":"M\#(number)","displayName":"Name \#(number)","logoUrl":"\#(logo)"}"#
                : "<mvpd><id>M\(number)</id><displayName>Name \(number)</displayName><logoUrl>\(logo)</logoUrl></mvpd>"
        }
        let text =
            format == .json
            ? Sample.json(mvpds: entries.joined(separator: ",")) : Sample.xml(mvpds: entries.joined(separator: "\n"))
        #expect(text.utf8.count > 2_900_000)
        let mvpds = try Sample.read(text).mvpds
        #expect(mvpds.map(\.id) == (0..<3000).map { "M\($0)" })
        #expect(mvpds.allSatisfy { $0.logoURL == logo })
        #expect(mvpds.last?.displayName == "Name 2999")
    }

    @Test("P06: a bare & in one of 200 names refuses the whole list") func bareAmpersand() {
        let entries = (0..<200).map {
            "<mvpd><id>M\($0)</id><displayName>A\($0 == 120 ? "&" : "&amp;")E</displayName></mvpd>"
        }
        expectUnreadable(try Sample.read(Sample.xml(mvpds: entries.joined())))
    }

    @Test("P07: white space and byte order mark in front", arguments: ["\n\n", "\u{FEFF}", "\u{FEFF}\r\n \t", " "])
    func lead(_ lead: String) throws {
        for text in [Sample.json, Sample.xml] { #expect(try Sample.read(lead + text) == Sample.parsed) }
    }

    static let names = ["Télévision Québec", "Te\u{301}le\u{301}vision", "スカパー", "قناة", "📺👨‍👩‍👧", "\u{1F1E8}\u{1F1E6}"]

    @Test("P08: names and ids outside ASCII, byte for byte", arguments: names) func nonASCII(_ name: String) throws {
        for text in [
            Sample.json(mvpds: #"{"id":"\#(name)","displayName":"\#(name)"}"#),
            Sample.xml(mvpds: "<mvpd><id>\(name)</id><displayName>\(name)</displayName></mvpd>"),
            Sample.xml(mvpds: "<mvpd id='\(name)' displayName='\(name)'/>"),
        ] {
            let mvpd = try #require(try Sample.read(text).mvpds.first)
            #expect(Array(mvpd.id.utf8) == Array(name.utf8))
            #expect(Array(mvpd.displayName.utf8) == Array(name.utf8))
        }
    }

    @Test("P08: composed and decomposed ids stay two") func twoIDs() throws {
        for text in [
            Sample.json(mvpds: #"{"id":"\#u{E9}"},{"id":"e\#u{301}"},{"id":"\#u{E9}"}"#),
            Sample.xml(mvpds: "<mvpd id='\u{E9}'/><mvpd id='e\u{301}'/><mvpd id='\u{E9}'/>"),
        ] {
            #expect(try Sample.read(text).mvpds.map { Array($0.id.utf8) } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
        }
    }

    @Test("P08: Latin-1, declared in the document or by the content type") func latin1() throws {
        let bodies: [(String, String?)] = [
            (Sample.xml(mvpds: "<mvpd id='Québec'/>", declaration: "<?xml version='1.0' encoding='ISO-8859-1'?>"), nil),
            (Sample.xml(mvpds: "<mvpd id='Québec'/>"), "text/xml; charset=ISO-8859-1"),
            (Sample.json(mvpds: #"{"id":"Québec"}"#), "application/json;charset=iso-8859-1"),
        ]
        for (text, contentType) in bodies {
            let body = try #require(text.data(using: .isoLatin1))
            #expect(try Sample.read(body, contentType: contentType).mvpds.map(\.id) == ["Québec"])
        }
        let undeclared = try #require(Sample.json(mvpds: #"{"id":"Québec"}"#).data(using: .isoLatin1))
        expectUnreadable(try Sample.read(undeclared))
    }

    @Test("P09: an unknown value or element on one of 300") func unknownValues() throws {
        let rest = #""boardingStatus":"SUPPORTED","enablePlatformServices":true"#
        let odd = [
            150: #"{"id":"M150","boardingStatus":"BETA","enablePlatformServices":true}"#,
            151: #"{"id":"M151","boardingStatus":"SUPPORTED","enablePlatformServices":"yes"}"#,
            152: #"{"id":"M152","boardingStatus":"SUPPORTED","enablePlatformServices":true,"future":{}}"#,
        ]
        let json = Sample.json(mvpds: (0..<300).map { odd[$0] ?? #"{"id":"M\#($0)",\#(rest)}"# }.joined(separator: ","))
        let tags = "<boardingStatus>SUPPORTED</boardingStatus><enablePlatformServices>true</enablePlatformServices>"
        let xml = Sample.xml(
            mvpds: (0..<300).map { number in
                let fields =
                    switch number {
                    case 150: tags.replacingOccurrences(of: "SUPPORTED", with: "BETA")
                    case 151: tags.replacingOccurrences(of: "true", with: "yes")
                    case 152: tags + "<x:future/>"
                    default: tags
                    }
                return "<mvpd><id>M\(number)</id>\(fields)</mvpd>"
            }.joined())
        for text in [json, xml] {
            let mvpds = try Sample.read(text).mvpds
            #expect(mvpds.count == 300)
            let enabled = mvpds.filter { $0.enablePlatformServices && $0.boardingStatus == .supported }
            #expect(enabled.count == 298)
            #expect(mvpds[150].boardingStatus == nil && mvpds[150].otherFields == ["boardingStatus": "BETA"])
            #expect(!mvpds[151].enablePlatformServices && mvpds[151].otherFields == ["enablePlatformServices": "yes"])
            #expect(mvpds[152].otherFields.keys.sorted() == ["future"])
        }
    }

    @Test("P13: one id twice: the first with single sign-on, else the first; always the same") func duplicates() throws
    {
        let on = #""boardingStatus":"SUPPORTED","enablePlatformServices":true"#
        let text = Sample.json(
            mvpds: #"""
                {"id":"A","displayName":"A off"},{"id":"B","displayName":"B1"},{"id":"A","displayName":"A on",\#(on)},
                {"id":"A","displayName":"A on again",\#(on)},{"id":"B","displayName":"B2"},
                {"id":"C","displayName":"C first","displayName":"C second"}
                """#)
        let xml = Sample.xml(mvpds: "<mvpd><id>C</id><displayName>C1</displayName><displayName>C2</displayName></mvpd>")
        for _ in 0..<100 {
            #expect(try Sample.read(text).mvpds.map(\.displayName) == ["A on", "B1", "C first"])
            #expect(try Sample.read(xml).mvpds.map(\.displayName) == ["C1"])
        }
    }
}
