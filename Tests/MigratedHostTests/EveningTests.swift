import AccessEnabler
import Dispatch
import PassSimulator
import TestSupport
import Testing

@testable import MigratedHost

/// The migrated host, on the real stack: what its evening shows.
@Suite("Migrated host", .timeLimit(.minutes(10)))
struct EveningTests {
    private let simulator: PassSimulator
    private let store: TemporaryDirectory
    private let queue = DispatchQueue(label: "EveningTests.main")
    private let lines = Recorder<String>()
    private let evening: Evening

    init() throws {
        simulator = try MigratedHost.service()
        store = try TemporaryDirectory()
        evening = Evening(EntitlementManager(), on: queue) { [lines] in lines.add($0) }
    }

    private func start(_ version: Version = .v2) async -> Bool {
        let service: ServiceSelection =
            version == .v1 ? .restV1At(simulator.baseURL) : .restV2At(simulator.baseURL)
        let environment = MigratedHost.environment(service, storeDirectory: store.path, callbackQueue: queue)
        return await evening.start(
            AccessEnabler(
                storageCheck: .INTEGRITY_CHECK_NONE, softwareStatement: simulator.softwareStatement,
                environment: environment))
    }

    enum Version: CaseIterable { case v1, v2 }

    /// The transcript from the line that begins so on, without addresses.
    private func shown(from verb: String) -> [String] {
        let text = lines.values.drop { !$0.hasPrefix("  > \(verb)") }
        return text.map { line in
            let words = line.drop { $0 == " " || $0 == "<" }
            return String(words.prefix { $0 != ":" || words.hasPrefix(">") })
        }
    }

    @Test("It starts signed out")
    func starts() async {
        #expect(await start() == false)
        #expect(
            shown(from: "start") == [
                "> start", "setRequestorComplete(1)", "status N000 (info)",
                "setAuthenticationStatus(0, \"USER_NOT_AUTHENTICATED_ERROR\")",
            ])
    }

    @Test("It signs in by picker, list and page, reads metadata, and signs out", arguments: Version.allCases)
    func login(_ version: Version) async {
        _ = await start(version)
        #expect(await evening.login())
        #expect(
            shown(from: "login") == [
                "> login", "presentTvProviderDialog(North Cable)", "dismissTvProviderDialog", "status N003 (info)",
                "displayProviderDialog(North Cable, South Satellite, East Fiber)", "navigate(toUrl",
                "setAuthenticationStatus(1, \"\")",
            ])
        #expect(await evening.zip() == ["94040"])
        #expect(await evening.logout() == false)
        #expect(
            shown(from: "logout") == [
                "> logout", "navigate(toUrl", "setAuthenticationStatus(0, \"USER_NOT_AUTHENTICATED_ERROR\")",
            ])
        let analytics = await evening.analytics()
        #expect(analytics.map { $0.prefix { $0 != "," } } == ["authentication", "selected provider", "authentication"])
        #expect(analytics.last?.hasPrefix("authentication,true,EastFiber,") == true)
    }

    @Test("It knows what may be played, and plays it", arguments: Version.allCases)
    func playback(_ version: Version) async {
        _ = await start(version)
        _ = await evening.login()
        #expect(await evening.unlocked(among: ["news", "movies", "sports"]) == ["news", "sports"])
        #expect(
            shown(from: "unlocked") == [
                "> unlocked(among: news, movies, sports)", "preauthorizedResources(news, sports)",
            ])
        let decisions = await evening.decisions(for: ["news", "movies"]).getDecisions()
        #expect(decisions.map { $0.getId() } == ["news", "movies"])
        #expect(decisions.map { $0.isAuthorized() } == [true, false])
        #expect(decisions.last?.getError()?.getCode() == "preauthorization_denied_by_mvpd")
        #expect(decisions.last?.getError()?.getDetails() == "Movies are not in your package.")
        let news = await evening.play("news")
        #expect(news.token?.isEmpty == false && news.message.isEmpty)
        let movies = await evening.play("movies")
        #expect(movies.token == nil && movies.message == "Movies are not in your package.")
        #expect(
            shown(from: "play") == [
                "> play(\"news\")", "setToken(..., forResource", "> play(\"movies\")", "status Z100 (error)",
                "tokenRequestFailed(movies, USER_NOT_AUTHORIZED_ERROR, \"Movies are not in your package.\")",
            ])
    }

    @Test("Signed out, the newer call fails with the SDK's own error")
    func preauthorizeSignedOut() async {
        _ = await start()
        let response = await evening.decisions(for: ["news"])
        #expect(response.getDecisions().isEmpty)
        #expect(response.getStatus()?.getStatus() == 0)
        #expect(response.getStatus()?.getCode() == "authentication_session_missing")
        #expect(response.getStatus()?.getAction() == "authentication")
    }

    @Test("A page that leads nowhere ends the login")
    func wrongPassword() async {
        _ = await start()
        simulator.dashboard { $0["NORTHSTAR", "EastFiber"]?.people = ["viewer": "another"] }
        #expect(await evening.login() == false)
        #expect(
            shown(from: "login").suffix(2) == [
                "status N005 (info)", "setAuthenticationStatus(0, \"PROVIDER_NOT_SELECTED_ERROR\")",
            ])
    }

    @Test("No requestor, no evening")
    func unknownStatement() async {
        simulator.dashboard { $0.isStatementRevoked = true }
        #expect(await start() == false)
        #expect(shown(from: "start") == ["> start", "status R400 (error)", "setRequestorComplete(0)"])
    }
}
