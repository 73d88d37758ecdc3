import Base
import Foundation
import PassSimulator
import Testing

@testable import AppleIDSimulator
@testable import AuthenticationServices

@MainActor
@Suite("Sign in with Apple: success")
struct SuccessTests {
    @Test("AS.S1: the first sign-in brings name and address", arguments: [Stage.Redirect.host, .listener])
    func first(_ redirect: Stage.Redirect) async throws {
        let stage = try Stage(redirect)
        stage.mood.withLock { $0.lastName = "O'Neill & Søn <é>" }
        let outcome = await Hearer.outcome(of: [
            stage.request {
                $0.state = "mine"
                $0.nonce = "host nonce"
            }
        ])
        let authorization = try outcome.get()
        #expect(authorization.provider === stage.provider)
        let credential = try #require(authorization.credential as? ASAuthorizationAppleIDCredential)
        #expect(credential.user == stage.simulator.subject(of: "jane@example.com"))
        #expect(credential.state == "mine")
        #expect(credential.fullName?.givenName == "Jane" && credential.fullName?.familyName == "O'Neill & Søn <é>")
        #expect(credential.email == "jane@example.com")
        #expect(credential.authorizedScopes == [.fullName, .email])
        #expect(credential.authorizationCode?.isEmpty == false)
        let token = try #require(credential.identityToken.flatMap { String(data: $0, encoding: .utf8) })
        let payload = Base64URL.bytes(token.split(separator: ".")[1]) ?? []
        #expect((try JSONReader.value(of: payload))["nonce"] == .string("host nonce"))
        #expect(credential.realUserStatus == .unsupported && credential.userAgeRange == .unknown)
        // The host's state stays on the device.
        #expect(stage.addresses.values.allSatisfy { !$0.contains("mine") })
    }

    @Test("AS.S2: a second sign-in brings neither, and the same id")
    func second() async throws {
        let stage = try Stage()
        let first = try await stage.signIn()
        let second = try await stage.signIn()
        #expect(second.user == first.user)
        #expect(second.fullName == nil && second.email == nil)
    }

    @Test("AS.S3: what was not asked for does not come")
    func withoutScopes() async throws {
        let stage = try Stage()
        let outcome = await Hearer.outcome(of: [stage.request { $0.requestedScopes = nil }])
        let credential = try #require(try outcome.get().credential as? ASAuthorizationAppleIDCredential)
        #expect(credential.fullName == nil && credential.email == nil && credential.authorizedScopes.isEmpty)
    }

    @Test("AS.S4: a hidden address is a relay")
    func relay() async throws {
        let stage = try Stage()
        stage.mood.withLock { $0.hidesAddress = true }
        #expect(try await stage.signIn().email?.hasSuffix("@privaterelay.appleid.com") == true)
    }

    @Test("AS.S5: name and address outlive an exchange that failed")
    func keptAcrossFailure() async throws {
        let stage = try Stage()
        stage.simulator.setFault(.init(.reset, times: 1), at: .token)
        #expect(await Hearer.outcome(of: [stage.request()]).code == .failed)
        let credential = try await stage.signIn()
        #expect(credential.fullName?.givenName == "Jane" && credential.email == "jane@example.com")
        #expect(try await stage.signIn().fullName == nil)
    }

    @Test("AS.S6: proof keys are used where they are announced", arguments: [true, false])
    func proofKey(_ isAnnounced: Bool) async throws {
        let stage = try Stage()
        stage.simulator.settings.supportsProofKey = isAnnounced
        try await stage.signIn()
        #expect(stage.addresses.values.allSatisfy { $0.contains("code_challenge") == isAnnounced })
    }

