import AccessEnabler
import PassSimulator
import Testing

/// Apps with somebody signed in, and without.
extension World {
    /// Changes the MVPD of most tests.
    func provider(_ id: String = mvpd, _ change: @Sendable (inout Dashboard.MVPD) -> Void) {
        simulator.dashboard { dashboard in
            guard var mvpd = dashboard[World.requestor, id] else { return }
            change(&mvpd)
            dashboard[World.requestor, id] = mvpd
        }
    }

    /// An app whose person came in through the platform account; what the service was asked so far is forgotten.
    static func viewer(_ platform: PlatformBehaviour = .iOS) async throws -> (World, App) {
        let world = try World.signedIn()
        let app = world.app(platform)
        _ = await app.setRequestor()
        world.simulator.clearRequests()
        return (world, app)
    }

    /// An app whose person denied the platform account and is signed in nowhere.
    static func stranger(_ platform: PlatformBehaviour = .iOS) async throws -> (World, App) {
        let world = try World()
        world.platform.change { $0.permission = .denied }
        let app = world.app(platform)
        _ = await app.setRequestor()
        world.simulator.clearRequests()
        return (world, app)
    }

    /// Adds a temporary pass to the requestor's MVPDs.
    func addPass(_ change: @Sendable (inout Dashboard.MVPD) -> Void = { _ in }) {
        simulator.dashboard { dashboard in
            var pass = Dashboard.MVPD(id: "Trial", displayName: "Free hour")
            pass.isTempPass = true
            change(&pass)
            dashboard[World.requestor, "Trial"] = pass
        }
    }
}

extension App {
    /// The page opened last.
    var page: String {
        for case .navigateToUrl(let url, _) in host.callbacks.reversed() { return url }
        return ""
    }

    /// Signs in at the MVPD's page that a choice from the host's list leads to.
    func signInAtPage(_ mvpd: String = World.mvpd) async -> [String] {
        _ = await run(until: "navigateToUrl") { $0.setSelectedProvider(mvpd) }
        _ = await SimulatedPerson().signIn(at: page)
        return await run(until: "setAuthenticationStatus") { $0.handleExternalURL(AccessEnablerCore.redirectURL) }
    }
}

/// What authorization tests expect.
enum Told {
    /// MD5 of "u-81", the person of the simulated MVPDs.
    static let guid = "cd4446ffc75162bb17d602917d686844"
    /// MD5 of "u-viewer", whoever signs in at their pages.
    static let pageGUID = "5200cc042f5756c636b26f3a7618a110"

    static func token(_ resource: String, isCached: Bool = false, mvpd: String = World.mvpd, guid: String = guid)
        -> [String]
    {
        [
            "setToken \(resource)",
            "sendTrackingData authorization true|\(mvpd)|\(guid)|\(isCached)|||tablet|ios|Linux",
        ]
    }

    static func failed(
        _ resource: String, _ code: String, _ text: String = "", isCached: Bool = false, mvpd: String = World.mvpd,
        guid: String = guid
    ) -> [String] {
        [
            "tokenRequestFailed \(resource) \(code)",
            "sendTrackingData authorization false|\(mvpd)|\(guid)|\(isCached)|\(code)|\(text)|tablet|ios|Linux",
        ]
    }

    /// Refused to somebody who is not signed in.
    static func refused(_ resource: String, _ code: String) -> [String] { failed(resource, code, mvpd: "", guid: "") }

    static let notAuthorized = "USER_NOT_AUTHORIZED_ERROR"
    static let notAuthenticated = "USER_NOT_AUTHENTICATED_ERROR"
}
