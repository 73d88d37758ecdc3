import AccessEnabler
import Foundation
import Testing

@testable import enum AccessEnabler.HostValue
@testable import enum AccessEnabler.IntegrityCheckType
@testable import struct AccessEnabler.MetadataQuestion
@testable import struct AccessEnabler.Options
@testable import struct AccessEnabler.ProviderFilter

/// Untyped lists and dictionaries, as hosts of the original SDK hand them over.
@Suite("Facade: arguments") struct HostValueTests {
    @Test("Texts, whatever type a host gives")
    func texts() throws {
        let url = try #require(URL(string: "https://sp.auth.adobe.com"))
        let list: [Any] = ["a", url, 7, NSString(string: "b"), NSNumber(value: 3), Optional("c") as Any, true]
        #expect(HostValue.texts(list) == ["a", "https://sp.auth.adobe.com", "7", "b", "3", "c", "true"])
        #expect(HostValue.texts([Optional<String>.none as Any, "a"]) == ["a"])
        #expect(HostValue.texts(nil as [Any]?).isEmpty)
        #expect(HostValue.texts(["key": "value", 1: 2] as [AnyHashable: Any]) == ["key": "value", "1": "2"])
        #expect(HostValue.texts(nil as [AnyHashable: Any]?).isEmpty)
    }

    @Test("Options by the reference's names; others are ignored")
    func options() {
        let options = Options([
            "applicationProfile": "profile", "visitorID": "visitor", "handleSVC": true,
            "device_info": ["model": "box", "displayPpi": 294], "other": 1,
        ])
        #expect(
            options
                == Options(
                    applicationProfile: "profile", visitorID: "visitor", handleSVC: true,
                    deviceInfo: ["model": "box", "displayPpi": "294"]))
        #expect(Options(nil) == Options())
        #expect(Options(["handleSVC": "false"]) == Options())
    }

    @Test("handleSVC is a truth value, a number or a text", arguments: ["true", "YES", "1"])
    func handleSVC(_ text: String) {
        #expect(Options(["handleSVC": text]).handleSVC)
        #expect(Options(["handleSVC": NSNumber(value: true)]).handleSVC)
        #expect(!Options(["handleSVC": NSNumber(value: false)]).handleSVC)
    }

    @Test("Device information as JSON, plain or in base64; anything else says nothing")
    func deviceInfo() {
        let json = #"{"model":"box","osName":"Linux","displayPpi":294}"#
        let expected = ["model": "box", "osName": "Linux", "displayPpi": "294"]
        #expect(Options(["device_info": json]).deviceInfo == expected)
        #expect(Options(["device_info": Data(json.utf8).base64EncodedString()]).deviceInfo == expected)
        #expect(Options(["device_info": "none"]).deviceInfo.isEmpty)
        #expect(Options(["device_info": "[1]"]).deviceInfo.isEmpty)
    }

    @Test("S4.F: both shapes of the filter")
    func filters() {
        let dictionary: [AnyHashable: Any] = [TV_PROVIDERS: ["A", "B"], "FEATURED_TV_PROVIDERS": ["B"]]
        #expect(ProviderFilter(dictionary) == ProviderFilter(tvProviders: ["A", "B"], featuredTVProviders: ["B"]))
        #expect(ProviderFilter(["A", "B"] as [Any]) == ProviderFilter(tvProviders: ["A", "B"]))
        #expect(ProviderFilter(nil as [Any]?) == nil)
        #expect(ProviderFilter(nil as [AnyHashable: Any]?) == nil)
        #expect(ProviderFilter(["TV_PROVIDERS": "A"] as [AnyHashable: Any]) == ProviderFilter())
    }

    @Test("M2: opcodes as any number")
    func questions() {
        func question(_ opcode: Any, _ more: [AnyHashable: Any] = [:]) -> MetadataQuestion {
            MetadataQuestion(more.merging([METADATA_OPCODE_KEY: opcode]) { first, _ in first })
        }
        #expect(question(METADATA_AUTHENTICATION).key == .authenticationExpiry)
        #expect(question(Int(METADATA_DEVICE_ID)).key == .deviceID)
        #expect(question(NSNumber(value: 3), [METADATA_USER_META_KEY: "zip"]).key == .userMetadata("zip"))
        #expect(question("1", [METADATA_RESOURCE_ID_KEY: "R"]).key == .authorizationExpiry(resource: "R"))
    }

    @Test("A question that names nothing known asks for nothing, under its own number")
    func oddQuestions() {
        let nothing = MetadataKey.authorizationExpiry(resource: "")
        let odd: [([AnyHashable: Any]?, Int32)] = [
            (nil, -1), ([:], -1), ([METADATA_OPCODE_KEY: "zip"], -1), ([METADATA_OPCODE_KEY: 99], 99),
            ([METADATA_OPCODE_KEY: METADATA_USER_META], 3), ([METADATA_OPCODE_KEY: METADATA_AUTHORIZATION], 1),
            ([METADATA_OPCODE_KEY: Int64.max], -1),
        ]
        for (arguments, opcode) in odd {
            let question = MetadataQuestion(arguments)
            #expect(question.key == nothing)
            #expect(question.opcode == opcode)
        }
    }

    @Test("I2: the storage checks")
    func integrityChecks() {
        #expect(IntegrityCheckType.allCases.map(\.check) == [.none, .all, .clear])
    }
}
