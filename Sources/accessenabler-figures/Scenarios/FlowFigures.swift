import AccessEnabler
import Base
import FoundationEssentials
import PassSimulator
import PlatformAccount

/// The flows a person waits for: round trips and time.
enum FlowFigures {
    private static let rounds = 20

    /// A callback came that is not the documented one.
    struct Surprise: Error {
        var awaited: Listener.Event.Kind
        var event: Listener.Event?
    }

    /// What a flow took, the person's part left out.
    private struct Run {
        var trips: Int
        var time: Double
    }

    /// Measures; `plain` is the time of a request by libcurl alone.
    static func measure(_ service: Service, plain: Double) async throws -> Chapter {
        var runs: [String: [Run]] = [:]
        for _ in 0..<rounds {
            let folder = TemporaryFolder()
            let endpoint = IdentityEndpoint(service: service.baseURL)
            let platform = endpoint.platform(signedInAt: nil)
            let first = Stage(service, platform, folder)
            runs["cold", default: []].append(try await first.setRequestor())
            let second = Stage(service, platform, folder)
            runs["warm", default: []].append(try await second.setRequestor())
            platform.change { $0.account = .init(providerIdentifier: "northcable_apple") }
            runs["silent", default: []].append(try await second.setRequestor())
            try await second.checkAuthentication()
            platform.change { $0.permission = .denied }
            runs["login", default: []].append(try await second.login())
            let television = Stage(service, platform, TemporaryFolder(), .tvOS)
            _ = try await television.setRequestor()
            runs["screen", default: []].append(try await television.secondScreen())
        }
        let names = [
            ("cold", "Cold start: registration, access token, configuration"),
            ("warm", "Warm start: the configuration, not changed"),
            ("silent", "Silent sign-in: the configuration, and the exchange"),
            ("login", "Regular login (iOS behaviour), without the person"),
            ("screen", "Second screen (tvOS behaviour), without the person and the pause before the first poll"),
        ]
        return Chapter(
            title: "Flows",
            method: [
                "From the verb to its last callback, \(rounds) times on the real stack: HTTP on loopback, a fresh SQLite",
                "file, a new object and connection for each start. The peer is the same number of requests by libcurl",
                "alone: what the network would take by itself.",
            ],
            figures: names.map { figure($1, runs[$0] ?? [], plain) })
    }

    private static func figure(_ name: String, _ runs: [Run], _ plain: Double) -> Figure {
        let trips = Set(runs.map(\.trips)).sorted()
        let time = Sample(runs.map(\.time))
        let floor = plain * Double(trips.last ?? 0)
        return Figure(
            name: name,
            ours: "\(trips.map(String.init).joined(separator: " or ")) round trips, \(Quantity.time(time))",
            peer: plain > 0 ? Quantity.time(floor) : "not measured",
            ratio: plain > 0 ? Quantity.ratio(time.median, to: floor) : "")
    }

    /// An object with its host, and a clock that skips no time but the polls'.
    private struct Stage {
        let core: AccessEnablerCore
        let listener = Listener()
        let transport = CountingTransport()
        let clock = PollGate()
        let service: Service
        let folder: TemporaryFolder

        init(
            _ service: Service, _ platform: ScriptedPlatformAccount, _ folder: TemporaryFolder,
            _ behaviour: PlatformBehaviour = .iOS
        ) {
            self.service = service
            self.folder = folder
            core = AccessEnablerCore(
                softwareStatement: service.softwareStatement, applicationID: "figures", platform: behaviour,
                service: .restV1At(service.baseURL), platformAccount: platform,
                settings: Settings(
                    storeDirectory: folder.path, transport: transport, clock: clock, log: SilentLog()),
                delegate: listener)
        }

        func setRequestor() async throws -> Run {
            try await part(until: .configured) { core.setRequestor("NORTHSTAR") }.run
        }

        func checkAuthentication() async throws {
            _ = try await part(until: .signedIn) { core.checkAuthentication() }
        }

        func login() async throws -> Run {
            let list = try await part(until: .list) { core.getAuthentication(forceAuthn: true) }
            let page = try await part(until: .page) { core.setSelectedProvider("EastFiber") }
            _ = await SimulatedPerson().signIn(at: page.event.detail)
            let end = try await part(until: .signedIn) { core.handleExternalURL(AccessEnablerCore.redirectURL) }
            return sum(list.run, page.run, end.run)
        }

        func secondScreen() async throws -> Run {
            let list = try await part(until: .list) { core.getAuthentication() }
            let code = try await part(until: .code) { core.setSelectedProvider("EastFiber") }
            _ = await SimulatedPerson().activate(code.event.detail, at: service.baseURL)
            await clock.waitForPause()
            let end = try await part(until: .signedIn) { clock.open() }
            return sum(list.run, code.run, end.run)
        }

        private func part(
            until kind: Listener.Event.Kind, _ act: () -> Void
        ) async throws -> (run: Run, event: Listener.Event) {
            let trips = transport.count
            let start = ContinuousClock.now
            act()
            let event = await listener.next()
            let time = (ContinuousClock.now - start).seconds
            guard let event, event.kind == kind else { throw Surprise(awaited: kind, event: event) }
            return (Run(trips: transport.count - trips, time: time), event)
        }

        private func sum(_ runs: Run...) -> Run {
            Run(trips: runs.reduce(0) { $0 + $1.trips }, time: runs.reduce(0) { $0 + $1.time })
        }
    }
}
