import AccessEnabler
import AccessEnablerConformance
import Base
import Foundation
import FoundationXML
import Testing

/// Reports of a failing run: whole, safe whatever the implementation said, and enough to know what to look at.
@Suite("Reports") struct ReportTests {
    private static let hostile = "</script><script>alert('x')</script> \"&'\u{1B}[31m]]>\u{202E}"
    /// A token of somebody else's, which nobody here can know.
    private static let foreignToken = "eyJhbGciOiJSUzI1NiJ9x0123456789abcdefghij"

    /// A wrong implementation, run on a few cases: some fail, some hold, one lacks something, one is about V1 alone.
    private func report() async throws -> RunReport {
        var wrong = WrongImplementation("wrong <b>build</b>") { callback in
            guard case .status(var status) = callback else { return [callback] }
            status.message = Self.hostile
            return [.status(status)]
        }
        wrong.onVerb = { verb, context in
            guard case .setRequestor = verb else { return }
            context.log("the person is u-81, the token \(Self.foreignToken) \(Self.hostile)")
        }
        let titles = [
            "S2.E1: permission denied, an account signed in", "S2.X2: nobody signed in",
            "S3.O1b: a valid regular token",
        ]
        let cases = try titles.map { title in try #require(ConditionCase.all.first { $0.title == title }) }
        var v1Alone = cases[1]
        v1Alone.notOnV2 = "it asks <V1>"
        v1Alone.name = "about V1 alone"
        await Turnstile.shared.enter()
        let first = await ConformanceRunner(wrong, patience: .seconds(300)).run(cases)
        let lacking = await ConformanceRunner(WithoutCapabilities(), patience: .seconds(300)).run([cases[2]])
        let second = await ConformanceRunner(wrong, service: .v2, patience: .seconds(300)).run([cases[0], v1Alone])
        await Turnstile.shared.leave()
        return RunReport(
            implementation: wrong.name, seed: 42, duration: .milliseconds(61_250),
            services: [RunReport.Service(.v1, first + lacking), RunReport.Service(.v2, second)])
    }

    @Test("No report tells a secret")
    func secrets() async throws {
        let report = try await report()
        for text in try all(report) {
            #expect(!text.contains("u-81"))
            #expect(!text.contains(Self.foreignToken))
            #expect(text.contains("S2.E1"))
        }
    }

    private func all(_ report: RunReport) throws -> [String] {
        [
            TerminalReport.text(report, colours: true), JUnitReport.xml(report), try JSONReport.json(report),
            MarkdownReport.markdown(report), HTMLReport.html(report),
        ]
    }

    @Test("JUnit: XML that parses, a suite for each API and step, everything counted, failures whole")
    func junit() async throws {
        let report = try await report()
        let parsed = try JUnit(JUnitReport.xml(report))
        #expect(parsed.elements["testsuites"]?.count == 1)
        let suites = try #require(parsed.elements["testsuite"])
        #expect(
            suites.compactMap { $0["name"] } == [
                "REST API V1, Step 2: setRequestor", "REST API V1, Step 3: checkAuthentication",
                "REST API V2, Step 2: setRequestor",
            ])
        #expect(suites.map { Int($0["tests"] ?? "") } == [2, 2, 2])
        let cases = try #require(parsed.elements["testcase"])
        #expect(cases.count == 6)
        #expect(cases.first?["classname"] == "wrong <b>build</b>.v1.S2.E1")
        #expect(parsed.elements["failure"]?.first?["message"]?.isEmpty == false)
        #expect(parsed.failures.first?.contains("expected") == true)
        #expect(parsed.failures.first?.contains("permission denied") == true)
        let skipped = try #require(parsed.elements["skipped"]).compactMap { $0["message"] }
        #expect(skipped.contains { $0.contains("it needs seedsTokens") })
        #expect(skipped.contains { $0.contains("it asks <V1>") })
        let total = Int(parsed.elements["testsuites"]?.first?["failures"] ?? "")
        #expect(total == parsed.failures.count)
        #expect(total == report.results.count { $0.outcome == .fails })
    }

