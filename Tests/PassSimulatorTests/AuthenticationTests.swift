import Base
import Foundation
import FoundationXML
import PassSimulator
import TestSupport
import Testing

@Suite struct AuthenticationTests {
    private let simulator: PassSimulator
    private let clock = ManualClock()

    init() throws {
        simulator = try PassSimulator(clock: clock)
    }

    @Test func withoutSignInEverythingSaysSo() async throws {
        let caller = try await Caller.signedUp(simulator)
        #expect(try await caller.get("/api/v1/tokens/authn").status == 404)
        #expect(try await caller.get("/api/v1/tokens/usermetadata").status == 404)
        let check = try await caller.get("/api/v1/checkauthn")
        #expect(check.status == 403)
        #expect(try object(check)["message"] as? String == "Authentication token expired")
        #expect(try await caller.send("DELETE", "/api/v1/logout?deviceId=d").status == 204)
    }

    @Test func anAuthenticationEndsByTheServicesClock() async throws {
        simulator.dashboard { $0.authenticationLife = .seconds(60) }
        let caller = try await Caller.signedUp(simulator)
        try await caller.signIn()
        clock.advance(by: .seconds(59))
        #expect(try await caller.get("/api/v1/tokens/authn").status == 200)
        #expect(try await caller.get("/api/v1/checkauthn").status == 200)
        clock.advance(by: .seconds(1))
        #expect(try await caller.get("/api/v1/tokens/authn").status == 410)
        #expect(try await caller.get("/api/v1/checkauthn").status == 403)
        #expect(try await caller.get("/api/v1/tokens/usermetadata").status == 412)
        try await caller.signIn()
        #expect(try await caller.get("/api/v1/tokens/authn").status == 200)
    }

    @Test("E02: the service's clock is its own, and Date tells it") func skew() async throws {
        let caller = try await Caller.signedUp(simulator)
        try await caller.signIn()
        let before = try await caller.get("/api/v1/checkauthn")
        #expect(before[header: "Date"] == "Mon, 30 Nov 2026 15:00:00 GMT")
        simulator.dashboard { $0.clockSkew = .seconds(3600) }
        let after = try await caller.get("/api/v1/checkauthn")
        #expect(after[header: "Date"] == "Mon, 30 Nov 2026 16:00:00 GMT")
        #expect(after.headers.count { $0.name.lowercased() == "date" } == 1)
        try await caller.signIn()
        let token = try object(await caller.get("/api/v1/tokens/authn"))
        #expect(token["expires"] as? String == String(1_796_050_800_000 + 7 * 3_600_000))
    }

