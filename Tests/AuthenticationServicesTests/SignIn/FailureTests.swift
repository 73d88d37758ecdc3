import AppleIDSimulator
import Base
import Foundation
import PassSimulator
import TestSupport
import Testing

@testable import AuthenticationServices

@MainActor
@Suite("Sign in with Apple: failures")
struct FailureTests {
    private func code(_ stage: Stage) async -> ASAuthorizationError.Code? {
        await Hearer.outcome(of: [stage.request()]).code
    }

    @Test("AS.F1: the person cancels", arguments: [Stage.Redirect.host, .listener])
    func personCancels(_ redirect: Stage.Redirect) async throws {
        let stage = try Stage(redirect)
        stage.mood.withLock { $0.cancels = true }
        #expect(await code(stage) == .canceled)
        stage.mood.withLock { $0.cancels = false }
        #expect(await code(stage) == nil)
    }

    @Test("AS.F1: the app cancels while the person thinks")
    func appCancels() async throws {
        let stage = try Stage()
        stage.simulator.setFault(.init(.hold), at: .authorize)
        let controller = ASAuthorizationController(authorizationRequests: [stage.request()])
        let hearer = Hearer()
        async let outcome = hearer.outcome(of: controller)
        await stage.simulator.waitForRequests(at: .authorize)
        // A second start meanwhile does nothing.
        controller.performRequests()
        controller.cancel()
        #expect(await outcome.code == .canceled)
        #expect(hearer.count == 1)
        stage.simulator.releaseHeld()
    }

    @Test("AS.F1: the person does not answer in time")
    func patience() async throws {
        let stage = try Stage()
        stage.simulator.setFault(.init(.hold), at: .authorize)
        let hearer = Hearer()
        async let outcome = hearer.outcome(of: ASAuthorizationController(authorizationRequests: [stage.request()]))
        await stage.simulator.waitForRequests(at: .authorize)
        await stage.clock.waitForSleepers(.deadline, lasting: .seconds(900))
        stage.clock.advance(by: .seconds(900))
        #expect(await outcome.code == .canceled)
        stage.simulator.releaseHeld()
    }

    @Test(
        "AS.F2: failed: Apple refuses, or is away",
        arguments: [
            (AppleIDEndpoint.token, Fault.Effect.reset), (.token, .throttled),
            (
                .token,
                .status(400, body: "{\"error\":\"invalid_grant\"}", contentType: "application/json", headers: [:])
            ),
            (
                .token,
                .status(400, body: "{\"error\":\"invalid_client\"}", contentType: "application/json", headers: [:])
            ),
            (.token, .status(500, body: "oh", contentType: "text/plain", headers: [:])), (.keys, .reset),
            (.keys, .html),
            (.token, .redirect(302, to: "http://127.0.0.1:9/")), (.token, .truncated),
        ])
    func failed(_ endpoint: AppleIDEndpoint, _ effect: Fault.Effect) async throws {
        let stage = try Stage()
        stage.simulator.setFault(Fault(effect), at: endpoint)
        #expect(await code(stage) == .failed)
        stage.simulator.setFault(nil, at: endpoint)
        // A key set that could not be had is asked for again after a second.
        stage.clock.advance(by: .seconds(1))
        #expect(await code(stage) == nil)
    }

