import Base
import Dispatch
import FoundationEssentials
import PassSimulator
import PlatformAccount

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A case could not be set up; nothing is said about the implementation.
struct BenchError: Error, CustomStringConvertible {
    let message: String

    var description: String { message }
}

/// What runs need besides an implementation.
public enum Surroundings {
    /// Throws why no case could be run here, for people: there is no place for temporary files.
    public static func check() throws {
        let folder = try Bench.folder()
        try? FileManager.default.removeItem(at: folder)
        Leftovers.drop(path: folder.path)
    }
}

/// Everything around an implementation that a case makes true: service, platform, clock, store folder.
final class Bench: Sendable {
    /// The API the implementation is to use.
    let service: ServiceVersion
    let clock: ManualClock
    let platform: PlatformProbe
    let passing: TimePassing
    let first: PassSimulator
    /// The folder of the stores. What lies beside it belongs to the bench.
    let storeDirectory: String
    let heldAnswers = HostBlock()
    /// The person at a browser.
    let browser = Browser()
    let root: URL
    /// When it was made, in s since 1970.
    let began = Int(Date().timeIntervalSince1970)
    private let later = Lock(Later())

    private struct Later {
        var second: PassSimulator?
        var refusing: RefusingPort?
        var samlResponses: [String] = []
        var pacesService = false
    }

    init(_ service: ServiceVersion) throws {
        self.service = service
        clock = ManualClock(skips: [.backOff, .pace])
        first = try PassSimulator(Scenario(Programme.dashboard), clock: clock)
        platform = PlatformProbe(clock: clock)
        passing = TimePassing(clock: clock)
        root = try Self.folder()
        storeDirectory = root.appending(path: "store").path
        platform.onSilence { [passing] in passing.begin(limit: Limit.platform) }
        platform.scripted.change { script in
            script.setUpPicker()
        }
        answersSAML()
    }

    /// From now on SAML responses come from the provider's identity endpoint.
    func answersSAML() {
        platform.scripted.change { script in
            script.saml = .endpoint { [weak self] provider, token, attributes in
                await self?.samlResponse(provider, token, attributes)
            }
        }
    }

    /// Stops everything and removes the store.
    func close() async {
        heldAnswers.open()
        platform.scripted.release()
        await passing.end()
        for simulator in simulators { simulator.stop() }
        try? FileManager.default.removeItem(at: root)
        Leftovers.drop(path: root.path)
    }

    /// A new folder of the bench's own.
    static func folder() throws(BenchError) -> URL {
        let all = FileManager.default.temporaryDirectory
        let folder = all.appending(path: "accessenabler-case-\(UUID().uuidString)")
        guard Leftovers.make(path: folder.path, { mkdir(folder.path, 0o700) }) == 0 else {
            let reason = String(cString: strerror(errno))
            throw BenchError(message: "no folder can be made in '\(all.path)' (TMPDIR): \(reason)")
        }
        return folder
    }

    /// The services running, the first one first.
    var simulators: [PassSimulator] { [first] + later.withLock { $0.second.map { [$0] } ?? [] } }

    /// The second service; started when first asked for, with the same dashboard.
    func second() throws -> PassSimulator {
        if let running = later.withLock({ $0.second }) { return running }
        let started = try PassSimulator(Scenario(Programme.dashboard), clock: clock, sibling: first)
        later.withLock { $0.second = started }
        return started
    }

    /// The simulator behind an address.
    func simulator(_ address: ServiceAddress) throws -> PassSimulator {
        switch address {
        case .first: first
        case .second: try second()
        case .refusing, .notTLS, .unknownHost: throw BenchError(message: "There is no service at \(address).")
        }
    }

    /// The base URL of an address.
    func url(_ address: ServiceAddress) throws -> String {
        switch address {
        case .first, .second:
            return try simulator(address).baseURL
        case .notTLS:
            return first.baseURL.replacing("http://", with: "https://")
        case .unknownHost:
            // A label of 64 characters cannot be asked of any name server: no packet leaves.
            return "https://\(String(repeating: "a", count: 64)).example"
        case .refusing:
            if let running = later.withLock({ $0.refusing }) { return "http://127.0.0.1:\(running.port)" }
            let port = try RefusingPort()
            later.withLock { $0.refusing = port }
            return "http://127.0.0.1:\(port.port)"
        }
    }

    /// Where requests of a role go.
    func endpoint(of role: RequestRole) throws -> Endpoint {
        guard let endpoint = service.endpoint(of: role) else {
            throw BenchError(message: "\(service.rawValue) has no requests of \(role.rawValue).")
        }
        return endpoint
    }

    /// The service's limit of requests is to be kept.
    var pacesService: Bool {
        get { later.withLock { $0.pacesService } }
        set { later.withLock { $0.pacesService = newValue } }
    }

    /// SAML responses handed out so far: nothing of them may show in a log.
    var samlResponses: [String] { later.withLock { $0.samlResponses } }

    private func samlResponse(_ provider: String, _ token: String?, _ attributes: [String]) async -> Secret? {
        for simulator in simulators {
            let answer = await simulator.identityProvider.samlResponse(
                provider: provider, verificationToken: token, attributes: attributes)
            guard let answer else { continue }
            later.withLock { $0.samlResponses.append(answer.exposed) }
            return answer
        }
        return nil
    }
}

/// The limits of the contract's choices that a silent side runs into.
enum Limit {
    /// A silent question to the platform.
    static let platform = Duration.seconds(5)
    /// One request to the service.
    static let request = Duration.seconds(30)
    /// A verb, all its requests and pauses included.
    static let verb = Duration.seconds(60)
    /// A logout, all its requests and pauses included.
    static let logout = Duration.seconds(30)
}

/// A host that blocks inside a callback until it is let go.
final class HostBlock: Sendable {
    private let group = DispatchGroup()
    private let isOpen = Lock(false)

    init() { group.enter() }

    /// Blocks the calling thread until `open()`.
    func wait() { group.wait() }

    /// Lets every blocked host go, now and later.
    func open() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = true }
            return isOpen
        }
        if !wasOpen { group.leave() }
    }
}
