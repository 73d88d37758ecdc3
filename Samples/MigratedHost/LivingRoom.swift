import AccessEnabler
import Dispatch
import PassSimulator

/// The screen, and the person in front of it, who knows what they want.
final class LivingRoom: EntitlementScreen {
    private let manager: EntitlementManager
    private let queue: DispatchQueue
    private let provider: String
    private var picker: UIViewController?

    /// A person who wants to sign in at this provider, by the app's own list and its web page.
    init(_ manager: EntitlementManager, on queue: DispatchQueue, provider: String) {
        self.manager = manager
        self.queue = queue
        self.provider = provider
        manager.screen = self
    }

    func show(picker: UIViewController) {
        self.picker = picker
        picker.dialog.chooseOtherProvider()
    }

    func hide(picker: UIViewController) {
        if self.picker === picker { self.picker = nil }
    }

    func show(providers: [MVPD]) {
        manager.choose(providers.first { $0.id == provider })
    }

    /// What a web view does: follows the page, and asks about each address before it goes there. A page that leads
    /// nowhere is closed.
    func show(page: String) {
        let (manager, queue) = (manager, queue)
        Task {
            let outcome = await SimulatedPerson().signIn(at: page)
            queue.async {
                guard case .redirected(let url) = outcome, manager.handle(url: url) else { return manager.choose(nil) }
            }
        }
    }
}