    @Test("AS.F2: failed: an error code at the redirect, repeated only if it is documented")
    func redirectError() async throws {
        let stage = try Stage()
        stage.rewrite.withLock { $0 = { _ in "error=<script>&state=" + Self.state(stage) } }
        let outcome = await Hearer.outcome(of: [stage.request()])
        #expect(outcome.code == .failed)
        if case .failure(let error) = outcome { #expect(!error.reason.contains("script")) }
    }

    nonisolated private static func state(_ stage: Stage) -> String {
        FormFields(
            Array((stage.addresses.values.last ?? "").split(separator: "?").last ?? "").flatMap {
                Array(String($0).utf8)
            })?["state"] ?? ""
    }

    @Test(
        "AS.F3: invalid response: what the token endpoint says cannot be read",
        arguments: [
            "", "<html>", "[]", "{\"access_token\":\"a\"}", "{\"access_token\":7,\"token_type\":\"Bearer\"}",
            "{\"access_token\":\"a\",\"token_type\":\"mac\",\"id_token\":\"x\",\"refresh_token\":\"r\"}",
            "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"refresh_token\":\"r\"}",
            "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"id_token\":\"e30.e30.\",\"refresh_token\":\"r\"}",
            "{\"access_token\":\"a\",\"access_token\":\"b\",\"token_type\":\"Bearer\"}",
        ])
    func unreadable(_ body: String) async throws {
        let stage = try Stage()
        stage.simulator.setFault(Fault(.body(body, contentType: "application/json")), at: .token)
        #expect(await code(stage) == .invalidResponse)
    }

    @Test("AS.F3: invalid response: the token answers another request")
    func wrongNonce() async throws {
        let stage = try Stage()
        stage.tamper.withLock { $0 = { $0.replacing("&nonce=", with: "&nonce=x") } }
        #expect(await code(stage) == .invalidResponse)
        #expect(stage.log.text.contains("wrongNonce"))
    }

    @Test("AS.F3: invalid response: the code was exchanged for another")
    func wrongCode() async throws {
        let stage = try Stage()
        stage.rewrite.withLock { $0 = { $0.replacing("code=c.", with: "code=c.x") } }
        #expect(await code(stage) == .invalidResponse)
        #expect(stage.simulator.requestCount(at: .token) == 0)
    }

    @Test("AS.F3: invalid response: neither code nor error")
    func emptyForm() async throws {
        let stage = try Stage()
        stage.rewrite.withLock { $0 = { $0.replacing("code=", with: "kode=") } }
        #expect(await code(stage) == .invalidResponse)
    }

    @Test("AS.F4: not handled: the page cannot be shown, or nobody can listen")
    func notHandled() async throws {
        let stage = try Stage()
        stage.tamper.withLock { $0 = { _ in "" } }
        #expect(await code(stage) == .notHandled)
        let port = try UnusedPort()
        let deaf = try Stage(.listener) { $0.listener?.port = UInt16(port.number) }
        // The port is bound already, so nobody else may listen there.
        #expect(await code(deaf) == .notHandled)
        #expect(await Hearer.outcome(of: []).code == .notHandled)
    }

    @Test("AS.F5: unknown: no service, no key, no keychain")
    func unknown() async throws {
        #expect(await Hearer.outcome(of: [ASAuthorizationAppleIDProvider().createRequest()]).code == .unknown)
        let keyless = try Stage {
            $0.clientSecret = .key(DeveloperKey(teamID: "T", keyID: "K", file: "/nonexistent/AuthKey.p8"))
        }
        #expect(await code(keyless) == .unknown)
        let stage = try Stage()
        try FileManager.default.createDirectory(
            atPath: stage.directory.path(of: "keys/keychain.sqlite3"), withIntermediateDirectories: true)
        #expect(await code(stage) == .unknown)
    }

    @Test("AS.F6: not interactive: there is no way to ask")
    func notInteractive() async throws {
        let stage = try Stage(isInteractive: false)
        #expect(await code(stage) == .notInteractive)
    }

    @Test("AS.F7: a form from elsewhere ends nothing")
    func strangers() async throws {
        let stage = try Stage()
        stage.simulator.setFault(.init(.hold), at: .authorize)
        let hearer = Hearer()
        async let outcome = hearer.outcome(of: ASAuthorizationController(authorizationRequests: [stage.request()]))
        await stage.simulator.waitForRequests(at: .authorize)
        for body in [
            "", "state=", "state=other&code=c", "code=c", "state=%zz", "error=user_cancelled_authorize",
            "state=a&state=b",
        ] {
            #expect(!stage.service.handleRedirect(body: Data(body.utf8)))
        }
        let own = Self.state(stage)
        #expect(
            !stage.service.handleRedirect(body: Data("state=\(own)&state=\(own)&error=user_cancelled_authorize".utf8)))
        stage.simulator.releaseHeld()
        #expect(await outcome.code == nil)
    }

    @Test("AS.F8: an error goes both ways between Swift and NSError")
    func bridging() {
        let error: any Error = ASAuthorizationError(.canceled, "why")
        let bridged = error as NSError
        #expect(bridged.domain == ASAuthorizationErrorDomain && bridged.code == 1001)
        #expect(bridged.localizedDescription == "why")
        do { throw error } catch ASAuthorizationError.canceled {} catch { Issue.record("not matched") }
    }

    @Test("AS.F9: a delegate that is gone hears nothing, and nothing breaks")
    func weakDelegate() async throws {
        let stage = try Stage()
        let controller = ASAuthorizationController(authorizationRequests: [stage.request()])
        do {
            let hearer = Hearer()
            controller.delegate = hearer
            #expect(controller.delegate === hearer)
        }
        #expect(controller.delegate == nil)
        controller.performRequests()
        await stage.simulator.waitForRequests(at: .token)
    }
}
