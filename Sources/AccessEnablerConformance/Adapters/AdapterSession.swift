import AccessEnabler
import Base
import Dispatch
import FoundationEssentials
import PlatformAccount

/// What every process of an adapter is started with.
struct AdapterSettings: Sendable {
    /// The program and its arguments.
    var command: [String]
    /// Real time until the hello.
    var helloLimit: Duration
    /// Real time for an answer that needs no work of the service.
    var answerLimit: Duration
    /// Bytes a process may write in one case.
    var outputLimit: Int
    /// Sees every line, both ways.
    var tap: (@Sendable (String) -> Void)?
}

/// One process that speaks the adapter protocol: its objects, its questions, its waits.
///
/// It serves one case at a time, so that there is one clock and one platform account.
final class AdapterSession: Sendable {
    /// What an adapter says of itself.
    struct Hello: Sendable {
        let name: String
        let capabilities: Set<Capability>
        /// Capabilities nobody here knows: misspelt ones, or those of a later kit.
        let unknown: [String]
    }

    /// An object in the process.
    struct Object {
        let receive: @Sendable (Callback) -> Void
        /// Callbacks are delivered here, one at a time: the host may block in one.
        let queue: DispatchQueue
        let gone: @Sendable (String) -> Void
        /// It was told to go, and has not said yet that it has.
        var isReleased = false
        /// It has gone.
        var isOver = false
    }

    struct State {
        var death: AdapterError?
        var objects: [Int: Object] = [:]
        var answers: [Int: OneShot<Result<JSONValue, AdapterError>>] = [:]
        var tasks: [String: Task<Void, Never>] = [:]
        var dialogs: [Int: TVProviderDialog] = [:]
        var context: ImplementationContext?
        var lastNumber = 0
        var lines = LineBuffer()
        var errorLines = LineBuffer()
        var errors: [String] = []
        /// An object was made, or a token put into its store.
        var hasServed = false
        var hasSaidHello = false
        /// Objects that have gone, not yet told to those who wait for that.
        var leaving: [Int] = []
        /// Objects of cases that are over.
        var past: Set<Int> = []
        /// What it wrote in the case it is at.
        var written = 0
        /// Lines of its errors that went into the log of the case it is at.
        var loggedErrors = 0

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    /// The version of the protocol spoken here.
    static let version = 1
    /// Lines of standard error that go into the log of a case.
    static let mostErrorLines = 1000
    /// Bytes that may wait to be read by the process.
    static let longestBacklog = 4 << 20

    let state = Lock(State())
    let process: Lock<ChildProcess?> = Lock(nil)
    let hello = OneShot<Result<Hello, AdapterError>>()
    let ended = OneShot<Void>()
    /// Called when no object is left.
    let onIdle: @Sendable (AdapterSession) -> Void
    let settings: AdapterSettings

    private init(_ settings: AdapterSettings, onIdle: @escaping @Sendable (AdapterSession) -> Void) {
        self.onIdle = onIdle
        self.settings = settings
    }

    /// Time for an answer that needs no work of the service.
    var answerLimit: Duration { settings.answerLimit }

    /// Starts the command and waits for its hello.
    static func start(
        _ settings: AdapterSettings, onIdle: @escaping @Sendable (AdapterSession) -> Void
    ) async throws(AdapterError) -> (AdapterSession, Hello) {
        let session = AdapterSession(settings, onIdle: onIdle)
        let process = try ChildProcess(
            settings.command,
            ChildProcess.Handlers(
                output: { session.takeOutput($0) }, errors: { session.takeErrors($0) },
                closedOutput: { session.die(.closedOutput) }, closedInput: { session.die(.closedInput) },
                end: { session.processEnded($0) }))
        session.process.withLock { $0 = process }
        // It may have said something already, which had to wait for this.
        if session.state.withLock({ $0.death != nil }) { process.kill() }
        let alarm = Task {
            try await SystemClock().sleep(for: settings.helloLimit, reason: .deadline)
            let errors = session.state.withLock { $0.errors }
            session.die(.noHello(after: settings.helloLimit, errors: errors))
        }
        defer { alarm.cancel() }
        switch await session.hello.value {
        case .success(let hello):
            return (session, hello)
        case .failure(let error):
            await session.ended.value
            throw error
        }
    }

    /// Why it is of no use any more; nil = it is.
    var death: AdapterError? { state.withLock { $0.death } }

    /// It was of some use.
    var hasServed: Bool { state.withLock { $0.hasServed } }

    /// No object is left in it.
    var isIdle: Bool { state.withLock { $0.objects.values.allSatisfy(\.isOver) } }

    /// The process's id, for tests.
    var pid: Int32? { process.withLock { $0?.pid } }

    /// Ends the process: kindly first.
    func close() async {
        process.withLock { $0 }?.closeInput()
        let alarm = Task { [weak self] in
            try await SystemClock().sleep(for: .seconds(2), reason: .deadline)
            self?.process.withLock { $0 }?.kill()
        }
        await ended.value
        alarm.cancel()
    }

    /// Nothing can be done with it any more: whoever waits learns why, and the process ends.
    func die(_ error: AdapterError) {
        let (answers, tasks, objects) = state.withLock { state in
            guard state.death == nil else {
                return ([OneShot<Result<JSONValue, AdapterError>>](), [Task<Void, Never>](), [Object]())
            }
            state.death = error
            defer {
                state.answers = [:]
                state.tasks = [:]
            }
            return (Array(state.answers.values), Array(state.tasks.values), Array(state.objects.values))
        }
        hello.give(.failure(error))
        for answer in answers { answer.give(.failure(error)) }
        for task in tasks { task.cancel() }
        // Through the object's queue: what came before the end is told before it.
        for object in objects { object.queue.async { object.gone(error.description) } }
        process.withLock { $0 }?.kill()
    }
}

// MARK: - What the process is told

extension AdapterSession {
    /// Writes a message; each carries the device's time.
    func send(_ kind: String, _ parts: [String: JSONValue]) {
        let (clock, isDead) = state.withLock { ($0.context?.clock, $0.death != nil) }
        guard !isDead, let process = process.withLock({ $0 }) else { return }
        var parts = parts
        parts["type"] = .string(kind)
        if let clock {
            parts["now"] = .integer(clock.now.milliseconds)
            parts["uptime"] = .time(clock.uptime)
        }
        let line = JSONValue.object(parts).line
        settings.tap?(line)
        process.write(Array(line.utf8) + [0x0A])
        let waiting = process.waiting
        if waiting > Self.longestBacklog { die(.doesNotRead(waiting: waiting)) }
    }

    /// Writes a message that is answered.
    func ask(_ kind: String, _ parts: [String: JSONValue]) async throws(AdapterError) -> JSONValue {
        let answer = OneShot<Result<JSONValue, AdapterError>>()
        let (number, death) = state.withLock { state in
            let number = state.nextNumber()
            if state.death == nil { state.answers[number] = answer }
            return (number, state.death)
        }
        if let death { throw death }
        var parts = parts
        parts["number"] = .count(number)
        send(kind, parts)
        let alarm = Task {
            try await SystemClock().sleep(for: settings.answerLimit, reason: .deadline)
            die(.noAnswer(to: kind, after: settings.answerLimit))
        }
        defer { alarm.cancel() }
        return try await answer.value.get()
    }
}
