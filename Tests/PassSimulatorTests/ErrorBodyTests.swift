import Base
import Foundation
import FoundationXML
import PassSimulator
import Testing

@Suite struct ErrorBodyTests {
    private let simulator: PassSimulator

    init() throws {
        simulator = try PassSimulator(clock: ManualClock())
    }

    @Test func simpleJSON() async throws {
        let caller = try await Caller.signedUp(simulator)
        let answer = try await caller.get("/api/v1/tokens/authn")
        #expect(answer[header: "Content-Type"]?.hasPrefix("application/json") == true)
        let body = try object(answer)
        #expect(Set(body.keys) == ["status", "message", "details"])
        #expect(body["status"] as? Int == 404)
        #expect(body["message"] as? String == "Not Found")
        #expect(body["details"] is NSNull)
    }

    @Test func simpleXML() async throws {
        var caller = try await Caller.signedUp(simulator)
        caller.accept = "application/xml"
        let answer = try await caller.profileRequest("Nobody")
        #expect(answer[header: "Content-Type"]?.hasPrefix("application/xml") == true)
        let root = try #require(XMLDocument(data: answer.body).rootElement())
        #expect(root.name == "error")
        let children = (root.children ?? []).map { [$0.name, $0.stringValue] }
        #expect(
            children == [
                ["status", "400"], ["message", "Bad Request"], ["details", "The MVPD is not integrated"],
            ])
    }

    @Test func enhancedJSON() async throws {
        simulator.dashboard { $0.enhancedErrors = true }
        let caller = try await Caller.signedUp(simulator)
        let answer = try await caller.get("/api/v1/tokens/authn")
        #expect(answer.status == 404)
        let body = try object(answer)
        #expect(Set(body.keys) == ["action", "status", "code", "message", "details", "helpUrl", "trace"])
        #expect(body["action"] as? String == "authentication")
        #expect(body["code"] as? String == "authentication_session_missing")
        let again = try object(await caller.get("/api/v1/tokens/authn"))
        #expect(body["trace"] as? String != again["trace"] as? String)
    }

    @Test func enhancedXML() async throws {
        simulator.dashboard { $0.enhancedErrors = true }
        var caller = try await Caller.signedUp(simulator)
        caller.accept = "application/xml"
        let answer = try await caller.profileRequest("Nobody")
        let root = try #require(XMLDocument(data: answer.body).rootElement())
        let children = (root.children ?? []).compactMap(\.name)
        #expect(children == ["action", "status", "code", "message", "details", "helpUrl", "trace"])
        #expect(try root.nodes(forXPath: "code").first?.stringValue == "unknown_integration")
        #expect(try root.nodes(forXPath: "action").first?.stringValue == "configuration")
    }

    @Test func theSuffixHoldsForErrorsToo() async throws {
        var caller = try await Caller.signedUp(simulator)
        caller.accept = "application/xml"
        let answer = try await caller.get("/api/v1/tokens/authn.json")
        #expect(try object(answer)["status"] as? Int == 404)
    }

    @Test func anUnknownPathIs404() async throws {
        for path in ["//", "/api/v1", "/api/v1/config", "/api/v1/config/", "/api/v1/config/a/b", "/api/v1/config/%FF"] {
            let answer = try await Caller(simulator).send("GET", path)
            #expect(answer.status == 404, "\(path)")
        }
        #expect(simulator.requests.allSatisfy { $0.endpoint == .other })
    }

    @Test func anUnknownMethodIs405() async throws {
        let answer = try await Caller(simulator).send("PUT", "/api/v1/tokens/authn")
        #expect(answer.status == 405)
        #expect(answer[header: "Allow"] == "POST, GET, HEAD")
        #expect(try await Caller(simulator).send("GET", "/o/client/register").status == 405)
    }

    @Test(arguments: [
        "/o/client/register", "/api/v2/NORTHSTAR/sessions", "/idp/token", "/reggie/v1/NORTHSTAR/regcode.json",
    ])
    func aBodyThatIsTooLargeIsRefusedInTheFormatOfThePath(_ path: String) async throws {
        let answer = try await Caller(simulator).send(
            "POST", path, headers: [("Content-Type", "text/plain"), ("Accept", "*/*")],
            body: String(repeating: "a", count: 1 << 20 | 1))
        #expect(answer.status == 413)
        #expect(answer[header: "Content-Type"]?.hasPrefix("application/json") == true)
        #expect(try object(answer)["status"] as? Int == 413)
    }

    @Test(arguments: ["/", "/dashboard", "/activate", "/web/style.css", "/idp/providers", "/api/v1/config/NORTHSTAR"])
    func headIsGetWithoutContent(_ path: String) async throws {
        var caller = Caller(simulator)
        caller.accept = "text/html, application/json;q=0.5"
        let (head, get) = (try await caller.send("HEAD", path), try await caller.send("GET", path))
        #expect(head.status == 200 && get.status == 200)
        #expect(head.body.isEmpty && !get.body.isEmpty)
        #expect(head[header: "Content-Type"] == get[header: "Content-Type"])
    }

    @Test(arguments: [
        ("POST", "/", "GET, HEAD"), ("DELETE", "/web/style.css", "GET, HEAD"),
        ("GET", "/dashboard/page/settings", "POST"), ("GET", "/dashboard/settings", "POST"),
        ("DELETE", "/dashboard/statement.jwt", "GET, HEAD"), ("GET", "/dashboard/faults/token", "POST, DELETE"),
        ("PUT", "/activate", "GET, HEAD, POST"), ("PUT", "/idp/signin", "GET, HEAD, POST"),
    ])
    func anotherMethodIsToldWhichAreKnown(_ method: String, _ path: String, _ allowed: String) async throws {
        let answer = try await Caller(simulator).send(method, path, headers: [("X-Pass-Simulator", "1")])
        #expect(answer.status == 405)
        #expect(answer[header: "Allow"] == allowed)
    }

    @Test(arguments: [
        #"{"throttles":true,"throttles":false}"#, #"{"throttles":false,"thr\u006fttles":true}"#,
        #"{"denials":{"R":{"code":"x"}},"throttles":true,"denials":{}}"#,
    ])
    func aNameThatRepeatsIsRefused(_ body: String) async throws {
        let json = [("Content-Type", "application/json")]
        let answer = try await Caller(simulator).send("POST", "/dashboard/settings", headers: json, body: body)
        #expect(answer.status == 400)
        #expect(!simulator.dashboard { $0.throttles })
        // The same name in two objects, or as a value, repeats nothing.
        let good =
            #"{"denials":{"code":{"code":"authorization_denied_by_mvpd","details":"a, \"code\": b"}},"userMetadata":{"a":["a","a"]}}"#
        let path = "/dashboard/mvpd/NORTHSTAR/NorthCable"
        #expect(try await Caller(simulator).send("POST", path, headers: json, body: good).status == 200)
    }

    @Test(arguments: [
        "data://x", "vbscript://x", "javascript://x", "http://evil.example/", "file:///etc/passwd", "nowhere",
    ])
    func logoutEndsAtAnApplicationAlone(_ redirect: String) async throws {
        let path = "/adobe-services/logout?requestor_id=NORTHSTAR&redirect_url="
        let answer = try await Caller(simulator).send("GET", path + redirect)
        #expect(answer.status == 400 && answer[header: "Location"] == nil)
        #expect(try await Caller(simulator).send("GET", path + "adobepass://ios.app").status == 302)
    }

    @Test func noErrorRepeatsWhatWasSent() async throws {
        let caller = try await Caller.signedUp(simulator)
        let saml = try await onWire(caller.saml())
        let answers = [
            try await caller.exchange(String(saml.dropLast(8))), try await caller.exchange(saml, mvpd: "Nobody"),
            try await caller.get("/api/v1/tokens/authn"),
        ]
        for answer in answers {
            #expect(answer.status >= 400)
            #expect(!text(answer).contains(caller.device))
            #expect(!text(answer).contains(saml.prefix(20)))
        }
    }
}
