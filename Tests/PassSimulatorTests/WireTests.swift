import Base
import Foundation
import Testing

@testable import PassSimulator

@Suite struct WireTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00.000Z"),
        (951_782_399_999, "Mon, 28 Feb 2000 23:59:59 GMT", "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "Tue, 29 Feb 2000 00:00:00 GMT", "2000-02-29T00:00:00.000Z"),
        (1_796_050_800_000, "Mon, 30 Nov 2026 15:00:00 GMT", "2026-11-30T15:00:00.000Z"),
        (4_107_542_400_000, "Mon, 01 Mar 2100 00:00:00 GMT", "2100-03-01T00:00:00.000Z"),
        (Int64.min, "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00.000Z"),
        (Int64.max, "Fri, 31 Dec 9999 23:59:59 GMT", "9999-12-31T23:59:59.999Z"),
    ])
    func dates(_ milliseconds: Int64, _ http: String, _ xml: String) {
        #expect(httpDate(Timestamp(milliseconds: milliseconds)) == http)
        #expect(xmlDate(Timestamp(milliseconds: milliseconds)) == xml)
    }

    @Test func everyDayOfFourCenturiesIsTheSystems() {
        for day in 0..<146_097 {
            var seconds = day * 86_400 + 43_261
            var parts = tm()
            gmtime_r(&seconds, &parts)
            var text = [CChar](repeating: 0, count: 40)
            let length = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            let expected = String(decoding: text.prefix(length).map(UInt8.init), as: UTF8.self)
            let found = httpDate(Timestamp(milliseconds: Int64(seconds) * 1000))
            guard found == expected else {
                Issue.record("\(found) for \(expected)")
                return
            }
        }
    }

    /// rest-v1, section 7.
    @Test func theSampleOfTheNormalisation() {
        let document = "<q>\r\n\t<n>x  >></n>\n</q> \n"
        #expect(wireEncoded(base64(SAMLDocument.normalised(document))) == "PHE%2BIDxuPnggPj48L24%2BPC9xPg%3D%3D")
        #expect(SAMLDocument.wireText("PHE%2BIDxuPnggPj48L24%2BPC9xPg%3D%3D") == "PHE+IDxuPnggPj48L24+PC9xPg==")
    }

    @Test(arguments: [
        ("a%41", nil), ("%2b", "+"), ("a+b", nil), ("a=", nil), ("a%3", nil), ("a%zz", nil), ("%252B", nil),
        ("a%3D%3D", "a=="), ("", ""), ("a b", "a b"),
    ])
    func theFormOfASAMLResponse(_ raw: String, _ text: String?) {
        #expect(SAMLDocument.wireText(raw) == text)
    }

    @Test(arguments: [
        ("a%20b+c", true, "a b c"), ("a+b", false, "a+b"), ("%C3%A9", true, "é"), ("%c3%a9", true, "é"),
        ("%C3", true, nil), ("%", true, nil), ("%4", true, nil), ("%G0", true, nil), ("%+1", true, nil),
        ("%٣٣", true, nil),
    ])
    func percentDecoding(_ text: String, _ plusIsSpace: Bool, _ decoded: String?) {
        #expect(percentDecoded(text, plusIsSpace: plusIsSpace) == decoded)
    }

    @Test func base64IsStrict() {
        #expect(decodedBase64("TQ==") == [77])
        #expect(decodedBase64("TR==") == nil)
        #expect(decodedBase64("TQ") == nil)
        #expect(decodedBase64("T Q==") == nil)
        #expect(decodedBase64URL("_-8") == [255, 239])
        #expect(decodedBase64URL("/+8") == nil)
        #expect(decodedBase64URL("TQ==") == nil)
    }

    @Test func jsonIsReadAndWritten() throws {
        let text = #"{"a":[1,-2.5,true,false,null,"\u0001\"\\é\n"],"b":{},"c":"x"}"#
        let json = try #require(JSON(parsing: Array(text.utf8)))
        let written = json.text
        #expect(JSON(parsing: Array(written.utf8)) == json)
        let mine = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? NSDictionary
        let original = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
        #expect(mine == original)
        for bad in ["", "{", "{\"a\":}", "nul", "\u{FFFD}", "{} {}"] {
            #expect(JSON(parsing: Array(bad.utf8)) == nil, "\(bad)")
        }
        let deep = String(repeating: "[", count: 100_000)
        #expect(JSON(parsing: Array(deep.utf8)) == nil)
    }
}
