import Base
import PlatformAccount
import Testing

@Suite struct AccountTests {
    @Test("S2.X2: signed in") func signedIn() async throws {
        let end = Timestamp(milliseconds: 1_796_050_800_000)
        let device = platform { $0.account?.expirationDate = end }
        let answer = try await device.account(silent, presenter: nil)
        #expect(answer == AccountMetadata(providerIdentifier: "adobe-tv", expirationDate: end))
        #expect(device.questions == [.account(silent)])
    }

    /// The platform accepts a silent request of nobody: an answer without a provider id, no error.
    @Test("S2.X2: nobody signed in", arguments: [silent, withAttributes, interrupting])
    func nobodySignedIn(_ request: AccountRequest) async throws {
        let device = platform(signedIn: nil) { $0.saml = .text(Secret("<saml/>")) }
        #expect(try await device.account(request, presenter: nil) == AccountMetadata())
    }

    @Test func silentRequestsNeverPresent() async throws {
        let presenter = RecordingPresenter()
        let device = platform(signedIn: nil) { $0.pickerChoice = .cancel }
        var forced = silent
        forced.forcesAuthentication = true
        for request in [silent, withAttributes, forced] {
            #expect(try await device.account(request, presenter: presenter).providerIdentifier == nil)
        }
        #expect(presenter.events.isEmpty)
    }

    @Test("S2.X2: a lapsed account tells its end") func aLapsedAccountTellsItsEnd() async throws {
        let clock = ManualClock()
        let past = clock.now - .seconds(1)
        let device = platform(clock: clock) { $0.account?.expirationDate = past }
        let answer = try await device.account(silent, presenter: nil)
        #expect(answer.providerIdentifier == "adobe-tv")
        #expect(answer.expirationDate == past)
    }

    @Test("S2.X3: signed in without a provider id") func signedInWithoutAProviderID() async throws {
        let device = platform { $0.account?.providerIdentifier = nil }
        #expect(try await device.account(silent, presenter: nil).providerIdentifier == nil)
    }

    @Test("S2.F: account changed and gone") func accountChangedAndGone() async throws {
        let device = platform()
        device.change { $0.account = Scripted.Account(providerIdentifier: "other-tv") }
        #expect(try await device.account(silent, presenter: nil).providerIdentifier == "other-tv")
        device.change { $0.account = nil }
        #expect(try await device.account(silent, presenter: nil).providerIdentifier == nil)
    }

    @Test func onlyWhatWasAskedForIsTold() async throws {
        let device = platform { $0.account?.expirationDate = Timestamp(milliseconds: 1) }
        let idOnly = AccountRequest(includesExpirationDate: false)
        #expect(try await device.account(idOnly, presenter: nil) == AccountMetadata(providerIdentifier: "adobe-tv"))
        let dateOnly = AccountRequest(includesProviderIdentifier: false)
        #expect(
            try await device.account(dateOnly, presenter: nil)
                == AccountMetadata(expirationDate: Timestamp(milliseconds: 1)))
    }

    @Test(
        "S2.X1: without permission nothing is told", arguments: [AccessPermission.notDetermined, .restricted, .denied])
    func withoutPermissionNothingIsTold(_ permission: AccessPermission) async throws {
        let presenter = RecordingPresenter()
        let device = platform(signedIn: nil) {
            $0.permission = permission
            $0.pickerChoice = .cancel
        }
        for request in [silent, withAttributes, interrupting] {
            let error = await #expect(throws: PlatformAccountError.self) {
                try await device.account(request, presenter: presenter)
            }
            #expect(error?.code == .accessNotGranted)
        }
        #expect(presenter.events.isEmpty)
        #expect(device.promptCount == 0)
    }

    @Test("S2.E3: each error of the account query", arguments: everyCode)
    func eachErrorOfTheAccountQuery(_ code: PlatformAccountError.Code) async throws {
        let error = PlatformAccountError(code, message: "text", unsupportedProviderIdentifier: "x")
        let device = platform {
            $0.accountError = error
            $0.saml = .text(Secret("<saml/>"))
        }
        await #expect(throws: error) { try await device.account(silent, presenter: nil) }
        // The query with attributes has an error of its own.
        #expect(try await device.account(withAttributes, presenter: nil).samlResponse == Secret("<saml/>"))
    }

    @Test func errorCodesAreThePlatforms() {
        let known: [PlatformAccountError.Code] = [
            .accessNotGranted, .unsupportedProvider, .userCancelled, .serviceTemporarilyUnavailable,
            .providerRejected, .invalidVerificationToken, .rejected, .unsupported,
        ]
        #expect(known.map(\.rawValue) == Array(0...7))
        #expect(PlatformAccountError(.rejected).domain == "VSErrorDomain")
    }

    @Test("S4.E: permission withdrawn in mid-flow") func permissionWithdrawnInMidFlow() async throws {
        let device = platform {
            $0.permissionAfterAccountQuery = .denied
            $0.saml = .text(Secret("<saml/>"))
        }
        #expect(try await device.permission(prompting: false) == .granted)
        #expect(try await device.account(silent, presenter: nil).providerIdentifier == "adobe-tv")
        let error = await #expect(throws: PlatformAccountError.self) {
            try await device.account(withAttributes, presenter: nil)
        }
        #expect(error?.code == .accessNotGranted)
        #expect(try await device.permission(prompting: false) == .denied)

        // Withdrawn once: given back, it stays.
        device.change { $0.permission = .granted }
        _ = try await device.account(silent, presenter: nil)
        #expect(try await device.permission(prompting: false) == .granted)
    }

    @Test func permissionIsWithdrawnAfterAFailedQueryToo() async throws {
        let device = platform {
            $0.permissionAfterAccountQuery = .notDetermined
            $0.accountError = PlatformAccountError(.serviceTemporarilyUnavailable)
        }
        await #expect(throws: PlatformAccountError.self) { try await device.account(silent, presenter: nil) }
        #expect(try await device.permission(prompting: false) == .notDetermined)
    }
}
