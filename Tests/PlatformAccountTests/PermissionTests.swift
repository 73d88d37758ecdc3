import Base
import PlatformAccount
import Testing

@Suite struct PermissionTests {
    @Test("S2.E: each permission is told", arguments: AccessPermission.allCases)
    func eachPermissionIsTold(_ permission: AccessPermission) async throws {
        let device = platform { $0.permission = permission }
        #expect(try await device.permission(prompting: false) == permission)
        #expect(device.questions == [.permission(prompting: false)])
    }

    @Test func rawValuesAreThePlatforms() {
        #expect(AccessPermission.allCases.map(\.rawValue) == [0, 1, 2, 3])
    }

    @Test("S4: prompt is answered and remembered", arguments: [AccessPermission.granted, .denied, .restricted])
    func promptIsAnsweredAndRemembered(_ answer: AccessPermission) async throws {
        let device = platform {
            $0.permission = .notDetermined
            $0.promptAnswer = answer
        }
        #expect(try await device.permission(prompting: true) == answer)
        #expect(try await device.permission(prompting: false) == answer)
        #expect(try await device.permission(prompting: true) == answer)
        #expect(device.promptCount == 1)
    }

    @Test("S4.E2: prompt dismissed stays undetermined") func promptDismissedStaysUndetermined() async throws {
        let device = platform { $0.permission = .notDetermined }
        #expect(try await device.permission(prompting: true) == .notDetermined)
        #expect(try await device.permission(prompting: false) == .notDetermined)
        #expect(device.promptCount == 1)
    }

    @Test(arguments: [AccessPermission.granted, .denied, .restricted])
    func onlyTheUndeterminedArePrompted(_ permission: AccessPermission) async throws {
        let device = platform {
            $0.permission = permission
            $0.promptAnswer = .notDetermined
        }
        #expect(try await device.permission(prompting: true) == permission)
        #expect(device.promptCount == 0)
    }

    /// Nobody is asked at app start, however often setRequestor is called.
    @Test("V02, S2.E2: a silent query never prompts") func aSilentQueryNeverPrompts() async throws {
        let device = platform {
            $0.permission = .notDetermined
            $0.promptAnswer = .granted
        }
        for _ in 1...10 { #expect(try await device.permission(prompting: false) == .notDetermined) }
        #expect(device.promptCount == 0)
        #expect(device.questions.count == 10)
    }

    @Test("S2.E3: each error of the permission query", arguments: everyCode)
    func eachErrorOfThePermissionQuery(_ code: PlatformAccountError.Code) async throws {
        let error = PlatformAccountError(code, domain: "Test", message: "text")
        let device = platform {
            $0.permission = .notDetermined
            $0.permissionError = error
        }
        await #expect(throws: error) { try await device.permission(prompting: true) }
        #expect(device.promptCount == 0)
    }

    @Test func changesActFromTheNextCall() async throws {
        let device = platform { $0.permission = .granted }
        #expect(try await device.permission(prompting: false) == .granted)
        device.change { $0.permission = .denied }
        #expect(try await device.permission(prompting: false) == .denied)
        #expect(device.script.permission == .denied)
    }

    @Test func theAbsentPlatformNeitherGrantsNorPrompts() async throws {
        let device = AbsentPlatformAccount()
        #expect(try await device.permission(prompting: false) == .notDetermined)
        #expect(try await device.permission(prompting: true) == .notDetermined)
        let presenter = RecordingPresenter()
        let thrown = await #expect(throws: PlatformAccountError.self) {
            try await device.account(interrupting, presenter: presenter)
        }
        #expect(thrown?.code == .accessNotGranted)
        #expect(presenter.events.isEmpty)
    }
}
