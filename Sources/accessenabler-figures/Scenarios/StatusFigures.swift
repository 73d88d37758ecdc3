import AccessEnabler
import Base
import EntitlementStore
import PlatformAccount

/// checkAuthentication from verb to callback, with the store on disk.
enum StatusFigures {
    private static let single = 3000
    private static let pipelined = 20_000
    private static let limit = 10e-6

    /// It did not answer 1.
    struct Failure: Error {}

    static func measure(_ service: Service) throws -> Chapter {
        var figures: [Figure] = []
        for kind in [Kind.regular, .partner] {
            for (place, isDirect) in [("the object's queue", false), ("an executor that runs them at once", true)] {
                let measured = try Stage(service, kind, isDirect: isDirect)
                figures += try measured.figures("\(kind.rawValue), callbacks on \(place)")
            }
        }
        return Chapter(
            title: "checkAuthentication",
            method: [
                "From the verb to `setAuthenticationStatus` 1, signed in, without network: each call reads the token from",
                "the SQLite file that other processes may write to. One by one: the next verb follows the callback,",
                "\(single) times, median and middle half. In a row: \(pipelined) verbs at once, until the last callback.",
                "A partner sign-in asks the platform account too, here the scripted one in the same process; the shared",
                "account database of a device is not part of the package yet.",
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

        init(_ service: Service, _ kind: Kind, isDirect: Bool) throws {
            let platform = IdentityEndpoint(service: service.baseURL).platform(signedInAt: "northcable_apple")
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
            var times: [Double] = []
            for _ in 0..<StatusFigures.single {
                let start = ContinuousClock.now
                try check(1)
                times.append((ContinuousClock.now - start).seconds)
            }
            let row = try Cost.of(each: StatusFigures.pipelined) { try check(StatusFigures.pipelined) }
            let sample = Sample(times)
            return [
                Figure(
                    name: name + ": one by one", ours: Quantity.time(sample),
                    aim: aim(sample.median, "the price is waking a thread for the verb and one for the callback.")),
                Figure(
                    name: name + ": in a row",
                    ours: "\(Quantity.time(row.time)) a call (CPU \(Quantity.time(row.cpu)))",
                    aim: aim(row.time, inARow)),
            ]
        }

        private let inARow =
            "each call opens a read of the file, and computes the digest of tracking; next: keep what was read while the file's change counter stays."

        private func aim(_ time: Double, _ otherwise: String) -> Aim {
            Aim(
                text: "\(Quantity.time(StatusFigures.limit)) or less", isMet: time <= StatusFigures.limit,
                otherwise: otherwise)
        }
    }
}
