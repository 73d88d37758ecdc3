import AccessEnabler
import Base
import EntitlementStore
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

/// Everything around the SDK, real where it can be: the simulated service over HTTP on loopback, a store on disk, a
/// platform that follows a script, and a clock that stands still. Pauses pass at once and move the clock.
final class World: Sendable {
    static let requestor = "NORTHSTAR"
    static let mvpd = "NorthCable"
    static let provider = "northcable_apple"

    let clock: ManualClock
    let simulator: PassSimulator
    let directory: TemporaryDirectory
    let platform: ScriptedPlatformAccount
    let log = RecordingLog()

    /// A world; with `signedIn`, the person is signed in at that provider.
    init(
        _ scenario: Scenario = .small, signedIn provider: String? = nil, skips: Set<WaitReason> = [.backOff, .pace]
    ) throws {
        let clock = ManualClock(skips: skips)
        let simulator = try PassSimulator(scenario, clock: clock)
        var script = ScriptedPlatformAccount.Script()
        let identity = simulator.identityProvider
        script.saml = .endpoint { await identity.samlResponse(provider: $0, verificationToken: $1, attributes: $2) }
        script.account = provider.map { ScriptedPlatformAccount.Account(providerIdentifier: $0) }
        self.clock = clock
        self.simulator = simulator
        directory = try TemporaryDirectory()
        platform = ScriptedPlatformAccount(script, clock: clock)
    }

    /// A world whose person is signed in at a provider with single sign-on.
    static func signedIn() throws -> World { try World(signedIn: provider) }

    /// The settings of an app in this world.
    var settings: Settings {
        Settings(
            storeDirectory: directory.path, clock: clock, random: { 0.5 }, log: log,
            deviceInfo: ["primaryHardwareType": "Tablet"])
    }

    /// An object alone.
    func core(
        _ platform: PlatformBehaviour = .iOS, service url: String? = nil, id: String = "tv.example.app",
        integrityCheck: StorageIntegrityCheck = .none, account: (any PlatformAccountBackend)? = nil,
        host: (any AccessEnablerDelegate)?, change: (inout Settings) -> Void = { _ in }
    ) -> AccessEnablerCore {
        var settings = settings
        change(&settings)
        return AccessEnablerCore(
            softwareStatement: simulator.softwareStatement, applicationID: id, platform: platform,
            integrityCheck: integrityCheck, service: .restV1At(url ?? simulator.baseURL),
            platformAccount: account ?? self.platform, settings: settings, delegate: host)
    }

    /// An app: an object and its host.
    func app(
        _ platform: PlatformBehaviour = .iOS, service url: String? = nil, id: String = "tv.example.app",
        integrityCheck: StorageIntegrityCheck = .none, change: (inout Settings) -> Void = { _ in }
    ) -> App {
        let host = RecordingHost()
        let core = core(
            platform, service: url, id: id, integrityCheck: integrityCheck, host: host, change: change)
        return App(core: core, host: host, world: self)
    }

    /// The store of an app, as another process sees it.
    func store(id: String = "tv.example.app") -> SQLiteTokenStore {
        SQLiteTokenStore(directory: directory.path, applicationID: id, log: log)
    }

    /// What was asked of the service since the last time, in order.
    func takeRequests() -> [Endpoint] {
        let endpoints = simulator.requests.map(\.endpoint)
        simulator.clearRequests()
        return endpoints
    }

    /// Moves the clock, step by step, until something has happened that a limit leads to.
    ///
    /// A wait may begin a moment after whoever waits has been seen, so one step may come too early.
    func passTime(
        _ step: Duration, sourceLocation: SourceLocation = #_sourceLocation,
        until isOver: @escaping @Sendable () -> Bool
    ) async {
        await watched("the limit", sourceLocation) { [clock] in
            while !isOver() && !Task.isCancelled {
                clock.advance(by: step)
                await Task.yield()
            }
        }
    }

    /// The pauses before retries so far, and turns waited for.
    func waits(_ reason: WaitReason) -> [Duration] {
        clock.waits.filter { $0.reason == reason }.map(\.duration)
    }
}

/// An object and its host, as an app holds them.
final class App: Sendable {
    let core: AccessEnablerCore
    let host: RecordingHost
    /// The service and the store live as long as the app.
    private let world: World?
    private let taken = Lock((callbacks: 0, marks: 0))

    init(core: AccessEnablerCore, host: RecordingHost, world: World? = nil) {
        self.core = core
        self.host = host
        self.world = world
    }

    /// Calls verbs and gives everything they lead to.
    func run(
        sourceLocation: SourceLocation = #_sourceLocation, _ verbs: (AccessEnablerCore) -> Void
    ) async -> [String] {
        verbs(core)
        return await settle(sourceLocation: sourceLocation)
    }

    /// Everything told since the last time, once all verbs called so far are done.
    func settle(sourceLocation: SourceLocation = #_sourceLocation) async -> [String] {
        let mark = taken.withLock { taken in
            taken.marks += 1
            return taken.marks
        }
        core.getMetadata(.deviceID, arguments: [RecordingHost.mark: String(mark)])
        await host.waitForMark(mark, sourceLocation: sourceLocation)
        let all = host.words
        let before = taken.withLock { taken in
            defer { taken.callbacks = all.count }
            return taken.callbacks
        }
        return Array(all[before...])
    }

    func setRequestor(
        _ requestor: String = World.requestor, _ urls: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> [String] {
        await run(sourceLocation: sourceLocation) { $0.setRequestor(requestor, serviceProviders: urls) }
    }

    /// What `checkAuthentication` leads to, without tracking.
    func check(sourceLocation: SourceLocation = #_sourceLocation) async -> [String] {
        await run(sourceLocation: sourceLocation) { $0.checkAuthentication() }
            .filter { !$0.hasPrefix("sendTrackingData") }
    }

    /// Calls verbs that wait for a person, and gives everything up to the next callback of that name, and after it.
    func run(
        until kind: String, sourceLocation: SourceLocation = #_sourceLocation, _ verbs: (AccessEnablerCore) -> Void
    ) async -> [String] {
        let count = host.count(of: kind)
        verbs(core)
        await host.wait(for: kind, count: count + 1, sourceLocation: sourceLocation)
        return await settle(sourceLocation: sourceLocation)
    }

    /// The MVPDs in force, as `displayProviderDialog` shows them; the platform must be denied, or no MVPD boarded.
    func listedMVPDs(sourceLocation: SourceLocation = #_sourceLocation) async -> [ConfiguredMVPD] {
        _ = await run(until: "displayProviderDialog", sourceLocation: sourceLocation) { $0.getAuthentication() }
        for case .displayProviderDialog(let mvpds) in host.callbacks.reversed() { return mvpds }
        return []
    }

    /// The answer to `getMetadata`.
    func metadata(_ key: MetadataKey, sourceLocation: SourceLocation = #_sourceLocation) async -> [String] {
        await run(sourceLocation: sourceLocation) { $0.getMetadata(key) }
    }
}

/// Outcomes that many tests name.
enum Outcome {
    static let complete = ["setRequestorComplete 1"]
    static let yes = ["setAuthenticationStatus 1"]
    static let no = ["status N000 info", "setAuthenticationStatus 0 USER_NOT_AUTHENTICATED_ERROR"]

    /// `setRequestor` without a configuration.
    static func failed(_ code: String) -> [String] { ["status \(code) error", "setRequestorComplete 0"] }

    /// `checkAuthentication` without a configuration.
    static func generic(_ code: String) -> [String] {
        ["status \(code) error", "setAuthenticationStatus 0 GENERIC_AUTHENTICATION_ERROR"]
    }
}
