import Base
import Foundation
import Testing

@testable import AdobePass

/// The service under test with everything around it in memory.
struct Stage: Trial {
    static let deviceID = Secret("device-id-4711")
    static let statement = Secret("software-statement.+/=.x")
    static let saml = Secret("<saml>assertion-55</saml>")

    let clock: ManualClock
    let fake: FakeService
    let credentials: MemoryCredentials
    let cache: MemoryCache
    let log: LogRecorder
    let service: RESTv1

    init(
        baseURL: String = "http://127.0.0.1:9", skips: Set<WaitReason> = [.backOff, .pace],
        clock: ManualClock? = nil, fake: FakeService? = nil, credentials: MemoryCredentials = MemoryCredentials(),
        cache: MemoryCache = MemoryCache(), pacer: Pacer? = nil, random: Double = 0.5,
        deviceInfo: [String: String] = ["model": "box", "osName": "Linux"]
    ) {
        let clock = clock ?? ManualClock(skips: skips)
        let fake = fake ?? FakeService(clock: clock)
        let log = LogRecorder()
        self.clock = clock
        self.fake = fake
        self.credentials = credentials
        self.cache = cache
        self.log = log
        service = RESTv1(
            RESTv1.Environment(
                baseURL: baseURL, softwareStatement: Self.statement, transport: fake, clock: clock,
                random: { random }, credentials: credentials, configurations: cache, deviceInfo: deviceInfo,
                pacesLoopback: pacer != nil, log: log), pacer: pacer ?? Pacer(clock: clock))
    }

    func call(
        _ platform: PlatformBehaviour = .iOS, limit: Duration = .seconds(60),
        options: ServiceOptions = ServiceOptions()
    ) -> ServiceCall {
        ServiceCall(
            deadline: Deadline(in: limit, on: clock), deviceID: Self.deviceID, platform: platform, options: options)
    }

    static let request: PartnerSignInRequest = {
        var mvpd = ConfiguredMVPD(id: "NorthCable")
        mvpd.requiredMetadataFields = ["userID", "householdID"]
        return PartnerSignInRequest(
            requestor: "NORTHSTAR", mvpd: mvpd, providerIdentifier: "northcable_apple", accountExpires: nil,
            domain: "northstar.example")
    }()

    @discardableResult
    func configuration(_ requestor: String = "NORTHSTAR", _ call: ServiceCall? = nil) async throws(ServiceError)
        -> ConfigurationAnswer
    {
        try await service.configuration(of: requestor, call: call ?? self.call())
    }
}

/// Credentials in memory, several objects and "processes" sharing them.
final class MemoryCredentials: ClientCredentialStore {
    struct Trouble: Error {}

    private let state = Lock((clients: [String: StoredClient](), isReadable: true, isWritable: true, saves: 0))

    func load(serviceURL: String, statementDigest: String) throws -> StoredClient? {
        try state.withLock { state in
            guard state.isReadable else { throw Trouble() }
            return state.clients[serviceURL + " " + statementDigest]
        }
    }

    func save(_ client: StoredClient?, serviceURL: String, statementDigest: String) throws {
        try state.withLock { state in
            guard state.isWritable else { throw Trouble() }
            state.saves += 1
            state.clients[serviceURL + " " + statementDigest] = client
        }
    }

    /// The only client kept.
    var client: StoredClient? { state.withLock { $0.clients.values.first } }
    var saves: Int { state.withLock { $0.saves } }

    func change(_ body: (inout StoredClient) -> Void) {
        state.withLock { state in
            for key in state.clients.keys {
                guard var client = state.clients[key] else { continue }
                body(&client)
                state.clients[key] = client
            }
        }
    }

    func set(readable: Bool = true, writable: Bool = true) {
        state.withLock { state in
            state.isReadable = readable
            state.isWritable = writable
        }
    }
}

/// Configurations in memory.
final class MemoryCache: ConfigurationCache {
    private let bodies = Lock([String: CachedBody]())

    func load(key: String) -> CachedBody? { bodies.withLock { $0[key] } }
    func save(_ body: CachedBody?, key: String) { bodies.withLock { $0[key] = body } }

    var keys: Set<String> { bodies.withLock { Set($0.keys) } }

    func change(_ body: (inout CachedBody) -> Void) {
        bodies.withLock { bodies in
            for key in bodies.keys {
                guard var entry = bodies[key] else { continue }
                body(&entry)
                bodies[key] = entry
            }
        }
    }
}

/// Every message, debug included.
final class LogRecorder: LogSink {
    private let entries = Lock<[(level: LogLevel, text: String)]>([])

    func log(_ level: LogLevel, category: String, _ message: @autoclosure () -> String) {
        let text = "\(category): \(message())"
        entries.withLock { $0.append((level, text)) }
    }

    var all: [(level: LogLevel, text: String)] { entries.withLock { $0 } }
    var errors: [String] { all.filter { $0.level == .error }.map(\.text) }
    var text: String { all.map(\.text).joined(separator: "\n") }
}
