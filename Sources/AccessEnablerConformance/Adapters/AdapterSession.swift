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
    private let process: Lock<ChildProcess?> = Lock(nil)
    private let hello = OneShot<Result<Hello, AdapterError>>()
    private let ended = OneShot<Void>()
    /// Called when no object is left.
    private let onIdle: @Sendable (AdapterSession) -> Void
    private let settings: AdapterSettings

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
                closedOutput: { session.die(.closedOutput) },
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

// MARK: - What the process writes

extension AdapterSession {
    private func takeOutput(_ bytes: [UInt8]) {
        let written = state.withLock { state in
            state.written += bytes.count
            return state.written
        }
        if written > settings.outputLimit { return die(.tooMuch(settings.outputLimit)) }
        guard let lines = state.withLock({ $0.lines.take(bytes) }) else { return die(.lineTooLong(LineBuffer.limit)) }
        for line in lines where !line.isEmpty {
            if death != nil { return }
            settings.tap?(String(decoding: line, as: UTF8.self))
            do throws(AdapterError) {
                try take(line)
            } catch {
                die(error)
            }
        }
    }

    private func takeErrors(_ bytes: [UInt8]) {
        let lines = state.withLock { state in
            // A flood of errors is cut, not kept.
            guard let complete = state.errorLines.take(bytes) else {
                state.errorLines = LineBuffer()
                return [String]()
            }
            let lines = complete.map { LineBuffer.shown($0) }
            state.errors = Array((state.errors + lines).suffix(20))
            let logged = lines.prefix(Self.mostErrorLines - state.loggedErrors)
            state.loggedErrors += logged.count
            return Array(logged)
        }
        let log = state.withLock { $0.context?.log }
        for line in lines { log?("standard error: \(line)") }
    }

    private func processEnded(_ end: ChildProcess.End) {
        let (half, errors) = state.withLock { ($0.lines.isEmpty ? nil : $0.lines.beginning, $0.errors) }
        switch (half, end) {
        case (let line?, _): die(.halfLine(line))
        case (nil, .exited(let status)): die(.exited(status, errors: errors))
        case (nil, .killed(let signal)): die(.killed(signal: signal, errors: errors))
        }
        // The process knows this session by its handlers: neither would ever go.
        process.withLock { $0 = nil }
        ended.give(())
    }

    private func take(_ line: [UInt8]) throws(AdapterError) {
        guard let message = try? JSONDecoder().decode(JSONValue.self, from: Data(line)), case .object = message else {
            throw .strange(line: LineBuffer.shown(line), reason: "no JSON object")
        }
        guard let kind = message["type"]?.string else {
            throw .strange(line: LineBuffer.shown(line), reason: "it has no \"type\"")
        }
        let isUnderstood =
            switch kind {
            case "hello": try takeHello(message)
            case "made", "seeded", "advanced", "failed": takeAnswer(message)
            case "callback": try takeCallback(message, line)
            case "released": takeReleased(message)
            case "askPermission", "askAccount": takeQuestion(message)
            case "sleep": takeSleep(message)
            case "cancel": cancelTask("question", message)
            case "awake": cancelTask("sleep", message)
            case "log": takeLog(message)
            default: throw .strange(line: LineBuffer.shown(line), reason: "unknown type '\(kind.prefix(40))'")
            }
        if !isUnderstood {
            throw .strange(line: LineBuffer.shown(line), reason: "'\(kind)' with something missing or wrong")
        }
    }

    private func takeHello(_ message: JSONValue) throws(AdapterError) -> Bool {
        guard let version = message["protocol"] else { return false }
        guard version == .count(Self.version) else {
            throw .otherProtocol(LineBuffer.shown(Array((version.text ?? "null").utf8)))
        }
        guard let name = message["name"]?.string, let names = message["capabilities"]?.strings else { return false }
        hello.give(
            .success(
                Hello(
                    name: LineBuffer.shown(Array(name.utf8)),
                    capabilities: Set(names.compactMap { Capability(rawValue: $0) }),
                    unknown: names.filter { Capability(rawValue: $0) == nil }.map { LineBuffer.shown(Array($0.utf8)) }))
        )
        return true
    }

    private func takeAnswer(_ message: JSONValue) -> Bool {
        guard let number = message["number"]?.whole else { return false }
        let answer = state.withLock { $0.answers.removeValue(forKey: number) }
        guard let answer else { return false }
        if message["type"] == .string("made") || message["type"] == .string("seeded") {
            state.withLock { $0.hasServed = true }
        }
        if message["type"] == .string("failed") {
            answer.give(.failure(.failed(message["text"]?.string ?? "it did not say why")))
        } else {
            answer.give(.success(message))
        }
        return true
    }

    private func takeLog(_ message: JSONValue) -> Bool {
        guard let text = message["text"]?.string else { return false }
        state.withLock { $0.context?.log }?(text)
        return true
    }

    private func takeCallback(_ message: JSONValue, _ line: [UInt8]) throws(AdapterError) -> Bool {
        let dialogs = state.withLock { $0.dialogs }
        guard let place = message["object"]?.whole, let callback = Callback(json: message, dialog: { dialogs[$0] })
        else { return false }
        guard let object = state.withLock({ $0.objects[place] }) else {
            throw .strange(line: LineBuffer.shown(line), reason: "a callback of object \(place), which there is not")
        }
        let call = message["call"]?.whole
        // From an object that has gone nothing may come. What was on its way when it was told to go came before that.
        let isLate = object.isOver
        object.queue.async { [self] in
            let isLeaving = state.withLock {
                ($0.objects[place]?.isReleased ?? true) || $0.objects[place]?.isOver == true
            }
            if isLate || !isLeaving { object.receive(callback) }
            if let call { send("return", ["object": .count(place), "call": .count(call)]) }
        }
        return true
    }

    private func takeReleased(_ message: JSONValue) -> Bool {
        guard let place = message["object"]?.whole,
            state.withLock({ $0.objects[place]?.isReleased }) == true
        else { return false }
        cancelTask("release", of: place)
        let isIdle = state.withLock { state in
            // A callback from now on comes from an object that is over: it is told, so that the case fails.
            state.objects[place]?.isReleased = false
            state.objects[place]?.isOver = true
            return state.objects.values.allSatisfy(\.isOver)
        }
        if isIdle { onIdle(self) }
        return true
    }

    private func cancelTask(_ what: String, _ message: JSONValue) -> Bool {
        guard let number = message[what]?.whole else { return false }
        cancelTask(what, of: number)
        return true
    }

    func cancelTask(_ what: String, of number: Int) {
        state.withLock { $0.tasks.removeValue(forKey: "\(what) \(number)") }?.cancel()
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
