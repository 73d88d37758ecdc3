import AccessEnabler
import Base
import FoundationEssentials

/// Why a message of the process cannot be taken.
enum Misfit: Error {
    /// Something in it is missing or wrong.
    case unreadable
    /// It makes no sense: why.
    case wrong(String)
    /// Another error says it better.
    case other(AdapterError)
}

extension JSONValue {
    /// The whole number by that name.
    func number(_ name: String) throws(Misfit) -> Int {
        guard let number = self[name]?.whole else { throw .unreadable }
        return number
    }
}

/// What the process writes.
extension AdapterSession {
    func takeOutput(_ bytes: [UInt8]) {
        let written = state.withLock { state in
            state.written += bytes.count
            return state.written
        }
        if written > settings.outputLimit { return die(.tooMuch(settings.outputLimit)) }
        guard let lines = state.withLock({ $0.lines.take(bytes) }) else { return die(.lineTooLong(LineBuffer.limit)) }
        for line in lines where !line.isEmpty {
            if death != nil { break }
            settings.tap?(String(decoding: line, as: UTF8.self))
            do throws(AdapterError) {
                try take(line)
            } catch {
                die(error)
            }
        }
        tellOfReleases()
    }

    func takeErrors(_ bytes: [UInt8]) {
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

    func processEnded(_ end: ChildProcess.End) {
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
        guard state.withLock({ $0.hasSaidHello }) != (kind == "hello") else {
            let reason = kind == "hello" ? "a second hello" : "'\(kind.prefix(40))' before the hello"
            throw .strange(line: LineBuffer.shown(line), reason: reason)
        }
        do throws(Misfit) {
            switch kind {
            case "hello": try takeHello(message)
            case "made", "seeded", "advanced", "failed": try takeAnswer(message)
            case "callback": try takeCallback(message)
            case "released": try takeReleased(message)
            case "askPermission", "askAccount": try takeQuestion(message)
            case "sleep": try takeSleep(message)
            case "cancel": cancelTask("question", of: try message.number("question"))
            case "awake": cancelTask("sleep", of: try message.number("sleep"))
            case "log": try takeLog(message)
            default: throw .wrong("unknown type '\(kind.prefix(40))'")
            }
        } catch {
            switch error {
            case .unreadable:
                throw .strange(line: LineBuffer.shown(line), reason: "'\(kind)' with something missing or wrong")
            case .wrong(let reason): throw .strange(line: LineBuffer.shown(line), reason: reason)
            case .other(let error): throw error
            }
        }
    }

    private func takeHello(_ message: JSONValue) throws(Misfit) {
        guard let version = message["protocol"] else { throw .unreadable }
        guard version == .count(Self.version) else {
            throw .other(.otherProtocol(LineBuffer.shown(Array(version.line.utf8))))
        }
        guard let name = message["name"]?.string, let names = message["capabilities"]?.strings else {
            throw .unreadable
        }
        state.withLock { $0.hasSaidHello = true }
        hello.give(
            .success(
                Hello(
                    name: LineBuffer.shown(Array(name.utf8)),
                    capabilities: Set(names.compactMap { Capability(rawValue: $0) }),
                    unknown: names.filter { Capability(rawValue: $0) == nil }.map { LineBuffer.shown(Array($0.utf8)) }))
        )
    }

    private func takeAnswer(_ message: JSONValue) throws(Misfit) {
        let number = try message.number("number")
        let answer = state.withLock { $0.answers.removeValue(forKey: number) }
        guard let answer else { throw .wrong("an answer to number \(number), which nobody waits for") }
        if message["type"] == .string("made") || message["type"] == .string("seeded") {
            state.withLock { $0.hasServed = true }
        }
        if message["type"] == .string("failed") {
            answer.give(.failure(.failed(message["text"]?.string ?? "it did not say why")))
        } else {
            answer.give(.success(message))
        }
    }

    private func takeLog(_ message: JSONValue) throws(Misfit) {
        guard let text = message["text"]?.string else { throw .unreadable }
        state.withLock { $0.context?.log }?(text)
    }

    private func takeCallback(_ message: JSONValue) throws(Misfit) {
        let place = try message.number("object")
        let (dialogs, found, isPast) = state.withLock { ($0.dialogs, $0.objects[place], $0.past.contains(place)) }
        guard let callback = Callback(json: message, dialog: { dialogs[$0] }) else { throw .unreadable }
        if isPast { throw .other(.late(object: place)) }
        guard let object = found else { throw .wrong("a callback of object \(place), which there is not") }
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
    }

    private func takeReleased(_ message: JSONValue) throws(Misfit) {
        let place = try message.number("object")
        let wasAsked = state.withLock { state in
            guard state.objects[place]?.isReleased == true else { return false }
            // A callback from now on comes from an object that is over: it is told, so that the case fails.
            state.objects[place]?.isReleased = false
            state.objects[place]?.isOver = true
            state.leaving.append(place)
            return true
        }
        if !wasAsked { throw .wrong("object \(place) was not told to go") }
    }

    /// Whoever waits for releases goes on: once all is taken that has arrived, since what comes right behind one belongs
    /// to its case.
    private func tellOfReleases() {
        let (gone, isIdle) = state.withLock { state in
            defer { state.leaving = [] }
            return (state.leaving, state.objects.values.allSatisfy(\.isOver))
        }
        for place in gone { cancelTask("release", of: place) }
        if !gone.isEmpty, isIdle { onIdle(self) }
    }

    func cancelTask(_ what: String, of number: Int) {
        state.withLock { $0.tasks.removeValue(forKey: "\(what) \(number)") }?.cancel()
    }
}
