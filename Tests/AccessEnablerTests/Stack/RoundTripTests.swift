import AccessEnabler
import Base
import PassSimulator
import PlatformAccount
import Testing

/// What a sign-in costs: requests counted on the wire.
@Suite(.timeLimit(.minutes(10))) struct RoundTripTests {
    @Test("S2, figures: a cold start asks three times: registration, access token, configuration")
    func coldStart() async throws {
        let world = try World()
        let app = world.app()
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(world.takeRequests() == [.register, .token, .configuration])
    }

    @Test("S2, figures: a warm start, a new object on the same store, asks once; its body is not sent again")
    func warmStart() async throws {
        let world = try World()
        #expect(await world.app().setRequestor() == Outcome.complete)
        world.simulator.clearRequests()
        #expect(await world.app().setRequestor() == Outcome.complete)
        #expect(world.simulator.requests.map(\.endpoint) == [.configuration])
        #expect(world.simulator.requests.map(\.status) == [304])
    }

    @Test("S2.X, figures: a silent exchange adds three requests, and none at the next start")
    func silentExchange() async throws {
        let world = try World.signedIn()
        let app = world.app()
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(
            world.takeRequests() == [
                .register, .token, .configuration, .profileRequest, .exchange, .authentication,
            ])
        #expect(await app.check() == Outcome.yes)
        #expect(await app.setRequestor() == Outcome.complete)
        #expect(world.takeRequests() == [.configuration])
        let next = world.app()
        #expect(await next.setRequestor() == Outcome.complete)
        #expect(await next.check() == Outcome.yes)
        #expect(world.takeRequests() == [.configuration])
    }

    @Test("S3: checkAuthentication asks nothing of the network, whatever its answer")
    func checkIsLocal() async throws {
        let world = try World.signedIn()
        let app = world.app()
        #expect(await app.check() == Outcome.generic("CFG400"))
        _ = await app.setRequestor()
        world.simulator.clearRequests()
        world.platform.change { $0.saml = .text(nil) }
        let questions = world.platform.questions.count

        #expect(await app.check() == Outcome.yes)
        let states: [(String, @Sendable (inout ScriptedPlatformAccount.Script) -> Void)] = [
            ("denied", { $0.permission = .denied }), ("undetermined", { $0.permission = .notDetermined }),
            ("restricted", { $0.permission = .restricted }),
            ("failing", { $0.accountError = PlatformAccountError(.serviceTemporarilyUnavailable) }),
            ("gone", { $0.account = nil }),
            ("another", { $0.account = .init(providerIdentifier: "southsat_apple") }),
        ]
        let good = world.platform.script
        for (name, state) in states {
            world.platform.change(state)
            let words = await app.check()
            #expect(words.last == "setAuthenticationStatus 0 USER_NOT_AUTHENTICATED_ERROR", "\(name)")
            #expect(words.count == 2, "\(name)")
            world.platform.change { $0 = good }
        }
        #expect(await app.check() == Outcome.yes)
        world.clock.advance(by: .seconds(6 * 3600))
        #expect(await app.check() == Outcome.no)
        #expect(world.takeRequests().isEmpty)

        // Local only: never the identity endpoint, never a prompt.
        for question in world.platform.questions.dropFirst(questions) {
            switch question {
            case .permission(let prompting): #expect(!prompting)
            case .account(let request):
                #expect(request.attributeNames.isEmpty)
                #expect(!request.isInterruptionAllowed)
            }
        }
    }

    @Test("M1, M2, figures: user metadata is read once a token, tokenSource and expiry never")
    func metadata() async throws {
        let world = try World.signedIn()
        let app = world.app()
        _ = await app.setRequestor()
        world.simulator.clearRequests()
        #expect(await app.metadata(.userMetadata("tokenSource")) == [#"setMetadataStatus tokenSource "Apple""#])
        let end = world.clock.now + .seconds(6 * 3600)
        #expect(
            await app.metadata(.authenticationExpiry)
                == [#"setMetadataStatus authenticationExpiry "\#(end.milliseconds)""#])
        #expect(world.takeRequests().isEmpty)
        #expect(await app.metadata(.userMetadata("zip")) == [#"setMetadataStatus zip ["94040"]"#])
        #expect(await app.metadata(.userMetadata("householdID")) == [#"setMetadataStatus householdID "h-7""#])
        #expect(await app.metadata(.userMetadata("none")) == ["setMetadataStatus none nil"])
        #expect(world.takeRequests() == [.userMetadata])
        let next = world.app()
        _ = await next.setRequestor()
        #expect(await next.metadata(.userMetadata("zip")) == [#"setMetadataStatus zip ["94040"]"#])
        #expect(world.takeRequests() == [.configuration])
    }
}
