import Base
import Dispatch

/// Delivers callbacks one at a time, in the order posted, on the host's executor or on a queue of its own.
///
/// Nobody waits for the host: a callback that blocks holds up the next callback only.
final class Mailbox: Sendable {
    typealias Executor = @Sendable (@escaping @Sendable () -> Void) -> Void

    private struct State {
        weak var delegate: (any AccessEnablerDelegate)?
        var waiting: [Callback] = []
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

    /// Takes callbacks for delivery.
    func post(_ callbacks: [Callback]) {
        let starts = state.withLock { state in
            if state.isClosed || callbacks.isEmpty { return false }
            state.waiting += callbacks
            if state.isDelivering { return false }
            state.isDelivering = true
            return true
        }
        if starts { deliverNext() }
    }

    /// Drops what waits; nothing is delivered from now on.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
            state.delegate = nil
        }
    }

    private func deliverNext() {
        executor { [self] in
            let next = state.withLock { state -> (Callback, (any AccessEnablerDelegate)?)? in
                guard !state.isClosed, !state.waiting.isEmpty else { return nil }
                return (state.waiting.removeFirst(), state.delegate)
            }
            if let (callback, delegate) = next, let delegate { callback.deliver(to: delegate) }
            let goesOn = state.withLock { state in
                state.isDelivering = !state.isClosed && !state.waiting.isEmpty
                return state.isDelivering
            }
            if goesOn { deliverNext() }
        }
    }
}

extension Callback {
    /// Calls the delegate's method.
    func deliver(to delegate: any AccessEnablerDelegate) {
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
        }
    }
}
