import AccessEnabler
import Base
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

/// A host beside a browser: the SDK against a simulator, and what it calls back.
final class Stage: Sendable {
    enum API: Sendable, CaseIterable {
        case v1
        case v2
    }

    /// What the host heard.
    enum Event: Sendable, Equatable {
        case ready(Int)
        case status(Int, String)
        case advanced(String)
        case code(String)
        case navigate(String)
    }

    let clock: ManualClock
    let simulator: PassSimulator
    let core: AccessEnablerCore
    private let host: Host
    private let directory: TemporaryDirectory

    init(_ api: API = .v2, _ platform: PlatformBehaviour = .iOS) throws {
        clock = ManualClock(skips: [.backOff, .pace])
        simulator = try PassSimulator(clock: clock)
        directory = try TemporaryDirectory()
        host = Host()
        let url = simulator.baseURL
        core = AccessEnablerCore(
            softwareStatement: simulator.softwareStatement, applicationID: "com.example.browser", platform: platform,
            service: api == .v1 ? .restV1At(url) : .restV2At(url),
            settings: Settings(storeDirectory: directory.path, clock: clock), delegate: host)
    }

    /// The next thing heard that is one of these.
    func next(_ isWanted: @escaping @Sendable (Event) -> Bool) async throws -> Event {
        let found = try? await withTimeLimit(.seconds(120), on: SystemClock()) { [host] in
            for await event in host.events where isWanted(event) { return Optional(event) }
            return nil
        }
        return try #require(found ?? nil, "the host waited in vain")
    }

    /// The outcome of a verb.
    func outcome() async throws -> Event {
        try await next { if case .status = $0 { true } else { false } }
    }

    /// The address the host is to open.
    func address() async throws -> String {
        guard case .navigate(let url) = try await next({ if case .navigate = $0 { true } else { false } }) else {
            return ""
        }
        return url
    }

    /// The code the host is to show.
    func code() async throws -> String {
        guard case .code(let code) = try await next({ if case .code = $0 { true } else { false } }) else { return "" }
        return code
    }

    /// Begins a login at a provider the person has picked.
    func signIn(at mvpd: String = "NorthCable") async throws {
        core.setRequestor("NORTHSTAR")
        #expect(try await next { if case .ready = $0 { true } else { false } } == .ready(1))
        core.setSelectedProvider(mvpd)
        core.getAuthentication()
    }

    private final class Host: AccessEnablerDelegate {
        let events: AsyncStream<Event>
        private let heard: AsyncStream<Event>.Continuation

        init() { (events, heard) = AsyncStream.makeStream() }

        func setRequestorComplete(_ status: Int) { heard.yield(.ready(status)) }
        func setAuthenticationStatus(_ status: Int, errorCode: String) { heard.yield(.status(status, errorCode)) }
        func navigateToUrl(_ url: String) { heard.yield(.navigate(url)) }
        func status(_ status: AdvancedStatus) {
            heard.yield(status.errorID == "REGCODE" ? .code(status.message ?? "") : .advanced(status.errorID))
        }
    }
}
