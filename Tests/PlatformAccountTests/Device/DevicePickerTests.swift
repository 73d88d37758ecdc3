import Base
import Foundation
import TestSupport
import Testing

@testable import PlatformAccount

@Suite("Device account: picker", .timeLimit(.minutes(2)))
struct DevicePickerTests {
    /// Signs in at the provider's page: comes back with the answer, and the state the page was given.
    private static func browser(_ answer: String, pages: Lock<[String]> = Lock([])) -> BrowserOpener {
        { page in
            pages.withLock { $0.append(page) }
            let query = URLComponents(string: page)?.queryItems ?? []
            let redirect = query.first { $0.name == "redirect" }?.value ?? ""
            let state = query.first { $0.name == "state" }?.value ?? ""
            let back = HTTPRequest(url: "\(redirect)?\(answer)&state=\(state)")
            return (try? await CurlTransport().send(back))?.status == 200
        }
    }

    private func pick(
        _ device: Device, _ request: AccountRequest = interrupting, open: @escaping BrowserOpener = { _ in false },
        _ person: @escaping @Sendable (TVProviderDialog) -> Void
    ) async throws -> (Result<AccountMetadata, PlatformAccountError>, RecordingPresenter) {
        try device.database.setPermission(.granted, of: "app.one")
        let presenter = RecordingPresenter(person: person)
        let account = device.account(open: open)
        do throws(PlatformAccountError) {
            return (.success(try await account.account(request, presenter: presenter)), presenter)
        } catch {
            return (.failure(error), presenter)
        }
    }

    @Test("A provider chosen: its page in the browser, then signed in for every application")
    func chosen() async throws {
        let device = try Device()
        let pages = Lock<[String]>([])
        let (answer, presenter) = try await pick(device, open: Self.browser("code=c-1", pages: pages)) {
            $0.choose($0.providers[0])
        }
        #expect(try answer.get().providerIdentifier == "north")
        #expect(presenter.isPaired)
        #expect(presenter.events.first == .present(["north", "south"]))
        #expect(
            pages.withLock { $0.first?.hasPrefix("https://identity.example/idp/signin?provider=north&redirect=") }
                == true)
        let stored = try #require(try device.database.account())
        #expect(stored.displayName == "North Cable")
        #expect(stored.expires == device.clock.now + .seconds(3600))
        let token = try #require(device.endpoint.requests.last)
        #expect(String(decoding: token.body ?? Data(), as: UTF8.self) == "grant_type=authorization_code&code=c-1")
    }

    @Test("Signed in already: no picker; forced: the picker, and the new account replaces the old")
    func signedIn() async throws {
        let device = try Device()
        try device.signIn("elsewhere")
        let (silent, none) = try await pick(device) { _ in }
        #expect(try silent.get().providerIdentifier == "elsewhere")
        #expect(none.events.isEmpty)
        var forced = interrupting
        forced.forcesAuthentication = true
        let (answer, presenter) = try await pick(device, forced, open: Self.browser("code=c")) {
            $0.choose($0.providers[0])
        }
        #expect(try answer.get().providerIdentifier == "north")
        #expect(presenter.isPaired)
    }

    struct Ending: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var code: PlatformAccountError.Code
        var provider: String?
        var answer = ""
        var opens = true
        var person: @Sendable (TVProviderDialog) -> Void = { $0.choose($0.providers[0]) }

        static let all = [
            Ending(testDescription: "picker closed", code: .userCancelled) { $0.cancel() },
            Ending(testDescription: "other provider", code: .unsupportedProvider) { $0.chooseOtherProvider() },
            Ending(testDescription: "no single sign-on", code: .unsupportedProvider, provider: "south") {
                $0.choose($0.providers[1])
            },
            Ending(testDescription: "page left", code: .userCancelled, answer: "error=access_denied"),
            Ending(testDescription: "page refuses", code: .providerRejected, answer: "error=server_error"),
            Ending(testDescription: "no code", code: .serviceTemporarilyUnavailable, answer: "x=1"),
            Ending(testDescription: "two codes", code: .serviceTemporarilyUnavailable, answer: "code=a&code=b"),
            Ending(testDescription: "no browser", code: .serviceTemporarilyUnavailable, opens: false),
        ]
    }

    @Test("Every other end has its code; nobody is signed in, and the picker is dismissed", arguments: Ending.all)
    func ending(_ ending: Ending) async throws {
        let device = try Device()
        let none: BrowserOpener = { _ in false }
        let browser = ending.opens ? Self.browser(ending.answer) : none
        let (answer, presenter) = try await pick(device, open: browser, ending.person)
        guard case .failure(let error) = answer else {
            Issue.record("signed in")
            return
        }
        #expect(error.frameworkCode == ending.code)
        #expect(error.unsupportedProviderIdentifier == ending.provider)
        #expect(presenter.isPaired)
        #expect(try device.database.account() == nil)
    }

    @Test("Another provider than the one chosen answers: refused")
    func mixedUp() async throws {
        let device = try Device()
        device.endpoint["/idp/token"] = ScriptedEndpoint.json(#"{"provider": "other", "session": "s"}"#)
        let (answer, _) = try await pick(device, open: Self.browser("code=c")) { $0.choose($0.providers[0]) }
        #expect(throws: PlatformAccountError.self) { try answer.get() }
        #expect(try device.database.account() == nil)
    }

    @Test("A page that never comes back is given up")
    func neverBack() async throws {
        let device = try Device()
        let opened = Gate()
        let open: BrowserOpener = { _ in
            opened.open()
            return true
        }
        async let answer = pick(device, open: open) { $0.choose($0.providers[0]) }
        await opened.wait()
        await device.clock.waitForSleepers(.deadline)
        device.clock.advance(by: ProviderSignIn.patience)
        guard case .failure(let error) = try await answer.0 else {
            Issue.record("signed in")
            return
        }
        #expect(error.code == .userCancelled)
    }
}
