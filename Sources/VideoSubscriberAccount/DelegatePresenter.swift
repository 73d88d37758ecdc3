import Base
import PlatformAccount

/// Shows the platform's picker through the manager's delegate, and asks it whether a provider picked may sign in.
final class DelegatePresenter: TVProviderPresenter {
    private struct State {
        /// The host's copy of the picker that is open, by the platform's own.
        var shown: (original: TVProviderDialog, controller: ViewControllerStandIn)?
        /// The provider the delegate did not want.
        var refused: String?
    }

    private let state = Lock(State())
    private let manager: VSAccountManager
    private let reference: DelegateReference

    init(_ manager: VSAccountManager, _ reference: DelegateReference) {
        self.manager = manager
        self.reference = reference
    }

    func present(_ dialog: TVProviderDialog) {
        guard let delegate = reference.delegate else { return dialog.cancel() }
        let controller = ViewControllerStandIn(
            TVProviderDialog(providers: dialog.providers, featured: dialog.featured) { [self] choice in
                answer(dialog, choice)
            })
        state.withLock { $0.shown = (dialog, controller) }
        delegate.accountManager(manager, present: controller)
    }

    func dismiss(_ dialog: TVProviderDialog) {
        let controller = state.withLock { state -> ViewControllerStandIn? in
            guard let shown = state.shown, shown.original === dialog else { return nil }
            state.shown = nil
            return shown.controller
        }
        if let controller { reference.delegate?.accountManager(manager, dismiss: controller) }
    }

    /// A provider the delegate refused shows as unsupported, by name (choice: Apple does not say whether it is named).
    func refusal(insteadOf error: PlatformAccountError) -> PlatformAccountError? {
        guard error.code == .userCancelled, let refused = state.withLock({ $0.refused }) else { return nil }
        return PlatformAccountError(.unsupportedProvider, unsupportedProviderIdentifier: refused)
    }

    private func answer(_ dialog: TVProviderDialog, _ choice: PickerChoice) {
        switch choice {
        case .otherProvider: dialog.chooseOtherProvider()
        case .cancel: dialog.cancel()
        case .provider(let identifier):
            let isWanted =
                reference.delegate?.accountManager(manager, shouldAuthenticateAccountProviderWithIdentifier: identifier)
                ?? true
            let all = dialog.featured + dialog.providers
            guard isWanted, let provider = all.first(where: { $0.identifier.utf8.elementsEqual(identifier.utf8) })
            else {
                state.withLock { $0.refused = identifier }
                return dialog.cancel()
            }
            dialog.choose(provider)
        }
    }
}