    @Test("AS.S7: refresh and logout need no page")
    func otherOperations() async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        let refreshed = await Hearer.outcome(of: [
            stage.request {
                $0.user = user
                $0.requestedOperation = .operationRefresh
            }
        ])
        let credential = try #require(try refreshed.get().credential as? ASAuthorizationAppleIDCredential)
        #expect(credential.user == user && credential.identityToken != nil && credential.email == nil)
        #expect(stage.addresses.count == 1)
        _ = try await Hearer.outcome(of: [
            stage.request {
                $0.user = user
                $0.requestedOperation = .operationLogout
            }
        ]).get()
        #expect(await stage.state(of: user).0 == .notFound)
        #expect(
            await Hearer.outcome(of: [
                stage.request {
                    $0.user = user
                    $0.requestedOperation = .operationRefresh
                }
            ]).code
                == .notHandled)
    }

    @Test(
        "AS.S7: a refresh fails as a sign-in does",
        arguments: [
            (AppleIDEndpoint.keys, Fault.Effect.reset, ASAuthorizationError.Code.failed), (.token, .reset, .failed),
            (.token, .html, .invalidResponse),
        ])
    func refreshFails(
        _ endpoint: AppleIDEndpoint, _ effect: Fault.Effect, _ code: ASAuthorizationError.Code
    ) async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        stage.clock.advance(by: KeySetCache.lifetime)
        stage.simulator.setFault(Fault(effect), at: endpoint)
        #expect(await refresh(user, stage).code == code)
        stage.simulator.setFault(nil, at: endpoint)
        stage.clock.advance(by: .seconds(1))
        #expect(await refresh(user, stage).code == nil)
    }

    @Test("AS.S7: the token of a refresh must have come with its access token")
    func refreshBelongsTogether() async throws {
        let stage = try Stage()
        let user = try await stage.signIn().user
        let token = stage.simulator.service.state.withLock { provider in
            provider.consent(of: "jane@example.com").flatMap {
                IdentityTokens(issuer: stage.simulator.baseURL, client: stage.simulator.client).token(
                    about: $0, nonce: nil, extra: [("at_hash", IdentityTokens.half("another"))], provider,
                    at: stage.clock.now)
            }
        }
        let body = "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"id_token\":\"\(try #require(token))\"}"
        stage.simulator.setFault(Fault(.body(body, contentType: "application/json")), at: .token)
        #expect(await refresh(user, stage).code == .invalidResponse)
        stage.clock.advance(by: .seconds(86_400))
        let (state, error) = await stage.state(of: user)
        #expect(state == .authorized && error?.code == .invalidResponse)
    }

    private func refresh(_ user: String, _ stage: Stage) async -> Hearer.Outcome {
        await Hearer.outcome(of: [
            stage.request {
                $0.user = user
                $0.requestedOperation = .operationRefresh
            }
        ])
    }

    @Test("AS.S9: names are kept as they are, with what a terminal must not see")
    func names() async throws {
        let stage = try Stage()
        let name = "A\u{202E}b\u{200D}\u{2066}c"
        stage.mood.withLock { $0.firstName = name }
        #expect(try await stage.signIn().fullName?.givenName == name)
    }

    @Test("AS.S8: no secret is logged, printed or kept where others read it")
    func secrets() async throws {
        let stage = try Stage()
        let credential = try await stage.signIn()
        stage.simulator.setFault(.init(.html), at: .token)
        _ = await Hearer.outcome(of: [stage.request()])
        let token = String(data: credential.identityToken ?? Data(), encoding: .utf8) ?? ""
        for text in [stage.log.text, "\(credential)", String(reflecting: credential)] {
            #expect(!text.contains(credential.user) && !text.contains(token) && !text.contains("jane"))
        }
        let attributes = try FileManager.default.attributesOfItem(
            atPath: stage.directory.path(of: "keys/keychain.sqlite3"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}

@MainActor
// One after the other, and all tests of the process's keychain here: it is one for the process.
@Suite("Sign in with Apple: existing accounts", .serialized)
struct ExistingAccountTests {
    private func requests(_ stage: Stage) -> [ASAuthorizationRequest] {
        [stage.request(), ASAuthorizationPasswordProvider().createRequest()]
    }

    @Test("AS.E1: nobody known: canceled, with no page")
    func none() async throws {
        let stage = try Stage()
        KeychainItem.storage = stage.keychain
        #expect(await Hearer.outcome(of: requests(stage)).code == .canceled)
        #expect(
            await Hearer.outcome(of: [stage.request()], options: .preferImmediatelyAvailableCredentials).code
                == .canceled)
        #expect(stage.addresses.count == 0)
    }

    @Test("AS.E2: a saved password comes without a page")
    func password() async throws {
        let stage = try Stage()
        KeychainItem.storage = stage.keychain
        try SavedPasswords.save(ASPasswordCredential(user: "old", password: "1"))
        try SavedPasswords.save(ASPasswordCredential(user: "jané", password: "pässword"))
        let outcome = await Hearer.outcome(of: requests(stage))
        let credential = try #require(try outcome.get().credential as? ASPasswordCredential)
        #expect(credential.user == "jané" && credential.password == "pässword")
        #expect(!"\(credential)".contains("pässword") && stage.addresses.count == 0)
        try SavedPasswords.remove(user: "jané")
        #expect(try SavedPasswords.users() == ["old"])
    }

    @Test("AS.E3: a sign-in known here goes first, and must be the same person")
    func appleID() async throws {
        let stage = try Stage()
        KeychainItem.storage = stage.keychain
        try SavedPasswords.save(ASPasswordCredential(user: "jane", password: "p"))
        let user = try await stage.signIn().user
        let outcome = await Hearer.outcome(of: requests(stage))
        #expect((try outcome.get().credential as? ASAuthorizationAppleIDCredential)?.user == user)
        stage.mood.withLock { $0 = ApplePerson.Mood(AppleAccount.samples[1]) }
        #expect(await Hearer.outcome(of: requests(stage)).code == .invalidResponse)
    }

    @Test("AS.E4: of several, the chooser's counts")
    func chosen() async throws {
        let stage = try Stage()
        KeychainItem.storage = stage.keychain
        try SavedPasswords.save(ASPasswordCredential(user: "jane", password: "p"))
        try await stage.signIn()
        ASAuthorizationController.accountChooser = { accounts in accounts.last }
        defer { ASAuthorizationController.accountChooser = nil }
        let outcome = await Hearer.outcome(of: requests(stage))
        #expect((try outcome.get().credential as? ASPasswordCredential)?.user == "jane")
        ASAuthorizationController.accountChooser = { _ in nil }
        #expect(await Hearer.outcome(of: requests(stage)).code == .canceled)
    }

    @Test("AS.KC5: the item of the sample: readable after saving, noPassword before and after")
    func item() throws {
        let item = KeychainItem(service: "com.example.juice.\(UUID())", account: "userIdentifier", accessGroup: "group")
        KeychainItem.storage = InMemoryKeychain()
        #expect(throws: KeychainItem.KeychainError.noPassword) { try item.readItem() }
        try item.saveItem("001.user")
        #expect(try item.readItem() == "001.user")
        #expect(throws: KeychainItem.KeychainError.noPassword) {
            try KeychainItem(service: item.service, account: item.account).readItem()
        }
        try item.deleteItem()
        try item.deleteItem()
        #expect(throws: KeychainItem.KeychainError.noPassword) { try item.readItem() }
    }
}
