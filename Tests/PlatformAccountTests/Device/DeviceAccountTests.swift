import Base
import Foundation
import TestSupport
import Testing

@testable import PlatformAccount

@Suite("Device account: permission")
struct DevicePermissionTests {
    @Test("Silent questions never prompt, and make the application known")
    func silent() async throws {
        let device = try Device()
        let asked = Lock(0)
        let prompt = HostPermissionPrompt { _ in
            asked.withLock { $0 += 1 }
            return true
        }
        #expect(try await device.account(prompt: prompt).permission(prompting: false) == .notDetermined)
        #expect(asked.withLock { $0 } == 0)
        #expect(try device.database.applications().map(\.name) == ["One"])
    }

    @Test(
        "The person's answer is kept for every later question",
        arguments: [(true, .granted), (false, .denied), (nil, .notDetermined)] as [(Bool?, AccessPermission)])
    func prompted(_ answer: Bool?, _ expected: AccessPermission) async throws {
        let device = try Device()
        try device.signIn()
        let questions = Lock<[PermissionQuestion]>([])
        let prompt = HostPermissionPrompt { question in
            questions.withLock { $0.append(question) }
            return answer
        }
        let account = device.account(prompt: prompt)
        #expect(try await account.permission(prompting: true) == expected)
        #expect(try await device.account().permission(prompting: false) == expected)
        let question = PermissionQuestion(
            applicationIdentifier: "app.one", applicationName: "One", providerName: "North Cable")
        #expect(questions.withLock { $0 } == [question])
        // Asked again only while undetermined.
        _ = try await account.permission(prompting: true)
        #expect(questions.withLock { $0.count } == (answer == nil ? 2 : 1))
        #expect(try await device.account(of: "app.two").permission(prompting: false) == .notDetermined)
    }

    @Test("Decided in Settings while the prompt was up: Settings holds")
    func decidedMeanwhile() async throws {
        let device = try Device()
        let prompt = HostPermissionPrompt { _ in
            try? device.database.setPermission(.denied, of: "app.one")
            return true
        }
        #expect(try await device.account(prompt: prompt).permission(prompting: true) == .denied)
    }

    @Test("Without a terminal nobody is asked")
    func noTerminal() async throws {
        let device = try Device()
        let prompt = TerminalPermissionPrompt(path: try device.directory.write("yes\n", to: "no-terminal"))
        #expect(try await device.account(prompt: prompt).permission(prompting: true) == .notDetermined)
    }

    @Test("A database that cannot be read is a communication error, and nobody is prompted")
    func unreadable() async throws {
        let device = try Device()
        try device.signIn()
        try SQLiteFile(path: device.file).execute("PRAGMA user_version = 99")
        let account = device.account(prompt: HostPermissionPrompt { _ in true })
        for isPrompting in [false, true] {
            let error = await thrown { () throws(PlatformAccountError) in
                try await account.permission(prompting: isPrompting)
            }
            #expect(error?.code == .serviceTemporarilyUnavailable)
        }
        let error = await thrown { () throws(PlatformAccountError) in
            try await account.account(PlatformAccountTests.silent, presenter: nil)
        }
        #expect(error?.code == .serviceTemporarilyUnavailable)
    }
}

@Suite("Device account: account")
struct DeviceAccountTests {
    @Test("No permission, no account", arguments: [AccessPermission.notDetermined, .denied, .restricted])
    func permission(_ permission: AccessPermission) async throws {
        let device = try Device()
        try device.signIn()
        try device.database.setPermission(permission, of: "app.one")
        let account = device.account()
        let error = await thrown { () throws(PlatformAccountError) in try await account.account(silent, presenter: nil)
        }
        #expect(error?.code == .accessNotGranted)
        #expect(device.endpoint.requests.isEmpty)
    }

    @Test("A silent question without attributes asks the database alone, and sees others' changes")
    func local() async throws {
        let device = try Device()
        try device.database.setPermission(.granted, of: "app.one")
        let account = device.account()
        #expect(try await account.account(silent, presenter: nil) == AccountMetadata())
        try device.signIn()
        let answer = try await account.account(silent, presenter: nil)
        #expect(answer == AccountMetadata(providerIdentifier: "north", expirationDate: device.clock.now + .seconds(60)))
        try device.database.signOut()
        #expect(try await account.account(silent, presenter: nil) == AccountMetadata())
        #expect(device.endpoint.requests.isEmpty)
    }

