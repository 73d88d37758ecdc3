public import AccessEnabler
import Base
import Dispatch

/// An implementation in other processes, reached by the adapter protocol (article "The adapter protocol").
///
/// The command is started as often as cases run at once; a process serves one case after the other. One that ends or
/// breaks the protocol fails the case it was at, with what was seen and why, and another one is started for the next. When
/// five in a row end before they have made one object, tell nothing in a case, or do not answer a message (choice), it is
/// given up: nothing more is run.
/// Nothing secret goes into its arguments or environment: everything is told on its standard input.
public final class ProcessImplementation: Implementation {
    /// The name its hello gives.
    public let name: String
    /// The capabilities its hello gives.
    public let capabilities: Set<Capability>
    /// What of its hello is not understood.
    public let notes: [String]
    private let vain = Tally()
    private let settings: AdapterSettings
    private let pool: Pool

    /// Starts the command, and waits for its hello.
    ///
    /// - Parameters:
    ///   - command: the program, looked for on the PATH unless its name holds a slash, and its arguments.
    ///   - helloLimit: real time until the hello.
    ///   - answerLimit: real time for answers that need no work of the service, such as that an object is made.
    ///   - outputLimit: bytes a process may write in one case; one that writes more is ended.
    ///   - tap: sees every line of every process, both ways: tokens are in them.
    /// - Returns: the implementation, ready to be run; `close()` ends its processes.
    /// - Throws: why there is nothing to test.
    public static func start(
        _ command: [String], helloLimit: Duration = .seconds(20), answerLimit: Duration = .seconds(10),
        outputLimit: Int = 16 << 20, tap: (@Sendable (String) -> Void)? = nil
    ) async throws(AdapterError) -> ProcessImplementation {
        let pool = Pool()
        let settings = AdapterSettings(
            command: command, helloLimit: helloLimit, answerLimit: answerLimit, outputLimit: outputLimit,
            tap: tap)
        let (session, hello) = try await AdapterSession.start(settings) { pool.takeBack($0) }
        pool.add(session)
        return ProcessImplementation(settings, hello, pool)
    }

    private init(_ settings: AdapterSettings, _ hello: AdapterSession.Hello, _ pool: Pool) {
        self.settings = settings
        name = hello.name
        capabilities = hello.capabilities
        notes = Self.notes(unknown: hello.unknown)
        self.pool = pool
    }

    private static func notes(unknown: [String]) -> [String] {
        if unknown.isEmpty { return [] }
        var told: Set<String> = []
        let names = unknown.filter { told.insert($0).inserted }
        let shown = names.prefix(20).map { "'\($0)'" } + (names.count > 20 ? ["\(names.count - 20) more"] : [])
        return ["the adapter's hello names capabilities nobody here knows: \(shown.joined(separator: ", "))"]
    }

    /// Makes an object in the process that has others of this store, else in a free one.
    public func make(
        _ context: ImplementationContext, receive: @escaping @Sendable (Callback) -> Void
    ) async throws -> any ImplementationInstance {
        let session = try await session(for: context)
        defer { pool.done(with: session) }
        let object = try await counting(session) { () async throws(AdapterError) in
            try await session.make(context) { [vain] callback in
                vain.clear(.cases)
                receive(callback)
            }
        }
        return ProcessObject(object: object, vain: vain, readsClock: capabilities.contains(.deviceClock))
    }

    /// See `Implementation`.
    public func seed(_ tokens: [SeededToken], in context: ImplementationContext) async throws {
        guard capabilities.contains(.seedsTokens) else { throw MissingCapability(capability: .seedsTokens) }
        let session = try await session(for: context)
        defer { pool.done(with: session) }
        try await counting(session) { () async throws(AdapterError) in try await session.seed(tokens, in: context) }
    }

    /// Ends every process: kindly first, and by force after two seconds.
    public func close() async {
        let sessions = pool.takeAll()
        await withTaskGroup(of: Void.self) { group in
            for session in sessions { group.addTask { await session.close() } }
        }
    }

    private func session(for context: ImplementationContext) async throws(AdapterError) -> AdapterSession {
        if let error = vain.givenUp { throw error }
        if let session = try pool.take(for: context.storeDirectory) { return session }
        do throws(AdapterError) {
            let (session, hello) = try await AdapterSession.start(settings) { [pool] in pool.takeBack($0) }
            guard hello.name == name, hello.capabilities == capabilities else {
                session.die(.otherHello(name: hello.name))
                throw .otherHello(name: hello.name)
            }
            pool.add(session, for: context.storeDirectory)
            return session
        } catch {
            throw vain.add(.starts, error)
        }
    }

