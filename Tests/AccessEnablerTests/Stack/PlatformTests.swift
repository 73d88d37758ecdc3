import AccessEnabler
import Base
import EntitlementStore
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

/// What the platform may say, and when, through the core.
@Suite(.timeLimit(.minutes(10))) struct PlatformTests {
    @Test("V01: an error that means both 'not offered here' and 'other provider' is no account; nothing is shown")
    func unsupportedProvider() async throws {
        let world = try World()
        for error in [
            PlatformAccountError(.unsupportedProvider),
            PlatformAccountError(.unsupportedProvider, unsupportedProviderIdentifier: World.provider),
            PlatformAccountError(.userCancelled),
        ] {
            world.platform.change { $0.accountError = error }
            let app = world.app()
            #expect(await app.setRequestor() == Outcome.complete)
            #expect(await app.check() == Outcome.no)
        }
    }

    @Test("V02, S2.E2: ten starts with undetermined permission prompt nobody")
    func neverPrompts() async throws {
        let world = try World.signedIn()
        world.platform.change {
            $0.permission = .notDetermined
            $0.promptAnswer = .granted
        }
        let app = world.app()
        for _ in 0..<10 {
            #expect(await app.setRequestor() == ["status VSA404 info", "setRequestorComplete 1"])
        }
        #expect(world.platform.promptCount == 0)
        #expect(!world.takeRequests().contains(.profileRequest))
        #expect(world.platform.questions == Array(repeating: .permission(prompting: false), count: 10))
    }

    @Test("V05, S2.E3, S3.E3: an account service that fails in any way is APPL_ERROR with its own words, never a trap")
    func failingService() async throws {
        let world = try World.signedIn()
        let signedIn = world.app()
        _ = await signedIn.setRequestor()
        let good = world.platform.script
        for code in [3, 5, 6, 7, -1, 4242, Int.max, Int.min] {
            let error = PlatformAccountError(
                .init(rawValue: code), domain: "Some.Domain", message: "the database is locked")
            let changes: [@Sendable (inout ScriptedPlatformAccount.Script) -> Void] = [
                { $0.permissionError = error }, { $0.accountError = error },
            ]
            for change in changes {
                world.platform.change(change)
                let app = world.app()
                #expect(await app.setRequestor() == ["status APPL_ERROR error", "setRequestorComplete 1"])
                #expect(
                    await app.check() == [
                        "status APPL_ERROR error", "setAuthenticationStatus 0 USER_NOT_AUTHENTICATED_ERROR",
                    ])
                for case .status(let status) in app.host.callbacks {
                    #expect(
                        status.details
                            == ["domain": "Some.Domain", "code": String(code), "text": "the database is locked"])
                }
                world.platform.change { $0 = good }
                #expect(await app.check() == Outcome.yes)
            }
        }
    }

    @Test("V05, S2.E3: a platform that never answers is APPL_ERROR after five seconds, at whichever question")
    func silentPlatform() async throws {
        let changes: [@Sendable (inout ScriptedPlatformAccount.Script) -> Void] = [
            { $0.permissionPace = .held }, { $0.accountPace = .held }, { $0.samlPace = .held },
        ]
        for change in changes {
            let world = try World.signedIn()
            world.platform.change(change)
            let app = world.app()
            app.core.setRequestor(World.requestor)
            await watched("the limit") { await world.platform.waitForHeld() }
            #expect(app.host.words.isEmpty)
            await world.passTime(.seconds(5)) { app.host.callbacks.count == 2 }
            let words = await app.settle()
            #expect(words == ["status APPL_ERROR error", "setRequestorComplete 1"])
            #expect(!world.takeRequests().contains(.exchange))
        }
    }

    @Test("V06, S2.X3, S2.X7: an account without provider id or SAML response signs nobody in, silently")
    func incompleteAnswers() async throws {
        for text in [nil, "", " ", "\n\t "] as [String?] {
            let world = try World.signedIn()
            world.platform.change { $0.saml = .text(text.map { Secret($0) }) }
            let app = world.app()
            #expect(await app.setRequestor() == Outcome.complete)
            #expect(world.takeRequests() == [.register, .token, .configuration, .profileRequest])
            #expect(await app.check() == Outcome.no)
        }
        for provider in [nil, ""] as [String?] {
            let world = try World.signedIn()
            world.platform.change { $0.account = .init(providerIdentifier: provider) }
            #expect(await world.app().setRequestor() == Outcome.complete)
            #expect(world.takeRequests() == [.register, .token, .configuration])
        }
    }

    /// What may happen in Settings while the app sleeps, and what `setRequestor` makes of the partner token.
    private struct Change: CustomTestStringConvertible, Sendable {
        enum Fate { case kept, removed, replaced }

        let testDescription: String
        let words: [String]
        let fate: Fate
        let change: @Sendable (inout ScriptedPlatformAccount.Script) -> Void

        static let all = [
            Change(testDescription: "signed out", words: Outcome.complete, fate: .removed) { $0.account = nil },
            Change(testDescription: "another provider", words: Outcome.complete, fate: .replaced) {
                $0.account = .init(providerIdentifier: "westcable_apple")
            },
            Change(testDescription: "another, picker only", words: Outcome.complete, fate: .removed) {
                $0.account = .init(providerIdentifier: "southsat_apple")
            },
            Change(testDescription: "another, not integrated", words: Outcome.complete, fate: .removed) {
                $0.account = .init(providerIdentifier: "elsewhere_apple")
            },
            Change(
                testDescription: "denied", words: ["status VSA403 info", "setRequestorComplete 1"], fate: .kept
            ) { $0.permission = .denied },
            Change(
                testDescription: "restricted", words: ["status VSA403 info", "setRequestorComplete 1"], fate: .kept
            ) { $0.permission = .restricted },
            Change(
                testDescription: "undetermined", words: ["status VSA404 info", "setRequestorComplete 1"], fate: .kept
            ) { $0.permission = .notDetermined },
            Change(
                testDescription: "failing", words: ["status APPL_ERROR error", "setRequestorComplete 1"], fate: .kept
            ) { $0.accountError = PlatformAccountError(.serviceTemporarilyUnavailable) },
            Change(testDescription: "rejected", words: Outcome.complete, fate: .kept) {
                $0.accountError = PlatformAccountError(.providerRejected)
            },
            Change(testDescription: "lapsed", words: Outcome.complete, fate: .kept) {
                $0.account = .init(
                    providerIdentifier: World.provider, expirationDate: decisionTime - .seconds(1))
            },
            Change(testDescription: "unchanged", words: Outcome.complete, fate: .kept) { _ in },
        ]
    }

    @Test(
        "V09, S2.F: what changed in Settings while the app slept; regular tokens stay whatever it was",
        arguments: Change.all)
    private func settingsChanged(_ change: Change) async throws {
        let world = try World.signedIn()
        world.simulator.dashboard { dashboard in
            dashboard[World.requestor, "WestCable"] = Dashboard.MVPD(
                id: "WestCable", displayName: "West Cable", platformMappingID: "westcable_apple")
        }
        // A cold start and a warm one: a new object, and the one that was there before.
        for isCold in [true, false] {
            let id = "cold \(isCold)"
            let before = world.app(id: id)
            #expect(await before.setRequestor() == Outcome.complete)
            let store = world.store(id: id)
            // Of another MVPD, and not the latest.
            let partner = try #require(try store.tokens(requestor: World.requestor, service: .restV1).first)
            var regular = partner
            regular.mvpd = "EastFiber"
            regular.kind = .regular
            regular.platformProviderID = nil
            try store.save(regular)
            try store.save(partner)

            let good = world.platform.script
            world.platform.change(change.change)
            world.simulator.clearRequests()
            let app = isCold ? world.app(id: id) : before
            #expect(await app.setRequestor() == change.words)
            let left = try store.tokens(requestor: World.requestor, service: .restV1)
            #expect(left.contains(regular))
            // With the regular token left, which is valid, there is no need for an exchange (S2.X9).
            let partners = left.filter { $0.kind == .partner }
            switch change.fate {
            case .kept: #expect(partners == [partner])
            case .removed, .replaced: #expect(partners.isEmpty)
            }
            #expect(!world.takeRequests().contains(.exchange))

            // Without a regular token the new account is exchanged.
            try store.remove(regular)
            _ = await app.setRequestor()
            let replaced = try store.tokens(requestor: World.requestor, service: .restV1)
            switch change.fate {
            case .kept: #expect(replaced == [partner])
            case .removed: #expect(replaced.isEmpty)
            case .replaced:
                #expect(replaced.map(\.mvpd) == ["WestCable"])
                #expect(replaced.map(\.platformProviderID) == ["westcable_apple"])
            }
            #expect(world.takeRequests().contains(.exchange) == (change.fate == .replaced))
            world.platform.change { $0 = good }
        }
    }

    @Test("V10: single sign-on of iOS alone; the platform goes along, and neither takes the other's configuration")
    func perPlatform() async throws {
        let world = try World.signedIn()
        world.simulator.dashboard {
            $0[World.requestor, World.mvpd]?.enablePlatformServices = ["iOS": true, "tvOS": false]
        }
        let tvOS = world.app(.tvOS)
        #expect(await tvOS.setRequestor() == Outcome.complete)
        #expect(await tvOS.check() == Outcome.no)
        #expect(!world.simulator.requests.contains { $0.endpoint == .profileRequest })
        let iOS = world.app(.iOS)
        #expect(await iOS.setRequestor() == Outcome.complete)
        #expect(await iOS.check() == Outcome.yes)
        // The same store: the token is iOS's, and single sign-on is off here (S3.Z4).
        #expect(await tvOS.setRequestor() == Outcome.complete)
        #expect(await tvOS.check() == Outcome.no)
        #expect(await iOS.check() == Outcome.yes)
        let platforms = world.simulator.requests(at: .configuration).map(\.platform)
        #expect(platforms == ["tvOS", "iOS", "tvOS"])
        // What was kept for tvOS still holds after iOS has been here.
        #expect(world.simulator.requests(at: .configuration).map(\.status) == [200, 200, 304])
    }
}