    @Test("Attributes come from the provider's endpoint, by the account's own session")
    func attributes() async throws {
        let device = try Device()
        try device.signIn()
        try device.database.setPermission(.granted, of: "app.one")
        let answer = try await device.account().account(withAttributes, presenter: nil)
        #expect(answer.samlResponse?.exposed == "<saml/>")
        #expect(answer.providerIdentifier == "north")
        let request = try #require(device.endpoint.requests.first)
        #expect(device.endpoint.requests.count == 1)
        #expect(request.headers.contains { $0 == ("Authorization", "Bearer \(ScriptedEndpoint.session)") })
        let body = try JSONSerialization.jsonObject(with: request.body ?? Data()) as? NSDictionary
        #expect(body == ["verification_token": "payload", "attributes": ["userID"]] as NSDictionary)
    }

    struct Trouble: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var answer: ScriptedEndpoint.Answer
        var code: PlatformAccountError.Code

        init(_ name: String, _ code: PlatformAccountError.Code, _ answer: @escaping ScriptedEndpoint.Answer) {
            (testDescription, self.code, self.answer) = (name, code, answer)
        }

        static let all = [
            Trouble("session over", .providerRejected, ScriptedEndpoint.json(#"{"error": "x"}"#, status: 401)),
            Trouble("token refused", .invalidVerificationToken, ScriptedEndpoint.json("{}", status: 400)),
            Trouble("out of order", .serviceTemporarilyUnavailable, ScriptedEndpoint.json("{}", status: 503)),
            Trouble("HTML", .serviceTemporarilyUnavailable, ScriptedEndpoint.json("<html>")),
            Trouble("no field", .serviceTemporarilyUnavailable, ScriptedEndpoint.json("{}")),
            Trouble("no base64", .serviceTemporarilyUnavailable, ScriptedEndpoint.json(#"{"saml_response": "%"}"#)),
            Trouble("empty", .serviceTemporarilyUnavailable, ScriptedEndpoint.json(#"{"saml_response": ""}"#)),
            Trouble("no UTF-8", .serviceTemporarilyUnavailable, ScriptedEndpoint.json(#"{"saml_response": "/w=="}"#)),
            Trouble("moved", .serviceTemporarilyUnavailable) { _ in
                HTTPResponse(status: 302, headers: [("Location", "https://elsewhere.example/")])
            },
            Trouble("unreachable", .serviceTemporarilyUnavailable) { (_) throws(HTTPTransportError) in
                throw HTTPTransportError(.unreachable, "refused")
            },
        ]
    }

    @Test("Each trouble of the endpoint has its code, and the account stays", arguments: Trouble.all)
    func trouble(_ trouble: Trouble) async throws {
        let device = try Device()
        try device.signIn()
        try device.database.setPermission(.granted, of: "app.one")
        device.endpoint["/idp/attributes"] = trouble.answer
        let account = device.account()
        let error = await thrown { () throws(PlatformAccountError) in
            try await account.account(withAttributes, presenter: nil)
        }
        #expect(error?.frameworkCode == trouble.code)
        #expect(error?.message.contains(ScriptedEndpoint.session) == false)
        #expect(try device.database.account() != nil)
    }

    @Test("An address that is no https address is never asked", arguments: ["http://tv.example", "tv.example", ""])
    func address(_ url: String) async throws {
        let device = try Device()
        try device.signIn()
        var account = try #require(try device.database.account())
        account.identityURL = url
        try device.database.signIn(account)
        try device.database.setPermission(.granted, of: "app.one")
        let backend = device.account()
        let error = await thrown { () throws(PlatformAccountError) in
            try await backend.account(withAttributes, presenter: nil)
        }
        #expect(error?.code == .serviceTemporarilyUnavailable)
        #expect(device.endpoint.requests.isEmpty)
    }
}
