import Base
import Foundation
import Testing

@testable import AdobePass

@Suite struct ProfilesBodyTests {
    private func read(_ text: String) throws(UnreadableAnswer) -> ProfilesBody {
        try ProfilesBody.parse(Data(text.utf8), contentType: "application/json")
    }

    private func profile(_ fields: String) throws -> ProfilesBody.Profile? {
        try read(#"{"profiles":{"M":{"notAfter":5,\#(fields)}}}"#).profile(of: "M")
    }

    @Test("A profile as documented")
    func documented() throws {
        let body = try read(
            #"""
            {"profiles":{"Spectrum":{"notBefore":1752149281000,"notAfter":1783685280000,"issuer":"Spectrum",
             "type":"regular","attributes":{"userID":{"value":"u-1","state":"plain"},
             "zip":{"value":"BASE64","state":"enc"},"channelID":{"value":["a","b"],"state":"plain"},
             "maxRating":{"value":{"MPAA":"R"},"state":"plain"},"is_hoh":{"value":"1"},"onNet":{"value":true}}}}}
            """#)
        let profile = try #require(try body.profile(of: "Spectrum"))
        #expect(profile.source == .regular)
        #expect(profile.notBefore?.milliseconds == 1_752_149_281_000)
        #expect(profile.notAfter.milliseconds == 1_783_685_280_000)
        #expect(
            profile.metadata
                == UserMetadata(
                    values: [
                        "userID": .string("u-1"), "zip": .string("BASE64"),
                        "channelID": .array([.string("a"), .string("b")]),
                        "maxRating": .object(["MPAA": .string("R")]), "is_hoh": .string("1"), "onNet": .bool(true),
                    ], encryptedKeys: ["zip"]))
    }

    @Test(
        "Type, else issuer, tells where a profile comes from",
        arguments: [
            (#""type":"regular","issuer":"M""#, ServiceAuthentication.Source.regular),
            (#""type":"platformSSO""#, .regular), (#""type":"serviceTokenSSO""#, .regular),
            (#""type":"appleSSO","issuer":"Apple""#, .partner), (#""type":"degraded","issuer":"Adobe""#, .degraded),
            (#""type":"temporary","issuer":"Adobe""#, .temporary), (#""issuer":"Apple""#, .partner),
            (#""issuer":"apple""#, .partner), (#""type":"tomorrow","issuer":"M""#, .regular),
            (#""type":"tomorrow","issuer":"Apple""#, .partner), (#""type":7"#, .regular), (#""x":1"#, .regular),
        ])
    func sources(_ fields: String, _ source: ServiceAuthentication.Source) throws {
        #expect(try profile(fields)?.source == source)
    }

    @Test("tokenSource: what the service says, else Apple for a platform sign-in, else none")
    func tokenSource() throws {
        #expect(try profile(#""type":"appleSSO""#)?.metadata.values["tokenSource"] == .string("Apple"))
        #expect(
            try profile(#""type":"appleSSO","attributes":{"tokenSource":{"value":"X","state":"plain"}}"#)?
                .metadata.values["tokenSource"] == .string("X"))
        #expect(try profile(#""type":"regular""#)?.metadata.values["tokenSource"] == nil)
    }

    @Test("Attributes may be bare values; odd ones cost nothing but their meaning")
    func bare() throws {
        let metadata = try profile(#""attributes":{"a":"x","b":{"c":1},"d":null}"#)?.metadata
        #expect(metadata?.values == ["a": .string("x"), "b": .object(["c": .integer(1)]), "d": .null])
        #expect(metadata?.encryptedKeys == [])
        #expect(try profile(#""attributes":[]"#)?.metadata.values == [:])
    }

    @Test("No profile is an answer; a profile without an end is none that can be used, and harms no other")
    func endless() throws {
        #expect(try read(#"{"profiles":{}}"#).profile(of: "M") == nil)
        let body = try read(#"{"profiles":{"A":{"type":"regular"},"B":7,"C":{"notAfter":"9"},"D":{"notAfter":"x"}}}"#)
        #expect(try body.profile(of: "C")?.notAfter.milliseconds == 9)
        for mvpd in ["A", "B", "D"] { expectUnreadable(try body.profile(of: mvpd)) }
        #expect(try body.profile(of: "E") == nil)
    }

    @Test("P08: an MVPD is found by its bytes")
    func bytes() throws {
        let body = try read("{\"profiles\":{\"C\u{E9}\":{\"notAfter\":5}}}")
        #expect(try body.profile(of: "C\u{E9}") != nil)
        #expect(try body.profile(of: "Ce\u{301}") == nil)
    }

    @Test(
        "What holds no profiles is unreadable",
        arguments: ["", "{}", "[]", #"{"profiles":[]}"#, #"{"profiles":null}"#, "<html></html>", #"{"profiles":{"#])
    func unreadable(_ text: String) {
        expectUnreadable(try read(text))
    }
}
