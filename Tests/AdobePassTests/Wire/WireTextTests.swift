import Foundation
import Testing

@testable import AdobePass

@Suite struct WireTextTests {
    @Test(
        "L05: exact bytes",
        arguments: [
            ("ab+c/d==", "ab%2Bc%2Fd%3D%3D"), ("+ & = % é", "%2B%20%26%20%3D%20%25%20%C3%A9"), ("", ""),
            ("AZaz09-._~", "AZaz09-._~"), ("!*'();:@$,?#[]", "%21%2A%27%28%29%3B%3A%40%24%2C%3F%23%5B%5D"),
            ("\r\n\u{0}\"<>\\^`{|}", "%0D%0A%00%22%3C%3E%5C%5E%60%7B%7C%7D"), ("%2B", "%252B"),
            ("e\u{301}📺", "e%CC%81%F0%9F%93%BA"),
        ])
    func percent(_ text: String, _ encoded: String) {
        #expect(Percent.encode(text) == encoded)
        #expect(encoded.removingPercentEncoding == text)
    }

    @Test("L05: forms and queries, each value once, in order") func fields() {
        let fields = [("SAMLResponse", "ab+c/d=="), ("a b", "x&y"), ("empty", "")]
        let encoded = "SAMLResponse=ab%2Bc%2Fd%3D%3D&a%20b=x%26y&empty="
        #expect(FormBody.encode(fields) == Data(encoded.utf8))
        #expect(FormBody.encode([]) == Data())
        let base = "https://api.example/v1/x"
        #expect(Query.append(to: base, fields) == base + "?" + encoded)
        #expect(Query.append(to: base + "?z=1", fields) == base + "?z=1&" + encoded)
        #expect(Query.append(to: base + "?", fields) == base + "?" + encoded)
        #expect(Query.append(to: base + "?z=1&", fields) == base + "?z=1&" + encoded)
        #expect(Query.append(to: base, []) == base)
    }

    @Test("the documented SAML vector") func samlVector() {
        let text = "<q>\r\n\t<n>x  >></n>\n</q> \n"
        #expect(SAMLText.normalise(text) == "<q> <n>x >></n></q>")
        #expect(SAMLText.formEncoded(text) == "PHE%2BIDxuPnggPj48L24%2BPC9xPg%3D%3D")
        #expect(SAMLText.base64(text) == "PHE+IDxuPnggPj48L24+PC9xPg==")
        #expect(FormBody.encode([("s", SAMLText.base64(text))]) == Data(("s=" + SAMLText.formEncoded(text)).utf8))
    }

    @Test(arguments: [
        ("a \n b", "a  b"), (" \t a \t\t b\t", "a b"), ("a\u{B}\u{C}\r\n\u{85}\u{2028}\u{2029}b", "ab"),
        ("\n\n a", "a"), ("", ""), (" \n ", ""), ("\u{A0}\u{3000}a\u{A0}b\u{2003}", "a\u{A0}b"), ("é  é", "é é"),
        ("a \u{301}", "a \u{301}"),
    ])
    func samlNormalised(_ text: String, _ normalised: String) {
        #expect(SAMLText.normalise(text).unicodeScalars.elementsEqual(normalised.unicodeScalars))
    }

    @Test("a long SAML response stays one line") func longSAML() {
        let text = "<a>" + String(repeating: "x", count: 100_000) + "</a>"
        #expect(SAMLText.base64(text) == Data(text.utf8).base64EncodedString())
        #expect(SAMLText.formEncoded(text).allSatisfy { !$0.isNewline })
    }

    @Test func digests() {
        #expect(Digest.md5Hex("") == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(Digest.md5Hex("message digest") == "f96b697d7cb7938d525a2f31aaf161d0")
        #expect(Digest.md5Hex("é") == "66ddcd97cfdeabb2f6fb8a999b4bc76f")
        #expect(Digest.sha256Hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(Digest.sha256Hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
