import AccessEnabler
import Base
import Foundation
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

/// What the service may say as a configuration, and what comes of it.
@Suite(.timeLimit(.minutes(10))) struct ParsingTests {
    /// What `setRequestor` says to these bytes.
    private func outcome(_ body: Data, contentType: String = "application/xml") async throws -> [String] {
        let world = try World()
        let service = try RawService(body, contentType: contentType)
        let app = world.app(service: service.baseURL)
        let words = await app.setRequestor()
        if words != Outcome.complete {
            // Nothing of it is used.
            #expect(await app.check() == Outcome.generic("CFG500"))
        }
        return words
    }

    @Test("P01: bad UTF-8 in names of elements and attributes is CFG500, and the process lives")
    func badUTF8() async throws {
        for bytes: [UInt8] in [
            Array(#"<a r"#.utf8) + [0xFF] + Array(#"="1"/>"#.utf8),
            Array("<doc><De".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("t/></doc>".utf8),
            Array("<a r".utf8) + [0xC3] + Array(#"="1"/>"#.utf8), [0xFF, 0xFE], [0x00],
            Array("{\"requestor\":\"".utf8) + [0xC3, 0x28],
        ] {
            #expect(try await outcome(Data(bytes)) == Outcome.failed("CFG500"))
            #expect(try await outcome(Data(bytes), contentType: "application/json") == Outcome.failed("CFG500"))
        }
    }

    @Test(
        "P02: cut, doubled, empty and foreign documents are CFG500, not a short list",
        arguments: [
            #"<config><mvpd id="A"/><mvpd id="B">"#, "<!DOCTYPE html><html><body><br></body></html>", "<a/><b/>", "",
            " \n", "null", "[]", "{}", "\"text\"", "42", #"{"requestor":{"id":"NORTHSTAR","mvpds":[{"id":"A"}]"#,
            "<!DOCTYPE c [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><c>&x;</c>",
            RawService.xml("<mvpd><displayName>nameless</displayName></mvpd>"),
        ])
    func unusable(_ text: String) async throws {
        for type in ["application/xml", "application/json", "text/plain", ""] {
            #expect(try await outcome(Data(text.utf8), contentType: type) == Outcome.failed("CFG500"), "\(type)")
        }
    }

    @Test("P04: 3,000 MVPDs are all listed, the last one signs in")
    func manyMVPDs() async throws {
        let world = try World(signedIn: "mvpd2999_apple")
        world.simulator.dashboard { dashboard in
            dashboard.requestors[World.requestor]?.mvpds = (0..<3000).map {
                Dashboard.MVPD(
                    id: "MVPD\($0)", displayName: String(repeating: "Nåme ", count: 150) + "\($0)",
                    platformMappingID: "mvpd\($0)_apple")
            }
        }
        for forcesXML in [false, true] {
            world.simulator.dashboard { $0.forcesXML = forcesXML }
            let app = world.app(id: "XML \(forcesXML)")
            #expect(await app.setRequestor() == Outcome.complete)
            #expect(await app.check() == Outcome.yes)
            world.platform.change { $0.permission = .denied }
            #expect(await app.listedMVPDs().map(\.id) == (0..<3000).map { "MVPD\($0)" })
            world.platform.change { $0.permission = .granted }
        }
    }

    @Test("P04: a body beyond the limit is refused with CFG500 before anything reads it")
    func hugeBody() async throws {
        let world = try World()
        let megabyte = Data(repeating: UInt8(ascii: " "), count: 1 << 20)
        let service = try RawService { [.text(LoopbackServer.head(200)), .flood(megabyte, times: 64), .close] }
        #expect(await world.app(service: service.baseURL).setRequestor() == Outcome.failed("CFG500"))
    }

    @Test("P06: one bare ampersand among 200 MVPDs refuses the whole list; the simulator itself escapes")
    func bareAmpersand() async throws {
        let mvpds = (0..<200).map { RawService.mvpd("M\($0)", name: $0 == 77 ? "A&E Cable" : "Cable") }
        #expect(try await outcome(Data(RawService.xml(mvpds.joined()).utf8)) == Outcome.failed("CFG500"))
        let world = try World()
        world.platform.change { $0.permission = .denied }
        world.simulator.dashboard { dashboard in
            dashboard.forcesXML = true
            dashboard[World.requestor, World.mvpd]?.displayName = "A&E <Cable> \"1\" 'x'"
        }
        let app = world.app()
        #expect(await app.setRequestor() == ["status VSA403 info", "setRequestorComplete 1"])
        #expect(await app.listedMVPDs().first?.displayName == "A&E <Cable> \"1\" 'x'")
    }

    @Test("P07: blank lines or a byte order mark before the document do no harm")
    func leadingBytes() async throws {
        let xml = Data(RawService.xml(RawService.mvpd("A")).utf8)
        #expect(try await outcome(Data("\n\n".utf8) + xml) == Outcome.complete)
        #expect(try await outcome(Data([0xEF, 0xBB, 0xBF]) + xml) == Outcome.complete)
    }

    @Test("P08: names in any script and composition reach the host byte for byte, ids stay apart")
    func names() async throws {
        let ids = ["T\u{e9}l\u{e9}vision Qu\u{e9}bec", "Te\u{301}le\u{301}vision Que\u{301}bec", "スカパー", "قناة", "📺"]
        let world = try World()
        world.platform.change { $0.permission = .denied }
        let xml = RawService.xml(ids.map { RawService.mvpd($0) }.joined())
        let service = try RawService(Data(xml.utf8), contentType: "application/xml; charset=UTF-8")
        let app = world.app(service: service.baseURL)
        _ = await app.setRequestor()
        let listed = await app.listedMVPDs()
        #expect(listed.map { Array($0.id.utf8) } == ids.map { Array($0.utf8) })
        #expect(listed.map { Array($0.displayName.utf8) } == ids.map { Array($0.utf8) })
    }

    @Test("P08: a Latin-1 document says so and is read so")
    func latin1() async throws {
        let world = try World()
        world.platform.change { $0.permission = .denied }
        let xml = RawService.xml(RawService.mvpd("Q", name: "T\u{e9}l\u{e9} Qu\u{e9}bec"), encoding: "ISO-8859-1")
        let body = try #require(xml.data(using: .isoLatin1))
        let service = try RawService(body, contentType: "application/xml")
        let app = world.app(service: service.baseURL)
        _ = await app.setRequestor()
        #expect(await app.listedMVPDs().map(\.displayName) == ["T\u{e9}l\u{e9} Qu\u{e9}bec"])
    }

    @Test("P08: an id that differs only in composition keeps its own sign-in, on the wire and in the store")
    func spelledSignIn() async throws {
        let composed = Dashboard.MVPD(id: "C\u{e9}leste", displayName: "1", platformMappingID: "c\u{e9}leste_apple")
        let decomposed = Dashboard.MVPD(
            id: "Ce\u{301}leste", displayName: "2", platformMappingID: "ce\u{301}leste_apple")
        for provider in ["c\u{e9}leste_apple", "ce\u{301}leste_apple"] {
            let world = try World(signedIn: provider)
            world.simulator.dashboard { $0.requestors[World.requestor]?.mvpds = [composed, decomposed] }
            let app = world.app()
            #expect(await app.setRequestor() == Outcome.complete)
            let words = await app.run { $0.checkAuthentication() }
            #expect(words.first == "setAuthenticationStatus 1")
            let mvpd = words.last?.split(separator: "|", omittingEmptySubsequences: false)[1]
            let expected = provider.contains("\u{301}") ? decomposed.id : composed.id
            #expect(mvpd.map { Array($0.utf8) } == Array(expected.utf8))
        }
    }

    @Test("P09, S2.X5: an unknown value or element on one of 300 MVPDs hurts nobody; that one is not SSO enabled")
    func unknownValues() async throws {
        for (index, name) in ["boardingStatus", "enablePlatformServices", "x:future"].enumerated() {
            let world = try World(signedIn: "mvpd150_apple")
            world.simulator.dashboard { dashboard in
                dashboard.requestors[World.requestor]?.mvpds = (0..<300).map {
                    Dashboard.MVPD(id: "MVPD\($0)", displayName: "\($0)", platformMappingID: "mvpd\($0)_apple")
                }
                if index < 2 {
                    dashboard[World.requestor, "MVPD150"]?.extraFields = [name: index == 0 ? "BETA" : "yes"]
                } else {
                    dashboard[World.requestor, "MVPD150"]?.extraFields = ["future": "1", "boardingStatuses": "BETA"]
                }
            }
            let app = world.app()
            #expect(await app.setRequestor() == Outcome.complete, "\(name)")
            // What is merely new changes nothing; an odd value of a known field switches single sign-on off.
            #expect(await app.check() == (index < 2 ? Outcome.no : Outcome.yes), "\(name)")
            #expect(world.takeRequests().contains(.exchange) == (index == 2), "\(name)")
            world.platform.change { $0.account = .init(providerIdentifier: "mvpd299_apple") }
            #expect(await app.setRequestor() == Outcome.complete)
            #expect(await app.check() == Outcome.yes)
            world.platform.change { $0.permission = .denied }
            #expect(await app.listedMVPDs().count == 300)
        }
    }

    @Test("S2.C1: a requestor's name is one segment of the path, whatever it holds; an unknown one is CFG400")
    func hostileNames() async throws {
        let world = try World()
        for name in [
            "", ".", "..", "../NORTHSTAR", "NORTHSTAR/..", "NORTHSTAR?x=1", "NORTHSTAR#x", "NORTH STAR", "%4EORTHSTAR",
            "NÖRD\r\nX: y",
        ] {
            let app = world.app()
            let words = await app.setRequestor(name)
            #expect(words == Outcome.failed("CFG400"), "\(name)")
            #expect(await app.check() == Outcome.generic("CFG400"), "\(name)")
        }
    }

    @Test("P13: one id twice in a list: the first SSO enabled one, else the first, every time")
    func duplicates() async throws {
        let world = try World()
        world.platform.change { $0.permission = .denied }
        let doubled = RawService.xml(
            RawService.mvpd("A", name: "off") + RawService.mvpd("A", name: "on", isEnabled: true)
                + RawService.mvpd("A", name: "on too", isEnabled: true) + RawService.mvpd("B", name: "first")
                + RawService.mvpd("B", name: "second"))
        let service = try RawService(Data(doubled.utf8))
        let app = world.app(service: service.baseURL)
        for _ in 0..<20 {
            _ = await app.setRequestor()
            #expect(await app.listedMVPDs().map { "\($0.id) \($0.displayName)" } == ["A on", "B first"])
        }
    }

    @Test("S2.M: the lists of two URLs are merged in the host's order, whichever answers first")
    func mergedLists() async throws {
        let world = try World()
        world.platform.change { $0.permission = .denied }
        let lists = [["A", "B"], ["C", "B", "D"]].map { $0.map { RawService.mvpd($0, isEnabled: true) }.joined() }
        let services = try lists.map { try RawService(Data(RawService.xml($0).utf8)) }
        let app = world.app()
        for _ in 0..<20 {
            _ = await app.setRequestor(World.requestor, services.map(\.baseURL))
            #expect(await app.listedMVPDs().map(\.id) == ["A", "B", "C", "D"])
        }
    }
}
