import Foundation
import Testing

@testable import AdobePass

@Suite struct DeviceInformationTests {
    /// What REST V1 or V2 demands.
    static let mandatory = ["connectionType", "model", "osName", "osVersion", "primaryHardwareType", "version"]

    @Test func thisDeviceHasEveryMandatoryKey() {
        let values = DeviceInformation.linux()
        for key in Self.mandatory { #expect(values[key]?.isBlank == false, "\(key)") }
        #expect(values["osName"] == "Linux")
        #expect(values == DeviceInformation.linux())
        var names = utsname()
        uname(&names)
        let kernel = withUnsafeBytes(of: names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        #expect(values["version"] == kernel)
    }

    @Test func systemsThatTellNothingHaveThemToo() {
        let values = DeviceInformation.values(LinuxFacts())
        #expect(values.keys.sorted() == Self.mandatory)
        #expect(values["model"] == "unknown" && values["osVersion"] == "unknown" && values["connectionType"] == "LAN")
    }

    @Test func factsBecomeValues() {
        var facts = LinuxFacts(machine: "aarch64", kernel: "6.1.0")
        facts.osRelease = ["VERSION_ID": "12"]
        facts.model = "Board 4"
        facts.manufacturer = "Maker"
        facts.chassis = 30
        facts.isWireless = true
        #expect(
            DeviceInformation.values(facts) == [
                "model": "Board 4", "version": "6.1.0", "manufacturer": "Maker", "osName": "Linux", "osVersion": "12",
                "connectionType": "WiFi", "primaryHardwareType": "Tablet",
            ])
        facts.chassis = 10
        facts.model = nil
        #expect(DeviceInformation.values(facts)["primaryHardwareType"] == "Desktop")
        #expect(DeviceInformation.values(facts)["model"] == "aarch64")
    }

    @Test func osReleaseFiles() {
        let text = "# c\nNAME=\"A \\\"B\\\" \\$x\"\r\nID=debian\n VERSION_ID='12' \nEMPTY=\nbroken\n=x\nQ=\"\n"
        let fields = LinuxFacts.osRelease(text)
        #expect(fields["NAME"] == "A \"B\" $x" && fields["ID"] == "debian" && fields["VERSION_ID"] == "12")
        #expect(fields["EMPTY"] == "" && fields["Q"] == "\"" && fields["broken"] == nil)
    }

    @Test func routeTables() {
        let head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
        let wlan = "wlan0\t00000000\t0102A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0\n"
        let eth = "eth0\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n"
        let local = "eth1\t0002A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n"
        #expect(LinuxFacts.defaultInterface(head + local + wlan + eth) == "eth0")
        #expect(LinuxFacts.defaultInterface(head + wlan + local) == "wlan0")
        #expect(LinuxFacts.defaultInterface(head + local) == nil)
        #expect(LinuxFacts.defaultInterface("x\n\n") == nil)
    }

    @Test(
        arguments: [
            ("Board 4\0", "Board 4"), (" X1 \n", "X1"), ("To Be Filled By O.E.M.\n", nil), ("", nil), ("\0", nil),
            (nil, nil),
        ] as [(String?, String?)])
    func firmwareTexts(_ text: String?, _ told: String?) {
        #expect(LinuxFacts.firmware(text) == told)
    }

    @Test("L05: base64 of JSON with keys in order, + & = % é intact") func encoded() throws {
        let values = ["osName": "Linux", "model": "+ & = % é /\"\\", "a": "\n"]
        let text = DeviceInformation.encoded(values)
        let json = try #require(Data(base64Encoded: text))
        #expect(String(decoding: json, as: UTF8.self) == #"{"a":"\n","model":"+ & = % é /\"\\","osName":"Linux"}"#)
        #expect(text == DeviceInformation.encoded(values))
        #expect(DeviceInformation.encoded([:]) == "e30=")
    }

    @Test func hostValuesLieOnTop() {
        #expect(
            DeviceInformation.merge(["model": "own", "osName": "Linux"], under: ["model": "host", "x": "y"])
                == ["model": "host", "osName": "Linux", "x": "y"])
    }
}
