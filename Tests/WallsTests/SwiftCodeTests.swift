import Testing

@Suite struct SwiftCodeTests {
    @Test(arguments: [
        ("a // b\nc", "a     \nc"),
        ("a /* b /* c */ d */ e", "a                   e"),
        ("a /* b\nc */ d", "a     \n     d"),
        (#"f("x // y") z"#, #"f("      ") z"#),
        (#"f("\" // y") z"#, #"f("       ") z"#),
        (##"f(#"a"b\"#) z"##, ##"f(""    "") z"##),
        ("\"\"\"\na \"b\" // c\n\"\"\" d", "\"\"\"\n          \n\"\"\" d"),
        ("let r = /\"/\nimport A", "let r = /\" \nimport A"),
        ("/* never closed", "               "),
        ("\"never closed", "\"            "),
        ("", ""),
    ])
    func blanksCommentsAndStrings(_ source: String, _ code: String) {
        #expect(SwiftCode(source).lines.joined(separator: "\n") == code)
    }

    @Test func findsImports() {
        let source = """
            import A
              public import B
            @testable import C
            @_spi(D) package import E
            import struct F.G
            // import H
            let importance = 1
            """
        #expect(SwiftCode(source).imports.map(\.module) == ["A", "B", "C", "E", "F"])
        #expect(SwiftCode(source).imports.map(\.line) == [1, 2, 3, 4, 5])
    }

    @Test func findsWholeWords() {
        let code = SwiftCode("awaiting()\nawait a()\n// await\nx.await")
        #expect(code.lines(with: ["await"]).map(\.line) == [2, 4])
    }
}
