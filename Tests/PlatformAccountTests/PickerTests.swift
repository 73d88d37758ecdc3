import Base
import Testing

@testable import PlatformAccount

@Suite struct PickerTests {
    private let offers = ["a", "b", "c", "d"].map { PickerProvider(identifier: $0, displayName: $0.uppercased()) }

    private func device(
        signedIn provider: String? = nil, _ choice: PickerChoice?, _ body: (inout Scripted.Script) -> Void = { _ in }
    ) -> Scripted {
        platform(signedIn: provider) {
            $0.pickerProviders = offers
            $0.pickerChoice = choice
            $0.accountsByChoice = [
                "a": Scripted.Account(providerIdentifier: "a", expirationDate: Timestamp(milliseconds: 7)),
                "b": Scripted.Account(providerIdentifier: "b"),
            ]
            body(&$0)
        }
    }

    private func error(
        of device: Scripted, _ presenter: RecordingPresenter, asking request: AccountRequest = interrupting
    ) async -> PlatformAccountError? {
        await #expect(throws: PlatformAccountError.self) { try await device.account(request, presenter: presenter) }
    }

    // MARK: What the person does

    @Test("S4.X: choosing a provider signs it in") func choosingAProviderSignsItIn() async throws {
        let presenter = RecordingPresenter()
        let device = device(.provider("a"))
        let answer = try await device.account(interrupting, presenter: presenter)
        #expect(answer == AccountMetadata(providerIdentifier: "a", expirationDate: Timestamp(milliseconds: 7)))
        #expect(presenter.events == [.present(["a", "b", "c", "d"]), .dismiss(["a", "b", "c", "d"])])
        #expect(presenter.isPaired)

        // Signed in on the device: the next silent query sees it, and no picker opens again.
        #expect(try await device.account(silent, presenter: nil).providerIdentifier == "a")
        #expect(try await device.account(interrupting, presenter: presenter).providerIdentifier == "a")
        #expect(presenter.isPaired)
    }

    @Test("S4.X: choosing then asking the endpoint in one request") func choosingThenAskingTheEndpointInOneRequest()
        async throws
    {
        let presenter = RecordingPresenter()
        let device = device(.provider("b")) {
            $0.saml = .endpoint { provider, _, _ in Secret("saml of \(provider)") }
        }
        var request = withAttributes
        request.isInterruptionAllowed = true
        let answer = try await device.account(request, presenter: presenter)
        #expect(answer == AccountMetadata(providerIdentifier: "b", samlResponse: Secret("saml of b")))
        #expect(presenter.isPaired)
    }

    @Test("S4.E4: other provider") func otherProvider() async throws {
        let presenter = RecordingPresenter()
        let error = await error(of: device(.otherProvider), presenter)
        #expect(error?.code == .unsupportedProvider)
        #expect(error?.unsupportedProviderIdentifier == nil)
        #expect(presenter.isPaired)
    }

    @Test("S4.E6a: cancelled") func cancelled() async throws {
        let presenter = RecordingPresenter()
        let device = device(.cancel)
        #expect(await error(of: device, presenter)?.code == .userCancelled)
        #expect(presenter.isPaired)
        #expect(device.script.account == nil)
    }

    /// The choice is known though the platform cannot sign it in: the id comes with the error.
    @Test("V03, S4.P, S4.E5a: the choice is not supported", arguments: ["c", "unknown", ""])
    func theChoiceIsNotSupported(_ identifier: String) async throws {
        let presenter = RecordingPresenter()
        let device = device(.provider(identifier))
        let error = await error(of: device, presenter)
        #expect(error?.code == .unsupportedProvider)
        #expect(error?.unsupportedProviderIdentifier == identifier)
        #expect(presenter.isPaired)
        #expect(device.script.account == nil)
    }

