import Foundation
import Testing

@testable import AdobePass

@Suite struct XMLElementTests {
    func parse(_ text: String) throws -> XMLElement { try XMLElement.parse(Data(text.utf8)) }

    @Test func readsTree() throws {
        let root = try parse(
            """
            <n:config xmlns:n="http://pass.adobe.com/config" n:lang="fr"><!-- note --><?pi x?>
              <mvpd a="1 &amp; 2" a2='&#233;'>one<b/><![CDATA[ <two> ]]>&amp; three</mvpd><mvpd/>
            </n:config>
            """)
        #expect(root.name == "config")
        #expect(root.attributes.map(\.name) == ["lang"])
        #expect(root.children.map(\.name) == ["mvpd", "mvpd"])
        let mvpd = try #require(root.child("mvpd"))
        #expect(mvpd.attributes.map(\.value) == ["1 & 2", "é"])
        #expect(mvpd.text == "one <two> & three")
        #expect(mvpd.value("a2") == "é")
        #expect(mvpd.value("b") == "")
        #expect(mvpd.value("c") == nil)
        #expect(root.children[1].text == "")
        #expect(root.children[1].children.isEmpty)
    }
}
