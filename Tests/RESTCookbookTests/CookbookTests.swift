import AdobePass
import Base
import PassSimulator
import PlatformAccount
import Testing
import VideoSubscriberAccount

@testable import RESTCookbook

/// Every branch of the cookbook's flow, on the real stack.
@Suite("REST cookbook")
struct CookbookTests {
    private let simulator: PassSimulator
    private let lines = Lines()
    private static let idle: Cookbook.Person = { _ in }
    private static let nobody: @Sendable ([ConfiguredMVPD]) -> ConfiguredMVPD? = { _ in nil }

    init() throws {
        simulator = try PassSimulator()
    }

    private func cookbook(
        _ platform: PlatformBehaviour = .iOS,
        pick: @escaping @Sendable ([ConfiguredMVPD]) -> ConfiguredMVPD? = { $0.first },
        person: Cookbook.Person? = nil, _ change: (inout ScriptedPlatformAccount.Script) -> Void
    ) -> Cookbook {
        let identityProvider = simulator.identityProvider
        var script = ScriptedPlatformAccount.Script()
        script.saml = .endpoint { provider, token, attributes in
            await identityProvider.samlResponse(
                provider: provider, verificationToken: token, attributes: attributes)
        }
        script.pickerProviders = [
            PickerProvider(identifier: "northcable_apple", displayName: "North Cable"),
            PickerProvider(identifier: "southsat_apple", displayName: "South Satellite"),
        ]
        script.accountsByChoice = ["northcable_apple": .init(providerIdentifier: "northcable_apple")]
        change(&script)
        let lines = lines
        return Cookbook(
            simulator, platform, ScriptedPlatformAccount(script), pick: pick, person: person, tell: { lines.add($0) })
    }

    private func signedIn(_ script: inout ScriptedPlatformAccount.Script) {
        script.account = .init(providerIdentifier: "northcable_apple")
    }

    @Test("1 to 11 by the platform account; a second walk ends at 1", arguments: PlatformBehaviour.allCases)
    func silent(_ platform: PlatformBehaviour) async throws {
        let cookbook = cookbook(platform) { signedIn(&$0) }
        #expect(try await cookbook.signIn())
        #expect(lines.steps == [1, 2, 6, 7, 8, 9, 11])
        lines.clear()
        #expect(try await cookbook.signIn())
        #expect(lines.steps == [1, 11])
    }

    @Test("3 to 5: the picker, then the exchange")
    func picked() async throws {
        #expect(try await cookbook { $0.pickerChoice = .provider("northcable_apple") }.signIn())
        #expect(lines.steps == [1, 2, 3, 4, 4, 4, 5, 6, 7, 8, 9, 11])
    }

    @Test("5: a provider picked that the platform does not support is preselected for 10")
    func unsupported() async throws {
        let cookbook = cookbook(pick: Self.nobody) {
            $0.pickerChoice = .provider("southsat_apple")
        }
        #expect(try await cookbook.signIn())
        #expect(lines.steps == [1, 2, 3, 4, 4, 4, 5, 10, 10, 11])
    }

    @Test("5: other provider or cancel leads to the app's own list", arguments: [PickerChoice.otherProvider, .cancel])
    func other(_ choice: PickerChoice) async throws {
        #expect(try await cookbook { $0.pickerChoice = choice }.signIn())
        #expect(lines.steps == [1, 2, 3, 4, 4, 4, 5, 10, 10, 11])
    }

    @Test("5: no permission", arguments: [AccessPermission.denied, .restricted, .notDetermined])
    func noPermission(_ permission: AccessPermission) async throws {
        #expect(try await cookbook { $0.permission = permission }.signIn())
        #expect(lines.steps == [1, 2, 3, 5, 10, 10, 11])
    }

    @Test("2: a lapsed account is none")
    func lapsed() async throws {
        let cookbook = cookbook {
            $0.account = .init(providerIdentifier: "northcable_apple", expirationDate: Timestamp(milliseconds: 1))
        }
        #expect(try await cookbook.signIn())
        #expect(lines.steps.prefix(3) == [1, 2, 3])
    }

    @Test("6: a degraded MVPD declines; 10 signs in without a page")
    func degraded() async throws {
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.isDegraded = true }
        #expect(try await cookbook { signedIn(&$0) }.signIn())
        #expect(lines.steps == [1, 2, 6, 10, 10, 11])
    }

    @Test("7: no SAML response")
    func noSAML() async throws {
        let cookbook = cookbook {
            signedIn(&$0)
            $0.saml = .text(nil)
        }
        #expect(try await cookbook.signIn())
        #expect(lines.steps == [1, 2, 6, 7, 10, 10, 11])
    }

    @Test("9: a refused exchange leads to 10")
    func refused() async throws {
        let cookbook = cookbook {
            signedIn(&$0)
            $0.saml = .text(Secret("<Response>not signed</Response>"))
        }
        #expect(try await cookbook.signIn())
        #expect(lines.steps == [1, 2, 6, 7, 8, 10, 10, 11])
    }

    @Test("10: nobody signs in", arguments: PlatformBehaviour.allCases)
    func gaveUp(_ platform: PlatformBehaviour) async throws {
        let cookbook = cookbook(platform, person: Self.idle) { $0.permission = .denied }
        #expect(try await !cookbook.signIn())
        #expect(lines.steps == [1, 2, 3, 5, 10, 10])
    }

    @Test("10: nobody picks an MVPD")
    func nothingPicked() async throws {
        #expect(try await !cookbook(pick: Self.nobody) { $0.permission = .denied }.signIn())
        #expect(lines.steps == [1, 2, 3, 5, 10])
    }

    @Test("logout of a partner sign-in names Settings; of a regular one, on iOS, the MVPD's page")
    func logout() async throws {
        let partner = cookbook { signedIn(&$0) }
        _ = try await partner.signIn()
        try await partner.signOut(mvpd: "NorthCable")
        #expect(lines.texts.contains { $0.contains("Settings") })
        lines.clear()
        let regular = cookbook { $0.permission = .denied }
        _ = try await regular.signIn()
        try await regular.signOut(mvpd: "NorthCable")
        #expect(lines.texts.last?.contains("logout page") == true)
        #expect(try await !regular.service.hasAuthentication(requestor: "NORTHSTAR", call: regular.call))
    }
}

/// What was told.
private final class Lines: Sendable {
    private let stored = Lock<[Cookbook.Line]>([])

    func add(_ line: Cookbook.Line) { stored.withLock { $0.append(line) } }
    func clear() { stored.withLock { $0 = [] } }
    var steps: [Int] { stored.withLock { $0.map(\.step) } }
    var texts: [String] { stored.withLock { $0.map(\.outcome) } }
}
