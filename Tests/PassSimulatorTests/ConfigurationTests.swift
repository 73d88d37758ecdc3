import Base
import Foundation
import FoundationXML
import PassSimulator
import Testing

@Suite struct ConfigurationTests {
    private let simulator: PassSimulator
    private let caller: Caller
    private let path = "/api/v1/config/NORTHSTAR"

    init() throws {
        simulator = try PassSimulator(clock: ManualClock())
        caller = Caller(simulator)
    }

    @Test func jsonSaysWhatIsDocumented() async throws {
        let answer = try await caller.send("GET", path + "?deviceType=iOS")
        #expect(answer.status == 200)
        #expect(answer[header: "Content-Type"]?.hasPrefix("application/json") == true)
        let requestor = try #require(object(answer)["requestor"] as? [String: Any])
        #expect(requestor["id"] as? String == "NORTHSTAR")
        #expect(requestor["name"] as? String == "North Star Television")
        let domains = try #require(requestor["domains"] as? [[String: Any]])
        #expect(domains.map { $0["name"] as? String } == ["northstar.example"])
        let mvpds = try #require(requestor["mvpds"] as? [[String: Any]])
        #expect(mvpds.map { $0["id"] as? String } == ["NorthCable", "SouthSat", "EastFiber"])
        #expect(mvpds.map { $0["boardingStatus"] as? String } == ["SUPPORTED", "PICKER", nil])
        #expect(mvpds[0]["displayName"] as? String == "North Cable")
        #expect(mvpds[0]["logoUrl"] as? String == "https://logos.example/NorthCable.png")
        #expect(mvpds[0]["enablePlatformServices"] as? Bool == true)
        #expect(mvpds[0]["displayInPlatformPicker"] as? Bool == true)
        #expect(mvpds[0]["platformMappingId"] as? String == "northcable_apple")
        #expect(mvpds[0]["requiredMetadataFields"] as? [String] == ["userID", "householdID"])
        for name in ["iFrameRequired", "isProxy", "isTempPass", "authPerAggregator"] {
            #expect(mvpds[0][name] as? Bool == false)
        }
        let platformFields = [
            "enablePlatformServices", "boardingStatus", "displayInPlatformPicker", "platformMappingId",
            "requiredMetadataFields",
        ]
        #expect(platformFields.allSatisfy { mvpds[2][$0] == nil })
    }

    @Test func xmlSaysTheSame() async throws {
        let answer = try await caller.send("GET", path + "?deviceType=iOS", headers: [("Accept", "application/xml")])
        #expect(answer[header: "Content-Type"]?.hasPrefix("application/xml") == true)
        let root = try #require(XMLDocument(data: answer.body).rootElement())
        #expect(root.localName == "config")
        #expect(root.uri == "http://pass.adobe.com/config")
        let mvpds = try root.nodes(forXPath: "requestor/mvpds/mvpd")
        #expect(mvpds.count == 3)
        func texts(_ node: XMLNode, _ path: String) throws -> [String] {
            try node.nodes(forXPath: path).compactMap(\.stringValue)
        }
        #expect(try texts(root, "requestor/id") == ["NORTHSTAR"])
        #expect(try texts(root, "requestor/domains/domain") == ["northstar.example"])
        #expect(try texts(mvpds[0], "platformMappingId") == ["northcable_apple"])
        #expect(try texts(mvpds[0], "enablePlatformServices") == ["true"])
        #expect(try texts(mvpds[0], "requiredMetadataFields") == ["userID", "householdID"])
        #expect(try texts(mvpds[2], "platformMappingId | boardingStatus | enablePlatformServices").isEmpty)
    }

    @Test(arguments: [
        ("", "application/json", "json"), ("", "application/xml", "xml"), ("", "*/*", "xml"), ("", "text/xml", "xml"),
        ("", "application/xml;q=0.5, application/json", "json"), ("", "application/json;q=0.2,text/xml;q=0.3", "xml"),
        ("?format=json", "*/*", "json"), ("?format=xml", "application/json", "xml"), ("?format=odd", "*/*", "xml"),
        (".json", "*/*", "json"), (".xml", "application/json", "xml"), (".json?format=xml", "application/xml", "json"),
    ])
    func theFormatIsChosenBySuffixThenParameterThenHeader(
        _ tail: String, _ accept: String, _ format: String
    ) async throws {
        let answer = try await caller.send("GET", path + tail, headers: [("Accept", accept)])
        #expect(answer.status == 200)
        #expect(answer[header: "Content-Type"]?.hasPrefix("application/\(format)") == true)
        #expect(text(answer).hasPrefix(format == "xml" ? "<?xml" : "{"))
    }

