import Base
import Foundation
import PassSimulator
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct FaultTests {
    private let simulator: PassSimulator
    private let caller: Caller
    private let path = "/api/v1/config/NORTHSTAR"

    init() throws {
        simulator = try PassSimulator(clock: ManualClock())
        caller = Caller(simulator)
    }

    @Test func aStatusComesWithItsBodyAndHeadersSoManyTimes() async throws {
        let effect = Fault.Effect.status(
            503, body: "busy <é>", contentType: "text/odd", headers: ["Retry-After": "7", "X-Trace": "t"])
        simulator.setFault(Fault(effect, times: 2), at: .configuration)
        for _ in 1...2 {
            let answer = try await caller.send("GET", path)
            #expect(answer.status == 503)
            #expect(text(answer) == "busy <é>")
            #expect(answer[header: "Content-Type"] == "text/odd")
            #expect(answer[header: "Retry-After"] == "7")
            #expect(answer[header: "X-Trace"] == "t")
            #expect(answer[header: "Date"] != nil)
        }
        #expect(try await caller.send("GET", path).status == 200)
        #expect(simulator.requests.map(\.status) == [503, 503, 200])
    }

    @Test(arguments: [
        Fault.Effect.status(99, body: "", contentType: "a/b", headers: [:]),
        .status(-1, body: "", contentType: "a/b", headers: [:]),
        .status(.max, body: "", contentType: "a/b", headers: [:]),
        .status(200, body: "", contentType: "a\r\nb: c", headers: [:]), .redirect(302, to: "a\nb"),
        .status(200, body: "", contentType: "a/b", headers: ["": ""]),
    ])
    func whatHTTPCannotSayClosesTheConnection(_ effect: Fault.Effect) async throws {
        simulator.setFault(Fault(effect, times: 1), at: .configuration)
        await #expect(throws: HTTPTransportError.self) { try await caller.send("GET", path) }
        #expect(try await caller.send("GET", path).status == 200)
    }

    @Test func aFaultStaysUntilCleared() async throws {
        simulator.setFault(Fault(.html), at: .configuration)
        for _ in 1...3 { #expect(text(try await caller.send("GET", path)).contains("<html>")) }
        simulator.setFault(nil, at: .configuration)
        #expect(try await caller.send("GET", path + ".json")[header: "Content-Type"]?.contains("json") == true)
        simulator.setFault(Fault(.html), at: .configuration)
        simulator.setFault(Fault(.html, times: 0), at: .register)
        simulator.clearFaults()
        #expect(try await caller.send("GET", path + ".json")[header: "Content-Type"]?.contains("json") == true)
    }

    @Test func zeroTimesIsNever() async throws {
        simulator.setFault(Fault(.html, times: 0), at: .configuration)
        #expect(try await caller.send("GET", path + ".json")[header: "Content-Type"]?.contains("json") == true)
    }

    @Test(arguments: Endpoint.allCases) func everyEndpointHasItsOwn(_ endpoint: Endpoint) async throws {
        simulator.setFault(Fault(.body("fault", contentType: "text/plain")), at: endpoint)
        let calls: [(Endpoint, String, String)] = [
            (.register, "POST", "/o/client/register"), (.token, "POST", "/o/client/token"),
            (.configuration, "GET", path), (.profileRequest, "GET", "/api/v1/NORTHSTAR/profile-requests/NorthCable"),
            (.exchange, "POST", "/api/v1/tokens/authn"), (.authentication, "GET", "/api/v1/tokens/authn"),
            (.checkAuthentication, "GET", "/api/v1/checkauthn"), (.userMetadata, "GET", "/api/v1/tokens/usermetadata"),
            (.logout, "DELETE", "/api/v1/logout"), (.other, "GET", "/anything"), (.other, "PUT", path),
        ]
        for (hit, method, path) in calls {
            let answer = try await caller.send(method, path)
            #expect((text(answer) == "fault") == (hit == endpoint), "\(method) \(path)")
        }
        #expect(simulator.requests.map(\.endpoint) == calls.map(\.0))
    }

    @Test("T12: a page with status 200") func htmlPage() async throws {
        simulator.setFault(Fault(.html), at: .configuration)
        let answer = try await caller.send("GET", path)
        #expect(answer.status == 200)
        #expect(answer[header: "Content-Type"]?.hasPrefix("text/html") == true)
        #expect(text(answer).contains("<form") && text(answer).contains("SECRET-77"))
    }

    @Test("R05: throttled, without Retry-After") func throttled() async throws {
        simulator.setFault(Fault(.throttled), at: .configuration)
        let answer = try await caller.send("GET", path)
        #expect(answer.status == 429)
        #expect(answer[header: "Content-Type"] == "text/html")
        #expect(answer[header: "Retry-After"] == nil)
        #expect(text(answer).contains("<html>"))
    }

    @Test("T03: redirect", arguments: [301, 302, 307, 308]) func redirect(_ status: Int) async throws {
        simulator.setFault(Fault(.redirect(status, to: "http://127.0.0.1:1/x?y")), at: .configuration)
        let answer = try await caller.send("GET", path)
        #expect(answer.status == status)
        #expect(answer[header: "Location"] == "http://127.0.0.1:1/x?y")
    }

    @Test func aBodyReplacesTheProperOne() async throws {
        simulator.setFault(Fault(.body("<config>", contentType: "application/xml")), at: .configuration)
        let answer = try await caller.send("GET", path)
        #expect(answer.status == 200)
        #expect(text(answer) == "<config>")
        #expect(answer[header: "Content-Type"] == "application/xml")
    }

    @Test("T05: cut in mid-body") func truncated() async throws {
        simulator.setFault(Fault(.truncated, times: 1), at: .configuration)
        await #expect(throws: HTTPTransportError.self) { try await caller.send("GET", path) }
        let raw = try #require(RawConnection(to: simulator.baseURL))
        simulator.setFault(Fault(.truncated), at: .configuration)
        raw.send("GET \(path).json HTTP/1.1\r\nHost: x\r\n\r\n")
        let parts = raw.receiveAll().text.components(separatedBy: "\r\n\r\n")
        let whole = try await length(of: path + ".json")
        #expect(parts.first?.contains("Content-Length: \(whole)") == true)
        #expect(parts.last?.utf8.count == whole / 2)
        #expect(simulator.requests.first?.status == 200)
    }

    @Test("T08: cut without a length looks like an end") func truncatedWithoutLength() async throws {
        simulator.setFault(Fault(.truncatedWithoutLength), at: .configuration)
        let answer = try await caller.send("GET", path + ".json")
        #expect(answer.status == 200)
        #expect(answer[header: "Content-Length"] == nil)
        #expect(answer[header: "Transfer-Encoding"] == nil)
        let whole = try await length(of: path + ".json")
        #expect(answer.body.count == whole / 2)
    }

    @Test func anAnswerWithoutBodyIsCutBeforeItsHead() async throws {
        let caller = try await Caller.signedUp(simulator)
        let saml = try await onWire(caller.saml())
        for effect in [Fault.Effect.truncated, .truncatedWithoutLength] {
            // For good: on a kept connection the request is sent once more.
            simulator.setFault(Fault(effect), at: .logout)
            await #expect(throws: HTTPTransportError.self) {
                try await caller.send("DELETE", "/api/v1/logout?deviceId=\(caller.device)")
            }
        }
        simulator.clearFaults()
        #expect(try await caller.exchange(saml).status == 204)
    }

    @Test("T05: reset") func reset() throws {
        simulator.setFault(Fault(.reset), at: .configuration)
        let raw = try #require(RawConnection(to: simulator.baseURL))
        raw.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
        let (received, error) = raw.receiveAll()
        #expect(received.isEmpty)
        #expect(error == ECONNRESET)
        #expect(simulator.requests.map(\.status) == [nil])
    }

    @Test func delay() async throws {
        simulator.setFault(Fault(.delay(milliseconds: 40)), at: .configuration)
        let start = ContinuousClock.now
        #expect(try await caller.send("GET", path).status == 200)
        #expect(ContinuousClock.now - start >= .milliseconds(40))
    }

    @Test func aDelayHoldsUpNobodyElse() async throws {
        simulator.setFault(Fault(.delay(milliseconds: 3_600_000)), at: .configuration)
        let late = Task { try await caller.send("GET", path) }
        await simulator.waitForRequests(at: .configuration)
        #expect(try await caller.register().status == 201)
        late.cancel()
        await #expect(throws: HTTPTransportError.self) { try await late.value }
    }

    @Test func hold() async throws {
        simulator.setFault(Fault(.hold), at: .configuration)
        let held = Task { try await caller.send("GET", path) }
        await simulator.waitForRequests(at: .configuration)
        #expect(simulator.requests(at: .configuration).map(\.status) == [nil])
        #expect(try await caller.register().status == 201)
        // Answered by what is true when it goes.
        simulator.dashboard { $0.requestors = [:] }
        simulator.clearFaults()
        simulator.releaseHeld()
        #expect(try await held.value.status == 400)
        #expect(simulator.requests(at: .configuration).map(\.status) == [400])
    }

    @Test func aReleaseRightAfterTheArrivalIsNeverMissed() async throws {
        simulator.setFault(Fault(.hold), at: .configuration)
        for round in 1...300 {
            async let held = caller.send("GET", path)
            await simulator.waitForRequests(at: .configuration, count: round)
            simulator.releaseHeld()
            #expect(try await held.status == 200)
        }
    }

    @Test func aReleaseLetsGoOnlyWhoCameBefore() async throws {
        simulator.setFault(Fault(.hold), at: .configuration)
        simulator.releaseHeld()
        let held = Task { try await caller.send("GET", path) }
        await simulator.waitForRequests(at: .configuration)
        #expect(simulator.requests.map(\.status) == [nil])
        simulator.releaseHeld()
        #expect(try await held.value.status == 200)
    }

    @Test(arguments: [Fault.Effect.hold, .delay(milliseconds: 3_600_000), .drip(milliseconds: 3_600_000)])
    func aClientThatLeavesIsNotWaitedFor(_ effect: Fault.Effect) async throws {
        simulator.setFault(Fault(effect), at: .configuration)
        let gone = Task { try await caller.send("GET", path) }
        while try await waiting() != 1 {}
        gone.cancel()
        await #expect(throws: HTTPTransportError.self) { try await gone.value }
        while try await waiting() != 0 {}
        simulator.clearFaults()
        #expect(try await caller.send("GET", path).status == 200)
    }

    @Test("T07: a byte at a time") func drip() async throws {
        simulator.setFault(Fault(.drip(milliseconds: 1)), at: .other)
        let start = ContinuousClock.now
        let answer = try await caller.send("GET", "/nowhere")
        #expect(ContinuousClock.now - start >= .milliseconds(answer.body.count - 1))
        #expect(answer.status == 404)
        #expect(try object(answer)["status"] as? Int == 404)
        #expect(answer[header: "Content-Length"] == String(answer.body.count))
    }

    private func length(of path: String) async throws -> Int {
        simulator.clearFaults()
        return try await caller.send("GET", path).body.count
    }

    private func waiting() async throws -> Int? {
        try object(await caller.send("GET", "/dashboard"))["waiting"] as? Int
    }
}
