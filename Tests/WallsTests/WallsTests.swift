import Testing

@Suite struct WallsTests {
    @Test(arguments: Rule.all)
    func holdsInThisRepository(_ rule: Rule) throws {
        let files = try Repository.swiftFiles.get()
        try #require(files.count > 40, "the repository was read")
        let findings = files.flatMap { file in rule.findings(file).map { "\(file.path), \($0)" } }
        #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
    }

    @Test(arguments: Rule.all)
    func canFail(_ rule: Rule) throws {
        try #require(!rule.broken.isEmpty && !rule.kept.isEmpty)
        for file in rule.broken { #expect(!rule.findings(file).isEmpty, "\(file.text)") }
        for file in rule.kept { #expect(rule.findings(file).isEmpty, "\(file.text)") }
    }

    @Test func everyFolderOfSourcesHasItsWalls() throws {
        let known = Set(Rule.allowedImports.keys).union(Rule.systemLibraries)
        #expect(try Set(Repository.targetFolders()) == known)
    }
}
