import Base
import Foundation
import PassSimulator
import Testing

@Suite struct SignInTests {
    @Test func theWholeWayFromRegistrationToLogout() async throws {
        let simulator = try PassSimulator(clock: ManualClock())
        defer { simulator.stop() }
        let caller = try await Caller.signedUp(simulator)
        #expect(try await caller.send("GET", "/api/v1/config/NORTHSTAR").status == 200)
        #expect(try await caller.get("/api/v1/tokens/authn").status == 404)

        try await caller.signIn()

        let token = try object(await caller.get("/api/v1/tokens/authn"))
        #expect(token["mvpd"] as? String == "NorthCable")
        #expect(token["requestor"] as? String == "NORTHSTAR")
        #expect(token["userId"] as? String == "u-81")
        #expect(token["expires"] as? String == String(1_796_050_800_000 + 6 * 3_600_000))
        #expect(try await caller.get("/api/v1/checkauthn").status == 200)
        let metadata = try object(await caller.get("/api/v1/tokens/usermetadata"))
        let data = try #require(metadata["data"] as? [String: Any])
        #expect(data["tokenSource"] as? String == "Apple")
        #expect(data["zip"] as? [String] == ["94040"])
        #expect(metadata["updated"] as? Int == 1_796_050_800)

        let query = "?requestor=NORTHSTAR&deviceId=\(caller.device)"
        #expect(try await caller.send("DELETE", "/api/v1/logout" + query).status == 204)
        #expect(try await caller.get("/api/v1/tokens/authn").status == 404)
        #expect(
            simulator.requests.map(\.endpoint) == [
                .register, .token, .configuration, .authentication, .profileRequest, .exchange, .authentication,
                .checkAuthentication, .userMetadata, .logout, .authentication,
            ])
        #expect(
            simulator.requests.map(\.status) == [201, 201, 200, 404, 200, 204, 200, 200, 200, 204, 404])
    }
}
