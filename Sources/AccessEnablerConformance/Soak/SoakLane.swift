import AccessEnabler
import Base
import FoundationEssentials
import PassSimulator
import PlatformAccount

/// A service, a device and some objects on it, and what happens to them at random.
actor SoakLane {
    let clock: ManualClock
    let platform: PlatformProbe
    let browser = Browser()
    let storeDirectory: String
    /// The service, unless it is another process's.
    private(set) var service: PassSimulator?
    let serviceURL: String
    private let statement: String
    private(set) var objects: [SoakObject] = []
    private(set) var diary = SoakDiary()
    let implementation: any Implementation
    let root: URL
    private let port: UInt16
    /// What callbacks and log lines reach: the diary of the epoch, and the instances by place.
    private let desk: Lock<Desk>
    let patience: Duration
    /// How long, in real time, an answer is waited for before the clock is moved.
    private var pause = Duration.milliseconds(20)
    /// A damage may still be found, which a sign-in does not survive.
    var isStoreDamaged = false
    private var places = 0
    private var questions = 0

    private struct Desk {
        var diary: SoakDiary
        var service: PassSimulator?
        var instances: [Int: any ImplementationInstance] = [:]
    }

    init(_ implementation: any Implementation, patience: Duration) throws {
        self.implementation = implementation
        self.patience = patience
        clock = ManualClock(skips: [.backOff, .pace])
        platform = PlatformProbe(clock: clock)
        let (service, port) = try Self.service(on: clock)
        self.service = service
        serviceURL = service.baseURL
        statement = service.softwareStatement
        self.port = port
        desk = Lock(Desk(diary: diary, service: service))
        root = FileManager.default.temporaryDirectory.appending(path: "accessenabler-soak-\(UUID().uuidString)")
        storeDirectory = root.appending(path: "store").path
        try FileManager.default.createDirectory(
            at: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// A lane at another process's service and store.
    init(visiting host: SoakCompanion.Host, _ implementation: any Implementation, patience: Duration) {
        self.implementation = implementation
        self.patience = patience
        clock = ManualClock(now: host.now, skips: [.backOff, .pace])
        platform = PlatformProbe(clock: clock)
        (serviceURL, statement, port) = (host.serviceURL, host.softwareStatement, 0)
        desk = Lock(Desk(diary: diary))
        storeDirectory = host.storeDirectory
        root = URL(filePath: storeDirectory).deletingLastPathComponent()
    }

    /// The objects not released yet.
    var living: [SoakObject] { objects.filter { !diary.journal.isReleased($0.place) } }

    /// One epoch: random acts as long as `goesOn` says of their number, calm, proof that every object is well, judgement. Throws `Stuck`.
    ///
    /// Once all is calm, and before this lane's objects prove themselves, `others` are waited for.
    func epoch(
        while goesOn: (Int) -> Bool, _ random: inout SeededRandom, others: () async throws -> Void = {}
    ) async throws -> SoakTally {
        try await calm()
        if living.isEmpty { try await launchAny(&random) }
        diary.journal.begin(reactions: SoakReactions.some(&random))
        pause = .milliseconds(20)
        // Of another process's store nothing is known.
        isStoreDamaged = service == nil
        var steps = 0
        while goesOn(steps) {
            try await act(&random)
            steps += 1
        }
        try await calm()
        // Good requests are given their time from here on.
        pause = .seconds(1)
        diary.journal.stopReacting()
        for object in living { try await rest(object) }
        try await others()
        for object in living { try await finishFlows(of: object) }
        for object in living { try await recoverInTheEnd(object) }
        return diary.tally(of: objects, secrets: [Programme.userID, Programme.viewerID, statement])
    }

    /// Forgets the epoch, so that the next one begins with nothing but the objects that live on.
    func turnPage() async throws {
        objects = living
        // Those released inside a callback are there still.
        let places = Set(objects.map(\.place))
        desk.withLock { desk in desk.instances = desk.instances.filter { places.contains($0.key) } }
        diary = SoakDiary()
        desk.withLock { [diary] in $0.diary = diary }
        clock.clearWaits()
        platform.scripted.clearQuestions()
        try await restartService()
    }

    /// Stops everything and removes the store.
    func close() async {
        for object in living { release(object) }
        // What the host's side holds of objects holds the desk.
        desk.withLock { $0.instances = [:] }
        platform.scripted.release()
        guard let service else { return }
        service.stop()
        try? FileManager.default.removeItem(at: root)
    }

    /// A service at a port below those the system gives to connections: nobody takes it while the service starts anew.
    private static func service(on clock: ManualClock) throws -> (PassSimulator, UInt16) {
        for _ in 0..<100 {
            let port = UInt16.random(in: 20_000..<32_000)
            if let service = try? PassSimulator(Scenario(Programme.dashboard), clock: clock, port: port) {
                return (service, port)
            }
        }
        throw BenchError(message: "No port from 20000 on is free.")
    }

    /// Another service at the same address, which knows nothing of what the former did.
    func restartService() async throws {
        guard let former = service else { return }
        former.stop()
        service = try await Self.successor(of: former, at: port, on: clock)
        desk.withLock { [service] in $0.service = service }
    }

    /// A process that is being started holds all of this one's sockets until it runs its own programme: the port is
    /// free a moment later.
    private static func successor(
        of former: PassSimulator, at port: UInt16, on clock: ManualClock
    ) async throws -> PassSimulator {
        var tries = 200
        while true {
            do {
                return try PassSimulator(Scenario(Programme.dashboard), clock: clock, port: port, sibling: former)
            } catch {
                tries -= 1
                if tries == 0 { throw error }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Makes another object.
    func launch(
        _ behaviour: PlatformBehaviour, _ version: ServiceVersion = .v1, _ check: StorageIntegrityCheck = .none
    ) async throws {
        let place = places
        places += 1
        let context = ImplementationContext(
            softwareStatement: statement, applicationID: "adbe.northstar.soak", platform: behaviour,
            integrityCheck: check, service: version, serviceURL: serviceURL, redirectURL: Programme.ownRedirect,
            storeDirectory: storeDirectory, platformAccount: platform, clock: clock, pacesService: false,
            log: { [desk] line in desk.withLock { $0.diary }.add(logLine: line) },
            gone: { [desk] why in desk.withLock { $0.diary }.journal.breakOff(why) })
        let instance = try await implementation.make(context) { [desk] callback in
            let diary = desk.withLock { $0.diary }
            diary.journal.receive(callback, from: place) { act in
                let instance = desk.withLock { $0.instances[place] }
                SoakReactions.carryOut(act, on: callback, place, instance, diary)
            }
        }
        desk.withLock { $0.instances[place] = instance }
        objects.append(SoakObject(place: place, instance: instance, platform: behaviour, version: version))
        diary.count("objects: \(behaviour.rawValue), \(version.rawValue)")
    }

    /// Drops the last reference to an object.
    func release(_ object: SoakObject) {
        diary.journal.release(object.place, object.instance, meanwhile: true)
        desk.withLock { _ = $0.instances.removeValue(forKey: object.place) }
    }

    func call(_ verb: Verb, of object: SoakObject) {
        diary.count("verbs: \(verb.name)")
        diary.call(verb, of: object.place, object.instance)
    }

    /// Nothing misbehaves any more: service, platform, store; nobody is signed in at the platform.
    func calm() async throws {
        service?.clearFaults()
        service?.releaseHeld()
        service?.dashboard { $0 = Programme.dashboard }
        platform.scripted.change { script in
            script = ScriptedPlatformAccount.Script()
            script.setUpPicker()
            script.pickerChoice = .cancel
            script.saml = .endpoint { [desk] provider, token, attributes in
                let (service, diary) = desk.withLock { ($0.service, $0.diary) }
                let answer = await service?.identityProvider.samlResponse(
                    provider: provider, verificationToken: token, attributes: attributes)
                if let answer { diary.add(samlResponse: answer.exposed) }
                return answer
            }
        }
        platform.setProviderOfSAML(nil)
        platform.scripted.release()
        if service != nil { try makeStoreReadable() }
    }

    /// Waits until every object has answered all it was asked.
    ///
    /// What is silent by a fault ends by its limit: the clock is moved and held answers are let go until it does.
    func settle() async throws {
        for object in living { try await settle(object) }
    }

    /// The same, until the object's reactions have had their answers, too.
    func rest(_ object: SoakObject) async throws {
        var asked = -1
        while asked != diary.verbCount {
            asked = diary.verbCount
            try await settle(object)
        }
    }

    func settle(_ object: SoakObject) async throws {
        let number = ask(object)
        let end = ContinuousClock.now + patience
        var nudges = 0
        while true {
            if await isAnswered(number, by: object, within: pause) { return }
            if ContinuousClock.now > end {
                throw Stuck(waitedFor: "object \(object.place) to answer what it was asked")
            }
            nudge(&nudges)
        }
    }

    /// Asks an object the runner's own question, and gives its number.
    func ask(_ object: SoakObject) -> Int {
        questions += 1
        diary.ask(questions, of: object.place, object.instance)
        return questions
    }

    /// Whether the answer comes within so much real time; true for an object that was released.
    func isAnswered(_ number: Int, by object: SoakObject, within limit: Duration) async -> Bool {
        let (journal, place) = (diary.journal, object.place)
        return await Self.isReached(within: limit) {
            await journal.wait { seen in
                journal.isReleased(place) || seen.contains { Sentinel.number(of: $0) == number }
            }
        }
    }

    static func isReached(within limit: Duration, _ wait: @escaping @Sendable () async -> Void) async -> Bool {
        do {
            try await withTimeLimit(limit, on: SystemClock()) { await wait() }
            return true
        } catch {
            return false
        }
    }

    private func nudge(_ count: inout Int) {
        count += 1
        switch count % 4 {
        case 0: service?.releaseHeld()
        case 1: platform.scripted.release()
        default: clock.advance(by: .seconds(31))
        }
        // Faults without an end would go on for ever.
        if count > 12 { service?.clearFaults() }
    }
}
