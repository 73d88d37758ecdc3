import AdobePass
import Base
import EntitlementStore
import PlatformAccount

/// A resource somebody wants to play.
struct ResourceWish: Sendable {
    var resource: String
    var data: [String: String]
}

/// A getAuthentication on its way: the decisions, and what runs in the background while a person is waited for.
struct Flow {
    let id: Int
    var machine: GetAuthentication
    /// What the host wants to go with the MVPD's login.
    let data: [String: String]
    /// A2: the resources that wait for its end, in the order asked.
    var waiting: [ResourceWish]
    /// How it ended.
    var outcome: (code: AuthenticationErrorCode, token: AuthenticationToken?)?
    /// The question the platform has not answered.
    var question: Task<Void, Never>?
    var picker: PickerBridge?
    var polling: Task<Void, Never>?

    init(id: Int, machine: GetAuthentication, data: [String: String], waiting: [ResourceWish] = []) {
        self.id = id
        self.machine = machine
        self.data = data
        self.waiting = waiting
    }

    /// Drops the question; an open picker is dismissed now, and whatever the platform still says goes unheard.
    mutating func dropQuestion() {
        picker?.close()
        picker = nil
        question?.cancel()
        question = nil
    }

    mutating func stopPolling() {
        polling?.cancel()
        polling = nil
    }
}

/// Shows the platform's picker to the host: each present has its dismiss, and nothing comes after `close`.
final class PickerBridge: TVProviderPresenter {
    private struct State {
        var shown: TVProviderDialog?
        var isClosed = false
    }

    private let state = Lock(State())
    private let mailbox: Mailbox

    init(_ mailbox: Mailbox) {
        self.mailbox = mailbox
    }

    func present(_ dialog: TVProviderDialog) {
        // Ordered under the lock, so that a close on another thread cannot slip in before it; delivered outside it,
        // since a host's executor may run the callback right here.
        state.withLock { state in
            guard !state.isClosed, state.shown == nil else { return }
            state.shown = dialog
            mailbox.append([.presentTVProviderDialog(dialog)])
        }
        mailbox.deliver()
    }

    func dismiss(_ dialog: TVProviderDialog) {
        state.withLock { state in
            guard let shown = state.shown, shown === dialog else { return }
            state.shown = nil
            mailbox.append([.dismissTVProviderDialog(shown)])
        }
        mailbox.deliver()
    }

    /// Dismisses what is open and shows nothing from now on.
    func close() {
        state.withLock { state in
            state.isClosed = true
            guard let shown = state.shown else { return }
            state.shown = nil
            mailbox.append([.dismissTVProviderDialog(shown)])
        }
        mailbox.deliver()
    }
}
