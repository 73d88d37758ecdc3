import Base
import Foundation
import PassSimulator
import Testing

@Suite struct TemporaryPassTests {
    private let simulator: PassSimulator
    private let clock = ManualClock()

    init() throws {
        simulator = try PassSimulator(clock: clock)
        simulator.dashboard {
            $0.enhancedErrors = true
            $0["NORTHSTAR", "EastFiber"]?.isTempPass = true
            $0["NORTHSTAR", "EastFiber"]?.tempPassLife = .seconds(60)
            $0["NORTHSTAR", "EastFiber"]?.denials = ["*": .byMVPD()]
        }
    }

    private func start(_ caller: Caller, key: String? = nil) async throws -> Int {
        var fields = [("requestor_id", "NORTHSTAR"), ("deviceId", caller.device), ("mso_id", "EastFiber")]
        if let key { fields.append(("generic_data", "%7B%22email%22%3A%22\(key)%22%7D")) }
        return try await caller.form("/api/v1/authenticate/freepreview", fields).status
    }

    private func reset(_ caller: Caller, _ query: String = "", path: String = "reset") async throws -> Int {
        try await caller.send(
            "DELETE", "/reset-tempass/v3/\(path)?requestor_id=NORTHSTAR&mvpd_id=EastFiber\(query)"
        ).status
    }

    private func code(_ caller: Caller, _ resource: String = "News") async throws -> String? {
        let answer = try await caller.ask("authorize", resource)
        return answer.status == 200 ? "permitted" : try object(answer)["code"] as? String
    }

    @Test func itsTimeRunsFromTheFirstAuthorization() async throws {
        let caller = try await Caller.signedUp(simulator)
        #expect(try await start(caller) == 204)
        clock.advance(by: .seconds(40))
        let first = try object(await caller.ask("authorize", "News"))
        #expect(first["source"] as? String == "temppass")
        #expect(first["expires"] as? String == String(clock.now.milliseconds + 60_000))
        clock.advance(by: .seconds(59))
        #expect(try await code(caller, "Sports") == "permitted")
        #expect(try await caller.ask("preauthorize", "Sports").status == 200)
        clock.advance(by: .seconds(1))
        #expect(try await code(caller) == "authentication_session_expired")
        #expect(try await caller.get("/api/v1/checkauthn").status == 403)
        // A new start is answered as ever, and leads nowhere.
        #expect(try await start(caller) == 204)
        #expect(try await caller.get("/api/v1/tokens/authn").status == 410)
    }

    @Test func aPromotionalPassCountsResources() async throws {
        simulator.dashboard { $0["NORTHSTAR", "EastFiber"]?.tempPassResourceLimit = 2 }
        let caller = try await Caller.signedUp(simulator)
        #expect(try await start(caller, key: "abc") == 204)
        #expect(try await code(caller, "A") == "permitted")
        #expect(try await code(caller, "B") == "permitted")
        #expect(try await code(caller, "A") == "permitted")
        #expect(try await code(caller, "C") == "temporary_access_resources_limit_exceeded")
        let metadata = try object(await caller.get("/api/v1/tokens/usermetadata"))
        let data = try #require(metadata["data"] as? [String: Any])
        #expect(data["remaining_resources"] as? Int == 0)
        #expect(data["used_assets"] as? [String] == ["A", "B"])
        #expect(data["expiration_date"] as? Int == Int(clock.now.milliseconds) + 60_000)
        // The same person on another device, the same device as another person: the same trial.
        var other = caller
        other.device = "device-4712"
        #expect(try await start(other, key: "abc") == 204)
        #expect(try await code(other, "C") == "temporary_access_resources_limit_exceeded")
        #expect(try await start(caller, key: "xyz") == 204)
        #expect(try await code(caller, "C") == "temporary_access_resources_limit_exceeded")
        var third = caller
        third.device = "device-4713"
        #expect(try await start(third) == 204)
        #expect(try await code(third, "C") == "permitted")
    }

    @Test func aResetGivesItBack() async throws {
        let caller = try await Caller.signedUp(simulator)
        var other = caller
        other.device = "device-4712"
        for who in [caller, other] {
            #expect(try await start(who, key: who.device) == 204)
            #expect(try await code(who) == "permitted")
        }
        clock.advance(by: .seconds(61))
        #expect(try await reset(caller, "&device_id=\(caller.device)") == 204)
        _ = try await start(caller)
        _ = try await start(other)
        #expect(try await code(caller) == "permitted")
        #expect(try await code(other) == "authentication_session_expired")
        #expect(try await reset(caller, "&key=device-4712", path: "reset/generic") == 204)
        _ = try await start(other)
        #expect(try await code(other) == "permitted")
        clock.advance(by: .seconds(61))
        #expect(try await reset(caller, "&device_id=all") == 204)
        _ = try await start(other)
        #expect(try await code(other) == "permitted")
        clock.advance(by: .seconds(61))
        simulator.resetTemporaryPasses()
        _ = try await start(other)
        #expect(try await code(other) == "permitted")
    }

    @Test func aResetIsForPassesAndForClients() async throws {
        let caller = try await Caller.signedUp(simulator)
        let query = "?requestor_id=NORTHSTAR&mvpd_id=NorthCable"
        #expect(try await caller.send("DELETE", "/reset-tempass/v3/reset\(query)").status == 400)
        #expect(try await caller.send("DELETE", "/reset-tempass/v3/reset?mvpd_id=EastFiber").status == 400)
        #expect(try await reset(Caller(simulator)) == 401)
        #expect(
            try await caller.form(
                "/api/v1/authenticate/freepreview",
                [
                    ("requestor_id", "NORTHSTAR"), ("deviceId", "d"), ("mso_id", "EastFiber"),
                    ("generic_data", "%28email%29"),
                ]
            ).status == 400)
    }
}
