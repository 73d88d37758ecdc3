import AccessEnabler
import Base
import PassSimulator
import TestSupport
import Testing

/// A5 and preauthorize, on the real stack.
@Suite(.timeLimit(.minutes(10))) struct PreauthorizationStackTests {
    private let seven = ["G", "F", "E", "D", "C", "B", "A"]

    /// What `preauthorize` leads to.
    private func preauthorize(_ app: App, _ request: PreauthorizeRequest) async -> String {
        let answers = Recorder<String>()
        app.core.preauthorize(request) { answers.add($0.words) }
        await watched("the answer") { await answers.wait(for: 1) }
        _ = await app.settle()
        return answers.values.joined(separator: " then ")
    }

    @Test("A5: the permitted ones, in the order asked, whatever their number; kept until the sign-in changes")
    func permitted() async throws {
        let (world, app) = try await World.viewer(.tvOS)
        world.provider { $0.denials = ["E": .byMVPD("no"), "A": .byMVPD("no")] }
        let permitted = ["preauthorizedResources \(["G", "F", "D", "C", "B"])"]
        #expect(await app.run { $0.checkPreauthorizedResources(seven + ["G"]) } == permitted)
        #expect(world.takeRequests() == [.preauthorize, .preauthorize])
        // The dashboard's change shows to those who ask anew.
        world.provider { $0.denials = ["G": .byMVPD("no")] }
        #expect(await app.run { $0.checkPreauthorizedResources(seven) } == permitted)
        #expect(world.takeRequests().isEmpty)
        #expect(
            await app.run { $0.checkPreauthorizedResources(["A", "X", "G"]) }
                == ["preauthorizedResources \(["X", "G"])"])
        #expect(world.takeRequests() == [.preauthorize])
        #expect(
            await app.run { $0.checkPreauthorizedResources(["A", "G"], cache: false) }
                == ["preauthorizedResources \(["A"])"])
        #expect(world.takeRequests() == [.preauthorize])
        // What was asked anew is what is kept now.
        #expect(await app.run { $0.checkPreauthorizedResources(["A", "G"]) } == ["preauthorizedResources \(["A"])"])
        #expect(world.takeRequests().isEmpty)
        _ = await app.run(until: "setAuthenticationStatus") { $0.logout() }
        #expect(
            await app.run { $0.checkPreauthorizedResources(["A"]) }
                == ["status N000 info", "preauthorizedResources []"])
        _ = await app.setRequestor()
        _ = world.takeRequests()
        #expect(await app.run { $0.checkPreauthorizedResources(["A"]) } == ["preauthorizedResources \(["A"])"])
        #expect(world.takeRequests() == [.preauthorize])
    }

    @Test("A5: no resources, no request; nobody signed in, one reason")
    func nobody() async throws {
        let (world, app) = try await World.stranger()
        #expect(await app.run { $0.checkPreauthorizedResources([]) } == ["preauthorizedResources []"])
        #expect(
            await app.run { $0.checkPreauthorizedResources(["A"]) }
                == ["status N000 info", "preauthorizedResources []"])
        #expect(
            await preauthorize(app, PreauthorizeRequest(resources: ["A"])) == "authentication_session_missing")
        #expect(world.takeRequests().isEmpty)
    }

    @Test("preauthorize: a decision for each, with the reason where the service has one; trouble is asked again")
    func decisions() async throws {
        let (world, app) = try await World.viewer()
        world.simulator.dashboard { $0.enhancedErrors = true }
        world.provider { $0.denials = ["B": .byMVPD("no"), "C": .unreachable] }
        let request = PreauthorizeRequest(resources: ["A", "B", "C", "A"])
        let answer =
            "A true, B false preauthorization_denied_by_mvpd, C false network_received_error"
        #expect(await preauthorize(app, request) == answer)
        _ = world.takeRequests()
        #expect(await preauthorize(app, request) == answer)
        // A and B are kept; C was trouble. The service itself tries trouble three times.
        let asked = world.takeRequests()
        #expect(!asked.isEmpty && asked.allSatisfy { $0 == .preauthorize })
        world.provider { $0.denials = [:] }
        #expect(
            await preauthorize(app, request) == "A true, B false preauthorization_denied_by_mvpd, C true")
        #expect(
            await preauthorize(app, PreauthorizeRequest(resources: ["B"], disabledFeatures: [.localCache])) == "B true")
    }

    @Test("preauthorize: the answer comes in order with the callbacks, on the same executor")
    func order() async throws {
        let (_, app) = try await World.viewer()
        let order = Recorder<String>()
        app.host.react { callback in
            if !callback.isTracking { order.add(callback.kind) }
        }
        let answered = Gate()
        app.core.checkAuthentication()
        app.core.preauthorize(PreauthorizeRequest(resources: ["A"])) { response in
            order.add(response.words)
            answered.open()
        }
        app.core.checkPreauthorizedResources(["A"])
        await watched("the answer") { await answered.wait() }
        _ = await app.settle()
        #expect(order.values == ["setAuthenticationStatus", "A true", "preauthorizedResources"])
    }

    @Test("P100, P17: too many for the service, no answer, not signed in there")
    func failures() async throws {
        let (world, app) = try await World.viewer()
        world.simulator.dashboard {
            $0.preauthorizationLimit = 1
            $0.enhancedErrors = true
        }
        let failed = ["status P100 error", "preauthorizedResources []"]
        #expect(await app.run { $0.checkPreauthorizedResources(["A", "B"]) } == failed)
        #expect(await preauthorize(app, PreauthorizeRequest(resources: ["A", "B"])) == "too_many_resources")
        world.simulator.dashboard { $0.preauthorizationLimit = 5 }
        world.simulator.setFault(Fault(.html), at: .preauthorize)
        #expect(await app.run { $0.checkPreauthorizedResources(["A"]) } == failed)
        #expect(
            await preauthorize(app, PreauthorizeRequest(resources: ["A"])) == "server_response_format_unknown")
        world.simulator.clearFaults()
        world.simulator.forgetAuthentications()
        #expect(await app.run { $0.checkPreauthorizedResources(["A"]) } == failed)
        #expect(
            await preauthorize(app, PreauthorizeRequest(resources: ["A"]))
                == "preauthorization_authentication_session_missing")
    }

    @Test("S2.L: without a configuration")
    func notConfigured() async throws {
        let world = try World()
        let app = world.app()
        #expect(
            await app.run { $0.checkPreauthorizedResources(["A"]) }
                == ["status CFG400 error", "preauthorizedResources []"])
        #expect(await preauthorize(app, PreauthorizeRequest(resources: ["A"])) == "requestor_not_configured")
    }

    @Test(
        "C05: released while the service is waited for: no answer, everything let go",
        arguments: [Endpoint.authorize, .mediaToken, .preauthorize])
    func released(_ endpoint: Endpoint) async throws {
        let world = try World.signedIn()
        world.simulator.setFault(Fault(.hold), at: endpoint)
        let holder = Holder(world)
        let answers = Recorder<String>()
        holder.use { core in
            core.setRequestor(World.requestor)
            if endpoint == .preauthorize {
                core.preauthorize(PreauthorizeRequest(resources: ["A"])) { answers.add($0.words) }
            } else {
                core.getAuthorization("News")
            }
            core.checkPreauthorizedResources(["A"])
        }
        await watched("the held request") { await world.simulator.waitForRequests(at: endpoint) }
        holder.release()
        await holder.waitUntilGone()
        world.simulator.releaseHeld()
        #expect(holder.host.words == Outcome.complete)
        #expect(answers.values.isEmpty && holder.isReleased)
    }

    @Test("C01, S2.L: verbs from inside callbacks, and in one line: each has its one answer, in order")
    func inOneLine() async throws {
        let world = try World.signedIn()
        let app = world.app()
        app.host.react { [weak core = app.core] callback in
            switch callback.kind {
            case "setRequestorComplete": core?.getAuthorization("from setRequestorComplete")
            case "preauthorizedResources": core?.checkAuthorization("from preauthorizedResources")
            default: break
            }
        }
        app.core.setRequestor(World.requestor)
        app.core.checkPreauthorizedResources(["A"])
        app.core.getAuthorization("News")
        app.core.getSelectedProvider()
        await app.host.wait(for: "setToken", count: 3)
        let told = app.host.words.filter { !$0.hasPrefix("sendTrackingData") }
        #expect(
            told.filter { !$0.contains("from") } == [
                "setRequestorComplete 1", "preauthorizedResources \(["A"])", "setToken News",
                "selectedProvider NorthCable",
            ])
        #expect(
            told.filter { $0.contains("from") } == [
                "setToken from setRequestorComplete", "setToken from preauthorizedResources",
            ])
    }
}
