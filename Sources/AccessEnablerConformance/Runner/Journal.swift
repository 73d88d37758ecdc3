import AccessEnabler
import Base

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Everything an implementation delivers, in order, and the host's reactions to it.
///
/// It also watches over how callbacks come: one at a time an object, never inside a verb, never after a release.
///
/// An object is released when its last reference is gone. A verb under way on another thread holds one: until it returns
/// the object lives, and callbacks may begin.
final class Journal: Sendable {
    /// A callback and the object it came from.
    struct Entry: Sendable {
        let callback: Callback
        let object: Int
    }

    private struct State {
        var entries: [Entry] = []
        var mark = 0
        /// The verbs called since the mark, the runner's own questions left out.
        var verbs: [Verb] = []
        /// The threads inside a callback of an object.
        var inside: [Int: [pthread_t]] = [:]
        var released: Set<Int> = []
        /// Released objects that a verb under way still holds.
        var held: Set<Int> = []
        /// Released objects that may still tell what was picked already.
        var picked: Set<Int> = []
        /// The threads inside a verb of an object.
        var calling: [Int: [pthread_t]] = [:]
        var reactions: [Reaction] = []
        var violations: [String] = []
        /// Why nothing more can come.
        var end: String?
        var nextWaiter = 0
        var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Lock(State())

    /// The callbacks since the mark, the runner's own questions left out.
    var seen: [Callback] {
        state.withLock { state in state.entries[state.mark...].map(\.callback).filter { !$0.isSentinel } }
    }

    /// The callbacks since the mark with their objects, the runner's own questions left out.
    var entries: [Entry] {
        state.withLock { state in state.entries[state.mark...].filter { !$0.callback.isSentinel } }
    }

    /// The verbs called since the mark, the runner's own questions left out.
    var verbs: [Verb] { state.withLock { $0.verbs } }

    /// Every callback, the runner's own questions included.
    var everything: [Callback] { state.withLock { $0.entries.map(\.callback) } }

    /// How callbacks came wrongly.
    var violations: [String] { state.withLock { $0.violations } }

    /// From here on callbacks belong to the case, and the host reacts.
    func begin(reactions: [Reaction]) {
        state.withLock { state in
            state.mark = state.entries.count
            state.verbs = []
            state.reactions = reactions
        }
    }

    /// The host does nothing inside callbacks any more.
    func stopReacting() { state.withLock { $0.reactions = [] } }

    /// Calls a verb of an object: no callback of it may come on this thread until the verb returns.
    func call(_ verb: Verb, of object: Int, _ instance: (any ImplementationInstance)?) {
        state.withLock { state in
            if !Sentinel.isQuestion(verb) { state.verbs.append(verb) }
        }
        hold(object) { instance?.perform(verb) }
    }

    /// While this runs the object may live, whoever else releases it.
    private func hold(_ object: Int, while body: () -> Void) {
        let thread = pthread_self()
        state.withLock { $0.calling[object, default: []].append(thread) }
        body()
        state.withLock { state in
            if let place = state.calling[object]?.lastIndex(of: thread) { state.calling[object]?.remove(at: place) }
            guard state.calling[object] == [], state.held.remove(object) != nil else { return }
            // The last reference went here; beside a callback, unless this is what the host does inside one.
            if state.inside[object]?.contains(thread) != true { state.picked.insert(object) }
        }
    }

    /// Releases an object. Nothing may come from it any more, but for one callback picked already when it was released
    /// `meanwhile`: beside a callback, not inside it.
    func release(_ object: Int, _ instance: (any ImplementationInstance)?, meanwhile: Bool = false) {
        hold(object) { instance?.release() }
        let waiters = state.withLock { state in
            state.released.insert(object)
            if state.calling[object] ?? [] != [] {
                state.held.insert(object)
            } else if meanwhile {
                state.picked.insert(object)
            }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.yield() }
    }

    /// Nothing more can come, because of this; only the first reason counts.
    func breakOff(_ reason: String) {
        let waiters = state.withLock { state in
            if state.end == nil { state.end = reason }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.yield() }
    }

    /// Why nothing more can come; nil = something may.
    var end: String? { state.withLock { $0.end } }

    /// Returns once nothing more can come, or the task is cancelled.
    func waitForEnd() async { await wait { [self] _ in end != nil } }

    /// Whether the object was released.
    func isReleased(_ object: Int) -> Bool { state.withLock { $0.released.contains(object) } }

    /// Takes a callback; `act` does what the host does inside it.
    func receive(_ callback: Callback, from object: Int, act: (Reaction.Act) -> Void) {
        let thread = pthread_self()
        let (acts, waiters) = state.withLock { state in
            if state.inside[object] ?? [] != [] {
                state.violations.append("\(callback.text) came while another callback had not returned")
            }
            if state.calling[object]?.contains(thread) == true {
                state.violations.append("\(callback.text) came from inside a verb")
            }
            if state.released.contains(object), !state.held.contains(object), state.picked.remove(object) == nil {
                state.violations.append("\(callback.text) came after the object was released")
            }
            state.inside[object, default: []].append(thread)
            state.entries.append(Entry(callback: callback, object: object))
            let acts = Self.takeReaction(to: callback, from: &state.reactions)
            return (acts, Array(state.waiters.values))
        }
        for waiter in waiters { waiter.yield() }
        for reaction in acts { act(reaction) }
        state.withLock { state in
            if let place = state.inside[object]?.lastIndex(of: thread) { state.inside[object]?.remove(at: place) }
        }
    }

    /// Returns once `isReached` holds for the callbacks since the mark, or the task is cancelled.
    func wait(until isReached: @Sendable ([Callback]) -> Bool) async {
        let (signals, waiter) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = waiter
            return state.nextWaiter
        }
        defer { state.withLock { _ = $0.waiters.removeValue(forKey: id) } }
        waiter.yield()
        for await _ in signals where isReached(sinceMark) { return }
    }

    private var sinceMark: [Callback] { state.withLock { state in state.entries[state.mark...].map(\.callback) } }

    private static func takeReaction(to callback: Callback, from reactions: inout [Reaction]) -> [Reaction.Act] {
        guard !callback.isSentinel, let index = reactions.firstIndex(where: { $0.inside == callback.kind }) else {
            return []
        }
        return reactions.remove(at: index).acts
    }
}

/// The runner's own question: answered exactly once, after all that came before it.
enum Sentinel {
    private static let name = "conformance"

    /// The question with this number.
    static func verb(_ number: Int) -> Verb { .getMetadata(.deviceID, arguments: [name: String(number)]) }

    /// Whether a verb is the runner's own.
    static func isQuestion(_ verb: Verb) -> Bool {
        guard case .getMetadata(.deviceID, let arguments) = verb else { return false }
        return arguments[name] != nil
    }

    /// The number of the question a callback answers.
    static func number(of callback: Callback) -> Int? {
        guard case .setMetadataStatus(_, _, .deviceID, let arguments) = callback else { return nil }
        return arguments[name].flatMap { Int($0) }
    }
}

extension Callback {
    fileprivate var isSentinel: Bool { Sentinel.number(of: self) != nil }
}
