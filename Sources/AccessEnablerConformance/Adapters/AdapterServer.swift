import AccessEnabler
import Base
import Dispatch
import FoundationEssentials
import PlatformAccount

/// The other side of the adapter protocol: puts an implementation in this process at the disposal of a kit that has
/// started it.
///
/// A Swift build is served by `try await AdapterServer(yours).run()`; the article "The adapter protocol" says what goes over the wire.
public final class AdapterServer: Sendable {
    private let implementation: any Implementation
    private let wire: AdapterWire
    private let clock: RemoteClock
    private let platform: RemotePlatform
    private let objects = Lock<[Int: any ImplementationInstance]>([:])
    private let calls: OpenCalls
    private let input: Int32

    /// Serves an implementation on the streams with these file descriptors: standard input and output by default.
    public init(_ implementation: any Implementation, input: Int32 = 0, output: Int32 = 1) {
        self.implementation = implementation
        self.input = input
        wire = AdapterWire(output: output)
        clock = RemoteClock(wire: wire)
        platform = RemotePlatform(wire: wire)
        calls = OpenCalls()
    }

    /// Says hello, and does what it is told until there is nothing more to read.
    public func run() async throws {
        wire.send(
            "hello",
            [
                "protocol": .count(AdapterSession.version), "name": .string(implementation.name),
                "capabilities": .texts(implementation.capabilities.map(\.rawValue).sorted()),
            ])
        for await line in wire.lines(of: input) {
            guard let message = try? JSONDecoder().decode(JSONValue.self, from: Data(line)) else {
                throw AdapterError.strange(line: LineBuffer.shown(line), reason: "no JSON")
            }
            await take(message)
        }
        calls.endAll()
        if wire.isFlooded { throw AdapterError.lineTooLong(LineBuffer.limit) }
    }

    private func take(_ message: JSONValue) async {
        clock.set(message)
        let place = message["object"]?.whole ?? 0
        let instance = objects.withLock { $0[place] }
        switch message["type"]?.string {
        case "make": await answer(message, "made") { try await self.make(place, message) }
        case "seed": await answer(message, "seeded") { try await self.seed(message) }
        case "advance": await answer(message, "advanced") {}
        case "call":
            if let verb = Verb(json: message) { instance?.perform(verb) }
        case "return": calls.end(place, message["call"]?.whole ?? 0)
        case "release":
            instance?.release()
            objects.withLock { $0[place] = nil }
            wire.send("released", ["object": .count(place)])
        case "permission", "account", "present", "dismiss": platform.take(message)
        case "wake": clock.wake(message["sleep"]?.whole ?? 0)
        default: break
        }
    }

    private func answer(_ message: JSONValue, _ kind: String, _ work: () async throws -> Void) async {
        let number = message["number"] ?? .null
        do {
            try await work()
            wire.send(kind, ["number": number])
        } catch {
            wire.send("failed", ["number": number, "text": .string(String(describing: error))])
        }
    }

    private func make(_ place: Int, _ message: JSONValue) async throws {
        let instance = try await implementation.make(try context(message)) { [wire, platform, calls] callback in
            let call = calls.begin(place)
            let parts = callback.json(number: { platform.number(of: $0) })
            wire.send(
                "callback", parts.merging(["object": .count(place), "call": .count(call)], uniquingKeysWith: { $1 }))
            // The host is on the other side: its callback returns when it says so.
            calls.wait(place, call)
        }
        objects.withLock { $0[place] = instance }
    }

    private func seed(_ message: JSONValue) async throws {
        let tokens = (message["tokens"]?.list ?? []).compactMap { SeededToken(json: $0) }
        try await implementation.seed(tokens, in: try context(message))
    }

    private func context(_ message: JSONValue) throws -> ImplementationContext {
        let context = message["context"].flatMap {
            ImplementationContext(
                json: $0, platformAccount: platform, clock: clock,
                log: { [wire] in wire.send("log", ["text": .string($0)]) })
        }
        guard let context else { throw AdapterError.failed("a context with something missing") }
        return context
    }
}

/// Callbacks the host on the other side has not returned from.
private final class OpenCalls: Sendable {
    private struct State {
        var lastCall = 0
        var open: [Int: DispatchSemaphore] = [:]
        var isOver = false
    }

    private let state = Lock(State())

    func begin(_ object: Int) -> Int {
        state.withLock { state in
            state.lastCall += 1
            if !state.isOver { state.open[state.lastCall] = DispatchSemaphore(value: 0) }
            return state.lastCall
        }
    }

    func wait(_ object: Int, _ call: Int) { state.withLock { $0.open[call] }?.wait() }

    func end(_ object: Int, _ call: Int) { state.withLock { $0.open.removeValue(forKey: call) }?.signal() }

    func endAll() {
        let open = state.withLock { state in
            state.isOver = true
            defer { state.open = [:] }
            return Array(state.open.values)
        }
        for call in open { call.signal() }
    }
}
