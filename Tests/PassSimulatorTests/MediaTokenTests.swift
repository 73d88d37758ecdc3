import Base
import Foundation
import PassSimulator
import Testing

@Suite struct MediaTokenTests {
    private let simulator: PassSimulator
    private let clock = ManualClock()

    init() throws {
        simulator = try PassSimulator(clock: clock)
    }

    private func token(_ caller: Caller, _ resource: String = "News", call: String = "tokens/media") async throws
        -> String
    {
        let answer = try await caller.ask(call, resource)
        #expect(answer[header: "Cache-Control"] == "no-store")
        let play = try object(answer)
        #expect(play["expires"] as? String == String(clock.now.milliseconds + 300_000))
        #expect(play["mvpdId"] as? String == "NorthCable")
        #expect(play["mvpd"] == nil)
        #expect(play["userId"] as? String == "u-81")
        return try #require(play["serializedToken"] as? String)
    }

    private func signedIn() async throws -> Caller {
        let caller = try await Caller.signedUp(simulator)
        try await caller.signIn()
        #expect(try await caller.ask("authorize", "News").status == 200)
        return caller
    }

    private func redeem(_ token: String, _ resource: String = "News", _ requestor: String = "NORTHSTAR")
        -> MediaTokenVerdict
    {
        simulator.redeem(Secret(token), resource: resource, requestor: requestor)
    }

    @Test func aTokenIsGoodOnceAndNeverTheSame() async throws {
        let caller = try await signedIn()
        let tokens = [try await token(caller), try await token(caller), try await token(caller, call: "mediatoken")]
        #expect(Set(tokens).count == 3)
        #expect(tokens.map { redeem($0) } == [.valid, .valid, .valid])
        #expect(tokens.map { redeem($0) } == [.used, .used, .used])
    }

    @Test func aTokenIsForOneResourceAndOneRequestor() async throws {
        let caller = try await signedIn()
        let token = try await token(caller)
        #expect(redeem(token, "Sports") == .otherResource)
        #expect(redeem(token, "News", "SOUTHSTAR") == .otherRequestor)
        // What was only looked at is still good.
        #expect(redeem(token) == .valid)
        #expect(try await caller.ask("tokens/media", "Sports").status == 403)
    }

    @Test func aTokenEnds() async throws {
        let caller = try await signedIn()
        let tokens = [try await token(caller), try await token(caller)]
        clock.advance(by: .seconds(299))
        #expect(redeem(tokens[0]) == .valid)
        clock.advance(by: .seconds(1))
        #expect(redeem(tokens[1]) == .expired)
        #expect(redeem(tokens[0]) == .expired)
    }

    @Test func aTokenThatWasTouchedIsFoundOut() async throws {
        let caller = try await signedIn()
        let token = try await token(caller)
        let text = try #require(Data(base64Encoded: token).map { String(decoding: $0, as: UTF8.self) })
        let later = text.replacing(/<notAfter>\d+/, with: "<notAfter>9999999999999")
        #expect(later != text)
        #expect(redeem(base64(later)) == .forged)
        #expect(redeem(base64(String(text.dropLast()))) == .forged)
        for odd in ["", "x", String(token.dropLast(4)), base64("<signatureInfo>x"), base64(""), token + "\n"] {
            #expect([.malformed, .forged].contains(redeem(odd)))
        }
        let other = try PassSimulator(clock: clock)
        #expect(other.redeem(Secret(token), resource: "News", requestor: "NORTHSTAR") == .forged)
        #expect(redeem(token) == .valid)
    }

    @Test func theDashboardRedeems() async throws {
        let caller = try await signedIn()
        let token = try await token(caller)
        func redeem(_ body: String) async throws -> HTTPResponse {
            try await caller.send(
                "POST", "/dashboard/media-token", headers: [("Content-Type", "application/json")], body: body)
        }
        let body = #"{"token":"\#(token)","resource":"News","requestor":"NORTHSTAR"}"#
        #expect(try object(await redeem(body))["verdict"] as? String == "valid")
        #expect(try object(await redeem(body))["verdict"] as? String == "used")
        #expect(try await redeem("{}").status == 400)
    }
}
