import Base
import Foundation
import TestSupport
import Testing

@testable import AppleIDSimulator
@testable import PassSimulator

/// The local identity provider, as programs and hostile pages meet it.
@Suite("The Apple ID simulator") struct SimulatorTests {
    private static let redirect = "http://127.0.0.1:9/cb"
    private static let challenge = base64URL(sha256(Array("verifier".utf8)))

    private func get(
        _ simulator: AppleIDSimulator, _ query: String
    ) async throws -> HTTPResponse {
        try await CurlTransport().send(HTTPRequest(url: simulator.baseURL + query))
    }

    private func authorize(_ simulator: AppleIDSimulator, _ more: String = "") async throws -> HTTPResponse {
        try await get(
            simulator,
            "/auth/authorize?client_id=com.example.juice&redirect_uri=\(Self.redirect)&response_type=code\(more)")
    }

    @Test("pages are kept from frames, caches, foreign scripts and guesses about their type")
    func headers() async throws {
        let simulator = try AppleIDSimulator()
        for page in [try await authorize(simulator), try await get(simulator, "/")] {
            let policy = try #require(page[header: "Content-Security-Policy"])
            #expect(policy.hasPrefix("default-src 'none'; ") && policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("script-src") && !policy.contains("unsafe"))
            #expect(page[header: "X-Frame-Options"] == "DENY")
            #expect(page[header: "X-Content-Type-Options"] == "nosniff")
            #expect(page[header: "Referrer-Policy"] == "same-origin")
            #expect(page[header: "Cache-Control"] == "no-store")
            let html = String(decoding: page.body, as: UTF8.self)
            #expect(!html.contains("<style") && !html.contains("style=") && html.contains("/web/style.css"))
        }
        // A form leads to this service, and to where the app's answer goes.
        let policy = try #require(try await authorize(simulator)[header: "Content-Security-Policy"])
        #expect(policy.contains("form-action 'self' http://127.0.0.1:9; "))
        #expect(try await get(simulator, "/web/style.css").status == 200)
    }

    @Test(
        "a challenge is S256 and whole, or the request is refused",
        arguments: [
            ("&code_challenge=\(challenge)&code_challenge_method=S256", 200), ("", 200),
            ("&code_challenge=\(challenge)", 400), ("&code_challenge=\(challenge)&code_challenge_method=plain", 400),
            ("&code_challenge=\(challenge)&code_challenge_method=s256", 400), ("&code_challenge_method=S256", 400),
            ("&code_challenge=&code_challenge_method=S256", 400),
            ("&code_challenge=\(challenge.dropLast())&code_challenge_method=S256", 400),
            ("&code_challenge=\(challenge)A&code_challenge_method=S256", 400),
            ("&code_challenge=\(challenge.dropLast())%2B&code_challenge_method=S256", 400),
        ])
    func challenges(_ more: String, _ status: Int) async throws {
        #expect(try await authorize(try AppleIDSimulator(), more).status == status)
    }

    @Test("a proof has 43 to 128 letters of its alphabet, is the one of the challenge, and nobody gives one unasked")
    func proofs() {
        func challenge(_ verifier: String) -> String { base64URL(sha256(Array(verifier.utf8))) }
        for count in [43, 128] {
            let verifier = String(repeating: "a", count: count)
            #expect(ProofKey.isProof(verifier, of: challenge(verifier)))
        }
        for verifier in [
            "", "verifier", String(repeating: "a", count: 42), String(repeating: "a", count: 129),
            String(repeating: "a", count: 42) + "é", String(repeating: "a", count: 42) + "+",
            String(repeating: "a", count: 42) + "\n",
        ] {
            #expect(!ProofKey.isProof(verifier, of: challenge(verifier)), "\(verifier)")
        }
        let verifier = String(repeating: "-", count: 43)
        #expect(!ProofKey.isProof(nil, of: challenge(verifier)))
        #expect(!ProofKey.isProof(verifier + "a", of: challenge(verifier)))
        #expect(!ProofKey.isProof(verifier, of: nil))
        #expect(ProofKey.isProof(nil, of: nil))
    }

    @Test("pages nobody comes back to, and codes nobody exchanges, are forgotten")
    func pruning() throws {
        let request = try AuthorizeRequest(
            Fields(Request(target: "/?client_id=a&redirect_uri=\(Self.redirect)&response_type=code").query),
            client: AppleClient(id: "a"))
        var provider = Provider(accounts: [:], keys: [])
        let start = Timestamp(milliseconds: 1_000_000)
        let first = provider.open(Provider.Visit(request: request, expires: start + .seconds(10)), at: start)
        for second in 0..<Provider.most {
            _ = provider.open(
                Provider.Visit(request: request, expires: start + .seconds(20 + Int64(second))), at: start)
        }
        #expect(provider.visits.count == Provider.most && provider.visits[first] == nil)
        let last = provider.open(
            Provider.Visit(request: request, expires: start + .seconds(9000)), at: start + .seconds(5000))
        #expect(Array(provider.visits.keys) == [last])
        for _ in 0..<Provider.most + 5 {
            _ = provider.grant(
                Provider.Grant(request: request, subject: "s", expires: start + .seconds(300)), at: start)
        }
        #expect(provider.grants.count == Provider.most)
    }
}