    /// A device in a country without TV providers: the error of "Other TV provider", but no picker ever opens.
    @Test("V01, S4.E3: unsupported without a picker") func unsupportedWithoutAPicker() async throws {
        let presenter = RecordingPresenter()
        let device = device(.provider("a")) { $0.accountError = PlatformAccountError(.unsupportedProvider) }
        #expect(try await device.permission(prompting: true) == .granted)
        let error = await error(of: device, presenter)
        #expect(error == PlatformAccountError(.unsupportedProvider))
        #expect(presenter.events.isEmpty)
    }

    @Test("S4.E3: the sign in fails after the choice", arguments: everyCode)
    func theSignInFailsAfterTheChoice(_ code: PlatformAccountError.Code) async throws {
        let presenter = RecordingPresenter()
        let device = device(.provider("a")) { $0.pickerError = PlatformAccountError(code) }
        #expect(await error(of: device, presenter) == PlatformAccountError(code))
        #expect(presenter.isPaired)
        #expect(device.script.account == nil)
    }

    @Test("S4.E3: SAML fails after the choice") func samlFailsAfterTheChoice() async throws {
        let presenter = RecordingPresenter()
        let device = device(.provider("a")) { $0.samlError = PlatformAccountError(.invalidVerificationToken) }
        var request = withAttributes
        request.isInterruptionAllowed = true
        #expect(await error(of: device, presenter, asking: request)?.code == .invalidVerificationToken)
        #expect(presenter.isPaired)
        #expect(device.script.account?.providerIdentifier == "a", "the person did sign in")
    }

    @Test func permissionWithdrawnWhileTheProviderSignsIn() async throws {
        let device = device(.provider("a")) { $0.permissionAfterAccountQuery = .denied }
        #expect(try await device.account(interrupting, presenter: RecordingPresenter()).providerIdentifier == "a")
        #expect(try await device.permission(prompting: false) == .denied)
    }

    // MARK: The dialog's answer

    @Test func theDialogWaitsForItsAnswer() async throws {
        let presenter = RecordingPresenter()
        let device = device(nil)
        let asking = Task { try await device.account(interrupting, presenter: presenter) }
        let dialog = try #require(await presenter.firstDialog())
        #expect(presenter.events == [.present(["a", "b", "c", "d"])])
        dialog.choose(dialog.providers[1])
        dialog.cancel()
        #expect(try await asking.value.providerIdentifier == "b")
        #expect(presenter.isPaired)
        dialog.choose(dialog.providers[0])
        #expect(device.script.account?.providerIdentifier == "b")
    }

    @Test func aHostMayAnswerInsidePresent() async throws {
        let presenter = RecordingPresenter { $0.chooseOtherProvider() }
        #expect(await error(of: device(nil), presenter)?.code == .unsupportedProvider)
        #expect(presenter.isPaired)
        // It was faster than the script.
        let second = RecordingPresenter { $0.cancel() }
        #expect(await error(of: device(.provider("a")), second)?.code == .userCancelled)
        #expect(second.isPaired)
    }

    @Test("S4.2: an abandoned picker is dismissed") func anAbandonedPickerIsDismissed() async throws {
        let presenter = RecordingPresenter()
        let device = device(nil)
        let asking = Task { try await device.account(interrupting, presenter: presenter) }
        let dialog = try #require(await presenter.firstDialog())
        asking.cancel()
        let error = await #expect(throws: PlatformAccountError.self) { try await asking.value }
        #expect(error?.code == .serviceTemporarilyUnavailable)
        #expect(presenter.isPaired)
        dialog.choose(dialog.providers[0])
        #expect(device.script.account == nil, "a late answer signs nobody in")
    }