    @Test func theTokenComesAsXMLToo() async throws {
        let caller = try await Caller.signedUp(simulator)
        try await caller.signIn()
        for (path, accept) in [
            ("/api/v1/tokens/authn", "application/xml"), ("/api/v1/tokens/authn.xml", "application/json"),
            ("/api/v1/tokens/authn", "*/*"),
        ] {
            var asking = caller
            asking.accept = accept
            let answer = try await asking.get(path)
            let root = try #require(XMLDocument(data: answer.body).rootElement())
            #expect(root.name == "authentication")
            let children = (root.children ?? []).map { [$0.name, $0.stringValue] }
            #expect(
                children == [
                    ["expires", String(1_796_050_800_000 + 6 * 3_600_000)], ["userId", "u-81"],
                    ["mvpd", "NorthCable"], ["requestor", "NORTHSTAR"],
                ])
        }
    }

    @Test func tokensAreOfARequestorAndADevice() async throws {
        simulator.dashboard { dashboard in
            dashboard.requestors["SOUTHSTAR"] = Dashboard.Requestor(
                id: "SOUTHSTAR", name: "South", domains: [], mvpds: [])
        }
        let caller = try await Caller.signedUp(simulator)
        try await caller.signIn()
        var other = caller
        other.device = "device-4712"
        #expect(try await other.get("/api/v1/tokens/authn").status == 404)
        #expect(try await caller.get("/api/v1/tokens/authn", requestor: "SOUTHSTAR").status == 404)
        #expect(try await caller.get("/api/v1/tokens/authn", requestor: "NOBODY").status == 400)
        // Another client of the same device sees it: tokens live on the service.
        let again = try await Caller.signedUp(simulator)
        #expect(try await again.get("/api/v1/tokens/authn").status == 200)
    }

    @Test func logoutIsOfARequestorOrTheWholeDevice() async throws {
        let caller = try await Caller.signedUp(simulator)
        var other = caller
        other.device = "device-4712"
        try await caller.signIn()
        try await other.signIn()
        simulator.dashboard { dashboard in
            dashboard.requestors["SOUTHSTAR"] = Dashboard.Requestor(
                id: "SOUTHSTAR", name: "South", domains: [], mvpds: [])
        }
        let query = "?deviceId=\(caller.device)"
        #expect(try await caller.send("DELETE", "/api/v1/logout\(query)&requestor=SOUTHSTAR").status == 204)
        #expect(try await caller.get("/api/v1/tokens/authn").status == 200)
        #expect(try await caller.send("DELETE", "/api/v1/logout\(query)&requestor=NOBODY").status == 400)
        #expect(try await caller.send("DELETE", "/api/v1/logout\(query)").status == 204)
        #expect(try await caller.get("/api/v1/tokens/authn").status == 404)
        #expect(try await other.get("/api/v1/tokens/authn").status == 200)
    }

    @Test(arguments: [
        "/api/v1/tokens/authn", "/api/v1/checkauthn", "/api/v1/tokens/authn?requestor=NORTHSTAR",
        "/api/v1/tokens/usermetadata", "/api/v1/tokens/usermetadata?deviceId=",
        "/api/v1/checkauthn?requestor=NORTHSTAR&deviceId=a&deviceId=a",
        "/api/v1/checkauthn?requestor=NORTHSTAR&deviceId=%F", "/api/v1/checkauthn?requestor=NORTHSTAR&deviceId=%FF",
    ])
    func aCallWithoutItsParametersIs400(_ path: String) async throws {
        let caller = try await Caller.signedUp(simulator)
        #expect(try await caller.send("GET", path).status == 400)
        #expect(try await caller.send("DELETE", "/api/v1/logout").status == 400)
    }

    @Test func metadataIsWhatTheDashboardHolds() async throws {
        simulator.dashboard { dashboard in
            dashboard["NORTHSTAR", "NorthCable"]?.userMetadata = [
                "userID": #""u-9 \"é\"""#, "maxRating": #"{"MPAA":"PG","VCHIP":7}"#, "hba_status": "true",
                "odd": "no JSON",
            ]
        }
        let caller = try await Caller.signedUp(simulator)
        try await caller.signIn()
        let answer = try await caller.get("/api/v1/tokens/usermetadata")
        #expect(answer[header: "Content-Type"]?.hasPrefix("application/json") == true)
        let metadata = try object(answer)
        #expect(metadata["encrypted"] as? [String] == [])
        let data = try #require(metadata["data"] as? [String: Any])
        #expect(data["userID"] as? String == "u-9 \"é\"")
        #expect((data["maxRating"] as? [String: Any])?["VCHIP"] as? Int == 7)
        #expect(data["hba_status"] as? Bool == true)
        #expect(data["odd"] as? String == "no JSON")
        #expect(data["tokenSource"] as? String == "Apple")
        #expect(try object(await caller.get("/api/v1/tokens/authn"))["userId"] as? String == "u-9 \"é\"")
        // Without requestor it is the device's.
        #expect(try await caller.get("/api/v1/tokens/usermetadata", requestor: nil).body == answer.body)
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.isIntegrated = false }
        #expect(try await caller.get("/api/v1/tokens/usermetadata").status == 412)
    }

    @Test func encryptedMetadataIsForTheProgrammerAlone() async throws {
        let long = String(repeating: "é", count: 300)
        simulator.dashboard { dashboard in
            dashboard["NORTHSTAR", "NorthCable"]?.userMetadata["long"] = "\"\(long)\""
            dashboard["NORTHSTAR", "NorthCable"]?.encryptedMetadata = ["zip", "long", "not there"]
        }
        let caller = try await Caller.signedUp(simulator)
        try await caller.signIn()
        let metadata = try object(await caller.get("/api/v1/tokens/usermetadata"))
        #expect(metadata["encrypted"] as? [String] == ["long", "zip"])
        let data = try #require(metadata["data"] as? [String: Any])
        #expect(try decrypted(data["zip"] as? String) == "[\"94040\"]")
        #expect(try decrypted(data["long"] as? String) == long)
        #expect(data["userID"] as? String == "u-81")
    }

    /// By the command line tool, block by block.
    private func decrypted(_ text: String?) throws -> String {
        let sealed = try #require(text.flatMap { Data(base64Encoded: $0) })
        let directory = try TemporaryDirectory()
        let key = directory.path + "/key.pem"
        try #require(simulator.programmerKey).exposed.write(toFile: key, atomically: true, encoding: .utf8)
        var plain = Data()
        for start in stride(from: 0, to: sealed.count, by: 256) {
            let block = directory.path + "/block"
            try sealed[start..<start + 256].write(to: URL(filePath: block))
            let process = ChildProcess()
            process.executableURL = URL(filePath: "/usr/bin/openssl")
            process.arguments = ["pkeyutl", "-decrypt", "-inkey", key, "-in", block]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            plain += output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