    /// Why nothing more is run: its processes are of no use.
    public var givenUp: String? { vain.givenUp?.description }

    /// See `Implementation`.
    public func heardNothing(within patience: Duration) {
        _ = vain.add(.cases, .noAnswer(to: "call", after: patience))
    }

    /// Does something with a session; when it ends without having been of any use, it was started in vain.
    private func counting<Value: Sendable>(
        _ session: AdapterSession, _ work: () async throws(AdapterError) -> Value
    ) async throws(AdapterError) -> Value {
        do throws(AdapterError) {
            let value = try await work()
            vain.clear(.starts)
            return value
        } catch {
            guard session.death != nil, !session.hasServed else { throw error }
            throw vain.add(.starts, error)
        }
    }

    /// The ids of the processes there are, for tests.
    var processes: [Int32] { pool.all.compactMap(\.pid) }
}

/// What happened in vain, so often in a row.
private final class Tally: Sendable {
    private struct State {
        var counts: [AdapterError.Vain: Int] = [:]
        var givenUp: AdapterError?
    }

    private static let most = 5
    private let state = Lock(State())

    var givenUp: AdapterError? { state.withLock { $0.givenUp } }

    /// Once more; gives what is to be told.
    func add(_ vain: AdapterError.Vain, _ error: AdapterError) -> AdapterError {
        state.withLock { state in
            let count = state.counts[vain, default: 0] + 1
            state.counts[vain] = count
            if count >= Self.most, state.givenUp == nil {
                state.givenUp = .givenUp(after: count, vain, last: error.description)
            }
            return state.givenUp ?? error
        }
    }

    /// It was not in vain this time.
    func clear(_ vain: AdapterError.Vain) { state.withLock { $0.counts[vain] = nil } }
}

private struct ProcessObject: ImplementationInstance {
    let object: AdapterObject
    let vain: Tally
    let readsClock: Bool

    func perform(_ verb: Verb) { object.perform(verb) }

    func release() { object.release() }

    func waitUntilGone() async throws {
        do throws(AdapterError) {
            try await object.waitUntilGone()
            vain.clear(.messages)
        } catch {
            if case .noAnswer = error { throw vain.add(.messages, error) }
            throw error
        }
    }

    func noticeTime() async throws {
        if readsClock { try await object.noticeTime() }
    }
}

/// The processes there are: each is free, or serves the case with one store.
private final class Pool: Sendable {
    private struct Lease {
        let session: AdapterSession
        /// Objects about to be made in it.
        var reserved = 1
    }

    private struct State {
        var free: [AdapterSession] = []
        var busy: [String: Lease] = [:]
    }

    private let state = Lock(State())

    var all: [AdapterSession] { state.withLock { $0.free + $0.busy.values.map(\.session) } }

    /// A new process, free, or for this store and about to be used.
    func add(_ session: AdapterSession, for store: String? = nil) {
        state.withLock { state in
            if let store {
                state.busy[store] = Lease(session: session)
            } else {
                state.free.append(session)
            }
        }
    }

    /// A process for this store, about to be used: the one that serves it, else a free one; nil = none is left.
    ///
    /// Throws what a process did that nobody was there to be told of.
    func take(for store: String) throws(AdapterError) -> AdapterSession? {
        try state.withLock { (state) throws(AdapterError) -> AdapterSession? in
            if let lease = state.busy[store], lease.session.death == nil {
                state.busy[store]?.reserved += 1
                return lease.session
            }
            state.busy[store] = nil
            while let session = state.free.popLast() {
                if let death = session.death {
                    if death.isBreach { throw death }
                    continue
                }
                state.busy[store] = Lease(session: session)
                return session
            }
            return nil
        }
    }

    /// What it was taken for is done.
    func done(with session: AdapterSession) {
        state.withLock { state in
            guard let store = state.busy.first(where: { $0.value.session === session })?.key else { return }
            state.busy[store]?.reserved -= 1
        }
        takeBack(session)
    }

    /// Free again, if no object is left in it, and none is about to be made.
    func takeBack(_ session: AdapterSession) {
        state.withLock { state in
            guard let (store, lease) = state.busy.first(where: { $0.value.session === session }),
                lease.reserved == 0, session.isIdle
            else { return }
            state.busy[store] = nil
            session.forget()
            state.free.append(session)
        }
    }

    func takeAll() -> [AdapterSession] {
        state.withLock { state in
            defer { state = State() }
            return state.free + state.busy.values.map(\.session)
        }
    }
}
