import Foundation

@testable import AdobePass
@testable import PassSimulator

extension FuzzTarget {
    /// What Linux says of a device: `os-release`, the route table, the firmware's model and maker.
    static let device = FuzzTarget("device", longestInput: 2048) { input in
        let parts = input.parts(4).map(\.text)
        if let interface = LinuxFacts.defaultInterface(parts[1]) {
            try hold(!interface.contains(where: \.isWhitespace), "an interface of two words")
        }
        var facts = LinuxFacts(machine: "x86_64", kernel: "6.1.0", osRelease: LinuxFacts.osRelease(parts[0]))
        facts.model = LinuxFacts.firmware(parts[2])
        facts.manufacturer = LinuxFacts.firmware(parts[3])
        let values = DeviceInformation.values(facts)
        try hold(values.values.allSatisfy { !$0.isEmpty }, "an empty value")
        let needed: Set = ["model", "version", "osName", "osVersion", "connectionType", "primaryHardwareType"]
        try hold(needed.isSubset(of: values.keys), "a value the service needs is missing")
        try check(values)
        // A host's own values, and none of ours.
        try check(["model": parts[2], "osName": parts[3]].merging([parts[0]: parts[1]]) { own, _ in own })
    }

    private static func check(_ values: [String: String]) throws {
        let field = DeviceInformation.encoded(values)
        try hold(
            field.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "the device information does not fit into a header")
        guard let json = Data(base64Encoded: field) else { throw Broken(description: "no base64") }
        let read = try JSONDecoder().decode([String: String].self, from: json)
        try hold(read == values, "the device information is not what it was")
        var request = Request(target: "/")
        request.headers = [("X-Device-Info", field)]
        do {
            _ = try DeviceInfo(of: request)
        } catch {
            // Only for what is missing: `model` and `osName` are mandatory.
            let isLacking = ["model", "osName"].contains { values[$0, default: ""].isEmpty }
            try hold(isLacking, "the service refuses device information it should take")
        }
    }
}