    @Test func theDashboardCanForceXML() async throws {
        simulator.dashboard { $0.forcesXML = true }
        #expect(text(try await caller.send("GET", path + ".json")).hasPrefix("<?xml"))
    }

    @Test("V10: The platform chooses its own switch") func thePlatformChoosesItsOwnSwitch() async throws {
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.enablePlatformServices = ["iOS": true, "tvOS": false] }
        func isEnabled(_ tail: String, _ headers: [(String, String)] = []) async throws -> Bool? {
            let answer = try await caller.send("GET", path + tail, headers: headers)
            let requestor = try #require(object(answer)["requestor"] as? [String: Any])
            return (requestor["mvpds"] as? [[String: Any]])?.first?["enablePlatformServices"] as? Bool
        }
        #expect(try await isEnabled("?deviceType=iOS") == true)
        #expect(try await isEnabled("?deviceType=tvOS") == false)
        #expect(try await isEnabled("", [("X-Device-Info", deviceInfo("iOS"))]) == true)
        #expect(try await isEnabled("", [("X-Device-Info", deviceInfo("tvOS"))]) == false)
        #expect(try await isEnabled("", [("X-Device-Info", wireEncoded(deviceInfo("iOS")))]) == true)
        #expect(try await isEnabled("?device_info=\(wireEncoded(deviceInfo("iOS")))") == true)
        #expect(try await isEnabled("?deviceType=tvOS", [("X-Device-Info", deviceInfo("iOS"))]) == false)
        #expect(try await isEnabled("") == false)
        #expect(simulator.requests.last?.platform == nil)
        #expect(simulator.requests.dropLast().last?.platform == "tvOS")
    }

    @Test(arguments: ["NOBODY", "northstar", "NORTHSTAR%20", "%4eORTHSTA"])
    func anUnknownRequestorIs400(_ id: String) async throws {
        simulator.dashboard { $0.enhancedErrors = true }
        let answer = try await caller.send("GET", "/api/v1/config/" + id)
        #expect(answer.status == 400)
        #expect(try object(answer)["code"] as? String == "invalid_requestor")
    }

    @Test func aPercentEncodedIdIsTheSameId() async throws {
        #expect(try await caller.send("GET", "/api/v1/config/%4eORTHSTAR").status == 200)
    }

    @Test func undecodableDeviceInformationIs400() async throws {
        simulator.dashboard { $0.enhancedErrors = true }
        for info in ["?", base64("[]"), base64(#"{"model":"x"}"#), base64(#"{"osName":"iOS"}"#)] {
            let answer = try await caller.send("GET", path, headers: [("X-Device-Info", info)])
            #expect(answer.status == 400)
            #expect(try object(answer)["code"] as? String == "invalid_device_info")
        }
    }

    @Test("P06: Names are escaped in both formats") func namesAreEscapedInBothFormats() async throws {
        let name = "A&E <b> \"q\" 'a' \\ ]]> \u{1} \n end"
        simulator.dashboard { $0["NORTHSTAR", "EastFiber"]?.displayName = name }
        let json = try await caller.send("GET", path)
        let requestor = try #require(object(json)["requestor"] as? [String: Any])
        #expect((requestor["mvpds"] as? [[String: Any]])?.last?["displayName"] as? String == name)
        let xml = try XMLDocument(data: try await caller.send("GET", path + ".xml").body)
        let texts = try xml.nodes(forXPath: "//mvpd[id='EastFiber']/displayName").map(\.stringValue)
        // XML 1.0 has no word for control characters.
        #expect(texts == [name.replacing("\u{1}", with: "\u{FFFD}")])
    }

    @Test("P09: Tomorrow's fields and values") func tomorrowsFieldsAndValues() async throws {
        simulator.dashboard { dashboard in
            dashboard["NORTHSTAR", "NorthCable"]?.boardingStatus = "BETA"
            dashboard["NORTHSTAR", "NorthCable"]?.extraFields = [
                "future": "<1>", "x:future": "2", "enablePlatformServices": "yes", "9bad name": "in JSON only",
            ]
        }
        let json = try await caller.send("GET", path + "?deviceType=iOS")
        let requestor = try #require(object(json)["requestor"] as? [String: Any])
        let mvpd = try #require((requestor["mvpds"] as? [[String: Any]])?.first)
        #expect(mvpd["boardingStatus"] as? String == "BETA")
        #expect(mvpd["future"] as? String == "<1>")
        #expect(mvpd["enablePlatformServices"] as? String == "yes")
        #expect(mvpd["9bad name"] as? String == "in JSON only")
        let xml = try XMLDocument(data: try await caller.send("GET", path + ".xml").body)
        let children = try #require(xml.nodes(forXPath: "//mvpd[id='NorthCable']").first?.children)
        let byName = Dictionary(children.map { ($0.name ?? "", $0.stringValue ?? "") }) { first, _ in first }
        #expect(byName["future"] == "<1>")
        #expect(byName["x:future"] == "2")
        #expect(byName["enablePlatformServices"] == "yes")
        #expect(byName["9bad name"] == nil)
    }

    @Test func anMVPDNotIntegratedIsNotListed() async throws {
        simulator.dashboard { $0["NORTHSTAR", "SouthSat"]?.isIntegrated = false }
        let requestor = try #require(object(await caller.send("GET", path))["requestor"] as? [String: Any])
        let ids = (requestor["mvpds"] as? [[String: Any]])?.map { $0["id"] as? String }
        #expect(ids == ["NorthCable", "EastFiber"])
    }

    @Test func aKnownBodyIs304UntilSomethingChanges() async throws {
        let first = try await caller.send("GET", path)
        let tag = try #require(first[header: "ETag"])
        for field in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let again = try await caller.send("GET", path, headers: [("If-None-Match", field)])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            #expect(again[header: "ETag"] == tag)
        }
        #expect(try await caller.send("GET", path, headers: [("If-None-Match", "\"other\"")]).status == 200)
        #expect(try await caller.send("GET", path + ".xml", headers: [("If-None-Match", tag)]).status == 200)
        simulator.dashboard { $0["NORTHSTAR", "EastFiber"]?.displayName = "West Fiber" }
        #expect(try await caller.send("GET", path, headers: [("If-None-Match", tag)]).status == 200)
        simulator.dashboard { $0.sendsValidators = false }
        let bare = try await caller.send("GET", path, headers: [("If-None-Match", "*")])
        #expect(bare.status == 200)
        #expect(bare[header: "ETag"] == nil)
    }

    @Test("P08: The large scenario holds every kind of name") func theLargeScenarioHoldsEveryKindOfName() async throws {
        let large = try PassSimulator(.large, clock: ManualClock())
        defer { large.stop() }
        let caller = Caller(large)
        let expected = large.dashboard { $0.requestors["NORTHSTAR"]?.mvpds ?? [] }
        let answer = try await caller.send("GET", path + "?deviceType=tvOS")
        let requestor = try #require(object(answer)["requestor"] as? [String: Any])
        let mvpds = try #require(requestor["mvpds"] as? [[String: Any]])
        #expect(mvpds.count == 1000)
        let names = mvpds.map { $0["displayName"] as? String ?? "" }
        #expect(names.map { Array($0.utf8) } == expected.map { Array($0.displayName.utf8) })
        #expect(Set(mvpds.map { Data((($0["id"] as? String) ?? "").utf8) }).count == 1000)
        #expect(mvpds.dropFirst(3).count { $0["boardingStatus"] as? String == "SUPPORTED" } == 331)
        #expect(names.contains { $0.contains("قناة") } && names.contains { $0.contains("スカイ") })
        let xml = try XMLDocument(data: try await caller.send("GET", path + ".xml").body)
        let inXML = try xml.nodes(forXPath: "//mvpd/displayName").map { Array(($0.stringValue ?? "").utf8) }
        #expect(inXML == expected.map { Array($0.displayName.utf8) })
        #expect(Scenario.large == Scenario.large)
    }

    @Test("P08: Ids that look alike stay two") func idsThatLookAlikeStayTwo() async throws {
        let large = try PassSimulator(.large, clock: ManualClock())
        defer { large.stop() }
        large.dashboard { dashboard in
            dashboard["NORTHSTAR", "C\u{E9}leste"]?.displayName = "composed"
            dashboard["NORTHSTAR", "Ce\u{301}leste"]?.displayName = "decomposed"
        }
        let names = large.dashboard { $0.requestors["NORTHSTAR"]?.mvpds.suffix(2).map(\.displayName) }
        #expect(names == ["composed", "decomposed"])
    }
}

/// The device information of a device with this system, in base64.
func deviceInfo(_ osName: String) -> String {
    Data("{\"model\":\"Réglisse 1\",\"osName\":\"\(osName)\",\"version\":\"1\"}".utf8).base64EncodedString()
}