    @Test func nothingIsPresentedForATaskAlreadyCancelled() async throws {
        let presenter = RecordingPresenter()
        let device = device(.provider("a"))
        let asking = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await device.account(interrupting, presenter: presenter)
        }
        await #expect(throws: PlatformAccountError.self) { try await asking.value }
        #expect(presenter.events.isEmpty)
        #expect(device.script.account == nil)
    }

    // MARK: Whether it opens

    @Test("S4: a signed in account opens no picker") func aSignedInAccountOpensNoPicker() async throws {
        let presenter = RecordingPresenter()
        let device = device(signedIn: "z", .provider("a"))
        #expect(try await device.account(interrupting, presenter: presenter).providerIdentifier == "z")
        #expect(presenter.events.isEmpty)
    }

    @Test("S4.F: an account outside the filter counts") func anAccountOutsideTheFilterCounts() async throws {
        let presenter = RecordingPresenter()
        var request = interrupting
        request.supportedProviderIdentifiers = ["a", "b"]
        let device = device(signedIn: "z", .provider("a"))
        #expect(try await device.account(request, presenter: presenter).providerIdentifier == "z")
        #expect(presenter.events.isEmpty)
    }

    @Test func forcingAuthenticationPresentsToTheSignedIn() async throws {
        let presenter = RecordingPresenter()
        var request = interrupting
        request.forcesAuthentication = true
        let device = device(signedIn: "z", .provider("a"))
        #expect(try await device.account(request, presenter: presenter).providerIdentifier == "a")
        #expect(presenter.isPaired)

        let closing = RecordingPresenter()
        device.change { $0.pickerChoice = .cancel }
        #expect(await error(of: device, closing, asking: request)?.code == .userCancelled)
        #expect(device.script.account?.providerIdentifier == "a", "closing the picker signs nobody out")
    }

    // MARK: What it shows

    @Test("S4.F: the filter limits and orders") func theFilterLimitsAndOrders() async throws {
        let presenter = RecordingPresenter()
        var request = interrupting
        request.supportedProviderIdentifiers = ["d", "unknown", "b", "a", "b"]
        request.featuredProviderIdentifiers = ["a", "c", "a"]
        _ = try await device(.provider("b")).account(request, presenter: presenter)
        let dialog = try #require(presenter.dialogs.first)
        #expect(dialog.providers.map(\.identifier) == ["a", "d", "b"])
        #expect(dialog.featured.map(\.identifier) == ["a"])
    }

    @Test("S4.F: only the filtered may be chosen") func onlyTheFilteredMayBeChosen() async throws {
        let presenter = RecordingPresenter()
        var request = interrupting
        request.supportedProviderIdentifiers = ["b"]
        let error = await error(of: device(.provider("a")), presenter, asking: request)
        #expect(error?.unsupportedProviderIdentifier == "a")
        #expect(presenter.isPaired)
    }

    @Test func withoutFilterAllAreShownFeaturedFirst() {
        var request = interrupting
        request.featuredProviderIdentifiers = ["c"]
        let list = PickerList(offers + [offers[0]], for: request)
        #expect(list.providers.map(\.identifier) == ["c", "a", "b", "d"])
        #expect(list.featured.map(\.identifier) == ["c"])
        let namesakes = ["1", "2"].map { PickerProvider(identifier: $0, displayName: "Cable") }
        #expect(PickerList(namesakes, for: interrupting).providers == namesakes)
        #expect(PickerList([], for: request) == PickerList([], for: interrupting))
    }

    @Test("P08: two spellings of one letter stay two providers") func twoSpellingsOfOneLetterStayTwoProviders() {
        let composed = PickerProvider(identifier: "t\u{E9}l\u{E9}", displayName: "1")
        let decomposed = PickerProvider(identifier: "te\u{301}le\u{301}", displayName: "2")
        var request = interrupting
        #expect(PickerList([composed, decomposed], for: request).providers.map(\.displayName) == ["1", "2"])
        request.supportedProviderIdentifiers = [decomposed.identifier]
        #expect(PickerList([composed, decomposed], for: request).providers.map(\.displayName) == ["2"])
        #expect(!PickerList.allows(composed.identifier, in: request))
    }
}
