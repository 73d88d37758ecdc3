import AdobePass
import Testing

@testable import AccessEnabler

/// Z130: what can be asked about at all.
@Suite struct ResourceTests {
    private static let mrss = """
        <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>TNT</title>\
        <item><title>Folge 1 &amp; 2</title><guid>e-1</guid><media:rating scheme="urn:mpaa">pg</media:rating></item>\
        </channel></rss>
        """

    @Test(
        "Z130: plain ids of any script, and MRSS fragments",
        arguments: [
            "TNT", "a", "café", "スカパー", "قناة", "👩‍👩‍👧", "with space", "a,b", "a<b", "50%+&=?#", "\u{0}x",
            String(repeating: "x", count: 8192), mrss, " \n" + mrss, "<?xml version=\"1.0\"?>" + mrss,
            "<channel><title>TNT</title></channel>", "<rss><channel><title><![CDATA[T&T]]></title></channel></rss>",
            "<rss><channel><media:title>no prefix declared</media:title><title>TNT</title></channel></rss>"
                .replacing("media:title", with: "other"),
        ])
    func usable(_ resource: String) {
        #expect(isUsableResource(resource))
    }

    @Test(
        "Z130: nothing, too much, and what looks like XML but is no MRSS fragment with one id",
        arguments: [
            "", " ", "\n\t", "\u{A0}", String(repeating: "x", count: 8193), String(repeating: "é", count: 4097),
            "<", "<rss", "<rss>", "<rss/>", "<rss></rss>", String(mrss.dropLast()), mrss + mrss, mrss + "x",
            "<rss><channel></channel></rss>", "<rss><channel><title/></channel></rss>",
            "<rss><channel><title> </title></channel></rss>",
            "<rss><channel><title>A</title><title>B</title></channel></rss>",
            "<rss><channel><title>A</title></channel><channel><title>B</title></channel></rss>",
            "<html><body>TNT</body></html>", "<rss><channel><title>A & B</title></channel></rss>",
            "<!DOCTYPE rss [<!ENTITY a \"b\">]><rss><channel><title>&a;</title></channel></rss>",
            "<!DOCTYPE rss SYSTEM \"file:///etc/passwd\"><rss><channel><title>A</title></channel></rss>",
            String(repeating: "<a>", count: 2000),
        ])
    func unusable(_ resource: String) {
        #expect(!isUsableResource(resource))
    }

    @Test("Every cut of a fragment is refused, and none of it harms")
    func cuts() {
        for count in 1..<Self.mrss.count { #expect(!isUsableResource(String(Self.mrss.prefix(count)))) }
    }

    @Test("A fragment's id is its channel's title")
    func title() {
        #expect(MRSSFragment(Self.mrss)?.title == "TNT")
    }
}
