import Base
import Dispatch

/// Delivers callbacks one at a time, in the order posted, on the host's executor or on a queue of its own.
///
/// Nobody waits for the host: a callback that blocks holds up the next callback only.
final class Mailbox: Sendable {
    typealias Executor = @Sendable (@escaping @Sendable () -> Void) -> Void

    private struct State {
        weak var delegate: (any AccessEnablerDelegate)?
        var waiting = WaitingLine<Callback>()
        var isDelivering = false
        var isClosed = false
    }

    private let state: Lock<State>
    private let executor: Executor

    init(delegate: (any AccessEnablerDelegate)?, executor: Executor?) {
        state = Lock(State(delegate: delegate))
        // A queue, not the concurrency pool: a host that blocks in a callback must not hold up the flows.
        let queue = DispatchQueue(label: "AccessEnabler.callbacks")
        self.executor = executor ?? { work in queue.async(execute: work) }
    }

    var delegate: (any AccessEnablerDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Takes callbacks and delivers them.
    func post(_ callbacks: [Callback]) {
        append(callbacks)
        deliver()
    }

    /// Takes callbacks; `deliver` is to follow.
    func append(_ callbacks: [Callback]) {
        state.withLock { state in
            if !state.isClosed { state.waiting.append(contentsOf: callbacks) }
        }
    }

    /// Sees to it that what waits is delivered.
    func deliver() {
        let starts = state.withLock { state in
            if state.isDelivering || state.waiting.isEmpty { return false }
            state.isDelivering = true
            return true
        }
        if starts { pump() }
    }

    /// Drops what waits; nothing is delivered from now on.
    func close() {
        // Let go outside the lock: what a callback holds of the host's may end with it.
        _ = state.withLock { state in
            defer { state.waiting = WaitingLine() }
            state.isClosed = true
            state.delegate = nil
            return state.waiting
        }
    }

    /// Hands callback after callback to the executor, each when the one before is over.
    ///
    /// An executor that runs its work at once is gone round in a loop, not deeper and deeper into the stack.
    private func pump() {
        repeat {
            let step = Step()
            executor { [self] in
                guard step.begin() else { return }
                deliverNext()
                if step.end(), goesOn() { pump() }
            }
            if !step.leave() { return }
        } while goesOn()
    }

    private func deliverNext() {
        let next = state.withLock { state -> (Callback, (any AccessEnablerDelegate)?)? in
            guard !state.isClosed, let callback = state.waiting.popFirst() else { return nil }
            return (callback, state.delegate)
        }
        if let (callback, delegate) = next { callback.deliver(to: delegate) }
    }

    private func goesOn() -> Bool {
        state.withLock { state in
            state.isDelivering = !state.isClosed && !state.waiting.isEmpty
            return state.isDelivering
        }
    }
}

/// One piece of work given to the executor: runs once, and whoever is last, work or executor, goes on.
private final class Step: Sendable {
    private struct State {
        var hasBegun = false
        var hasEnded = false
        var hasLeft = false
    }

    private let state = Lock(State())

    /// False when the executor runs the work a second time.
    func begin() -> Bool {
        state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
    }

    /// The work is done; true when the executor had returned before.
    func end() -> Bool {
        state.withLock { state in
            state.hasEnded = true
            return state.hasLeft
        }
    }

    /// The executor has returned; true when the work was done by then.
    func leave() -> Bool {
        state.withLock { state in
            state.hasLeft = true
            return state.hasEnded
        }
    }
}

extension Callback {
    /// Calls the delegate's method, or whoever asked.
    func deliver(to delegate: (any AccessEnablerDelegate)?) {
        if case .preauthorizeResponse(let response, let completion) = self { return completion(response) }
        guard let delegate else { return }
        switch self {
        case .setRequestorComplete(let status): delegate.setRequestorComplete(status)
        case .setAuthenticationStatus(let status, let code):
            delegate.setAuthenticationStatus(status, errorCode: code)
        case .status(let status): delegate.status(status)
        case .setMetadataStatus(let metadata, let encrypted, let key, let arguments):
            delegate.setMetadataStatus(metadata, encrypted: encrypted, forKey: key, arguments: arguments)
        case .sendTrackingData(let data, let event): delegate.sendTrackingData(data, forEventType: event)
        case .displayProviderDialog(let mvpds): delegate.displayProviderDialog(mvpds)
        case .navigateToUrl(let url, let useSVC):
            if useSVC {
                delegate.navigateToUrl(url, useSVC: true)
            } else {
                delegate.navigateToUrl(url)
            }
        case .presentTVProviderDialog(let dialog): delegate.presentTVProviderDialog(dialog)
        case .dismissTVProviderDialog(let dialog): delegate.dismissTVProviderDialog(dialog)
        case .selectedProvider(let mvpd): delegate.selectedProvider(mvpd)
        case .setToken(let token, let resource): delegate.setToken(token, forResource: resource)
        case .tokenRequestFailed(let resource, let code, let text):
            delegate.tokenRequestFailed(resource, errorCode: code, errorDescription: text)
        case .preauthorizedResources(let resources): delegate.preauthorizedResources(resources)
        case .preauthorizeResponse: break  // answered above: nobody's delegate
        }
    }
}
