import AccessEnabler
import Base
import EntitlementStore
import PlatformAccount

/// checkAuthentication from verb to callback, with the store on disk.
enum StatusFigures {
    private static let single = 3000
    private static let pipelined = 5000
    private static let limit = 10e-6

    /// It did not answer 1.
    struct Failure: Error {}

    /// A person's sign-in at a provider, as the device keeps it.
    static func account(_ service: Service) async throws -> DeviceAccount {
        let endpoint = try PlatformAccount.IdentityEndpoint(service.baseURL, transport: CurlTransport())
        return try await ProviderSignIn(endpoint: endpoint, clock: SystemClock())
            .withPassword("northcable_apple", username: "viewer", password: Secret("secret"))
    }

    /// `account` is signed in on the device.
    static func measure(_ service: Service, _ account: DeviceAccount) throws -> Chapter {
        var figures: [Figure] = []
        for kind in [Kind.regular, .partner] {
            for (place, isDirect) in [("the object's queue", false), ("an executor that runs them at once", true)] {
                let measured = try Stage(service, account, kind, isDirect: isDirect)
                figures += try measured.figures("\(kind.rawValue), callbacks on \(place)")
            }
        }
        return Chapter(
            title: "checkAuthentication",
            method: [
                "From the verb to `setAuthenticationStatus` 1, signed in, without network: each call reads the token from",
                "the SQLite file that other processes may write to. One by one: the next verb follows the callback,",
                "\(single) times, median and middle half. In a row: \(pipelined) verbs at once, until the last callback.",
                "A sign-in through the platform asks the device's account database too, in three reads. The peer of one by",
                "one is the bare way: as many threads woken, one by the other, with nothing to do there (the object's",
                "queue, three times the database and back, the callbacks' queue, the caller).",
            ],
            figures: figures)
    }

    private enum Kind: String {
        case regular = "Signed in at an MVPD"
        case partner = "Signed in through the platform"
    }

    /// A signed-in object.
    private struct Stage {
        let core: AccessEnablerCore
        let counter = VerdictCounter()
        let folder = TemporaryFolder()
        let kind: Kind
        let isDirect: Bool

        init(_ service: Service, _ account: DeviceAccount, _ kind: Kind, isDirect: Bool) throws {
            (self.kind, self.isDirect) = (kind, isDirect)
            let database = DeviceAccountDatabase(directory: folder.path + "/device", log: SilentLog())
            try database.signIn(account)
            try database.setPermission(.granted, of: "figures")
            let platform = DevicePlatformAccount(
                applicationIdentifier: "figures", database: database, identityURL: service.baseURL)
            var settings = Settings(storeDirectory: folder.path, log: SilentLog())
            if isDirect { settings.callbackExecutor = { $0() } }
            core = AccessEnablerCore(
                softwareStatement: service.softwareStatement, applicationID: "figures",
                service: .restV1At(service.baseURL), platformAccount: platform,
                settings: settings, delegate: counter)
            core.setRequestor("NORTHSTAR")
            try check(1)
            if kind == .regular { try makeRegular() }
        }

        /// Calls so often, and waits until all are answered.
        private func check(_ count: Int) throws {
            counter.expect(count)
            for _ in 0..<count { core.checkAuthentication() }
            guard counter.wait() == 1 else { throw Failure() }
        }

        /// Turns the partner token into one of the MVPD's own: the platform is asked no more.
        private func makeRegular() throws {
            let store = SQLiteTokenStore(directory: folder.path, applicationID: "figures", log: SilentLog())
            for var token in try store.tokens(requestor: "NORTHSTAR", service: .restV1) {
                token.kind = .regular
                try store.save(token)
            }
        }

        func figures(_ name: String) throws -> [Figure] {
            try check(1000)
            let relay = ThreadRelay(queues: changes)
            var (times, bare): ([Double], [Double]) = ([], [])
            // In turns, so that both meet the same machine.
            for _ in 0..<StatusFigures.single {
                times.append(try seconds { try check(1) })
                bare.append(seconds { relay.run() })
            }
            let row = try Cost.of(each: StatusFigures.pipelined) { try check(StatusFigures.pipelined) }
            let (sample, floor) = (Sample(times), Sample(bare))
            return [
                Figure(
                    name: name + ": one by one", ours: Quantity.time(sample),
                    peer: "the bare way: \(Quantity.time(floor))",
                    ratio: Quantity.ratio(sample.median, to: floor.median),
                    aim: aim(sample.median, oneByOne(floor.median))),
                Figure(
                    name: name + ": in a row",
                    ours: "\(Quantity.time(row.time)) a call (CPU \(Quantity.time(row.cpu)))",
                    aim: aim(row.time, inARow)),
            ]
        }

        /// How often a call goes from one thread to another, before it is back with the caller.
        private var changes: Int {
            1 + (kind == .partner ? 6 : 0) + (isDirect ? 0 : 1)
        }

        private func seconds(_ work: () throws -> Void) rethrows -> Double {
            let start = ContinuousClock.now
            try work()
            return (ContinuousClock.now - start).seconds
        }

        private func oneByOne(_ bare: Double) -> String {
            "waking threads takes \(Quantity.time(bare)) of it (the peer). The rest is mostly the system's: each read takes and "
                + "gives back the file's locks and looks for the file, so that a file that another process wrote, holds, "
                + "replaced or damaged gives the documented code at this very call. " + next
        }

        private var inARow: String {
            "each call takes and gives back the file's locks, looks for the file and reads the token anew, so that another "
                + "process' logout counts at this very call. " + next
        }

        private var next: String {
            kind == .partner
                ? "Next: one question to the account database in place of three, and one alarm for all questions under way."
                : "Next: one lock in place of the gate, the users' lock and SQLite's own. Remembering the token would answer "
                    + "without the lock, where a held file has to be waited for."
        }

        private func aim(_ time: Double, _ otherwise: String) -> Aim {
            Aim(
                text: "\(Quantity.time(StatusFigures.limit)) or less", isMet: time <= StatusFigures.limit,
                otherwise: otherwise)
        }
    }
}