    @Test("JSON: as its schema says, with the place of the first difference")
    func json() async throws {
        let report = try await report()
        let text = try JSONReport.json(report)
        #expect(try SchemaChecker(Schemas.report.json).findings(text) == [])
        let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["seed"] as? String == "42")
        let services = try #require(object["services"] as? [[String: Any]])
        let first = try #require((services.first?["cases"] as? [[String: Any]])?.first)
        #expect(first["outcome"] as? String == "fails")
        #expect(first["firstDifference"] as? Int == 0)
        #expect(first["expected"] as? [String] == ["status VSA403 info", "setRequestorComplete(1)"])
        #expect((first["problems"] as? [String])?.isEmpty == false)
    }

    @Test("HTML: whole, without a script, nothing from outside, both sides and what to look at")
    func html() async throws {
        let page = HTMLReport.html(try await report())
        #expect(unbalanced(page) == [])
        #expect(!page.contains("<script"))
        #expect(!page.contains("<b>build"))
        #expect(!page.unicodeScalars.contains("\u{1B}") && !page.unicodeScalars.contains("\u{202E}"))
        #expect(page.firstMatch(of: /(?:src|href)="(?!#)/) == nil)
        #expect(!page.contains("url(") && !page.contains("@import"))
        #expect(page.contains("Content-Security-Policy"))
        for text in [
            "lang=\"en\"", "name=\"viewport\"", "prefers-color-scheme:dark", "<h4>What to look at</h4>",
            "first difference", "Permission denied (or restricted): VSA403, then setRequestorComplete(1).",
            "From “Apple SSO Cookbook (iOS/tvOS SDK)”", "status VSA403 info", "GET /api/v1/config/NORTHSTAR → 200",
            "The end of its log", "it needs seedsTokens", "not on REST API V2: it asks &lt;V1&gt;", "seed 42",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        // Every link leads somewhere, and every place has one name.
        let ids = page.matches(of: /id="([^"]+)"/).map { String($0.1) }
        #expect(Set(ids).count == ids.count)
        for link in page.matches(of: /href="#([^"]+)"/) { #expect(ids.contains(String(link.1)), "\(link.1)") }
    }

    @Test("Markdown: a table of steps, what fails, and what was not applicable")
    func markdown() async throws {
        let page = MarkdownReport.markdown(try await report())
        #expect(page.contains("| step | V1 | V2 |"))
        #expect(page.contains("### S2.E1: permission denied, an account signed in"))
        #expect(page.contains("Not applicable on REST API V1"))
        #expect(!page.contains("<script>alert") || page.contains("````````text"))
        #expect(!page.contains("# Conformance of wrong <b>"))
    }

    @Test("A terminal: colours only when wanted, nothing of the implementation's own reaches it")
    func terminal() async throws {
        let report = try await report()
        let plain = TerminalReport.text(report, colours: false)
        #expect(!plain.unicodeScalars.contains("\u{1B}"))
        #expect(plain.contains("Conditions with a failing case: S2.E1"))
        #expect(plain.contains("61.3 s, seed 42"))
        let coloured = TerminalReport.text(report, colours: true)
        #expect(coloured.contains("\u{1B}[31m"))
        #expect(coloured.components(separatedBy: "\u{1B}").dropFirst().allSatisfy { $0.hasPrefix("[") })
        #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
    }

    @Test("The progress line fills")
    func progress() {
        let half = TerminalReport.progress(done: 5, of: 10, failing: 0, colours: false)
        #expect(half == "[\(String(repeating: "#", count: 15))\(String(repeating: ".", count: 15))] 5 of 10")
        #expect(TerminalReport.progress(done: 10, of: 10, failing: 2, colours: false).hasSuffix("10 of 10, 2 failing"))
        #expect(TerminalReport.progress(done: 0, of: 0, failing: 0, colours: false).contains("0 of 0"))
    }

    /// Elements opened and never closed, or the other way round.
    private func unbalanced(_ page: String) -> [String] {
        let void: Set = ["meta", "input", "br"]
        var open: [String] = []
        var wrong: [String] = []
        for tag in page.matches(of: /<(\/?)([a-z][a-z0-9]*)[^>]*>/) {
            let name = String(tag.2)
            if void.contains(name) { continue }
            if tag.1.isEmpty {
                open.append(name)
            } else if open.popLast() != name {
                wrong.append(name)
            }
        }
        return wrong + open
    }
}

/// A JUnit document, read.
private final class JUnit: NSObject, XMLParserDelegate {
    var elements: [String: [[String: String]]] = [:]
    var failures: [String] = []
    private var isInside = false

    init(_ text: String) throws {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements[name, default: []].append(attributes)
        isInside = name == "failure"
        if isInside { failures.append("") }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if isInside { failures[failures.count - 1] += text }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) { if name == "failure" { isInside = false } }
}
