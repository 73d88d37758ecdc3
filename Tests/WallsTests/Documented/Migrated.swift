// The code of the article "Moving a host from iOS or tvOS", compiled. DocumentedCodeTests compares the two.
import AccessEnabler
import Dispatch

func sayWhatSystemSays(_ account: any PlatformAccountBackend) {
    AccessEnabler.environment = AccessEnabler.Environment(applicationID: "com.example.tv", platformAccount: account)
    AccessEnabler.environment.callbackQueue = DispatchQueue(label: "com.example.tv.entitlement")
}

protocol Menu {
    func show(_ names: [String], _ choose: @escaping @Sendable (Int?) -> Void)
    func hide()
}

class Migrated: EntitlementDelegate {
    private let menu: any Menu

    init(_ menu: any Menu) { self.menu = menu }

    func presentTvProviderDialog(_ viewController: UIViewController!) {
        let dialog = viewController.dialog
        menu.show(dialog.providers.map(\.displayName)) { chosen in
            switch chosen {
            case .some(let index): dialog.choose(dialog.providers[index])
            case .none: dialog.cancel()
            }
        }
    }

    func dismissTvProviderDialog(_ viewController: UIViewController!) {
        menu.hide()
    }

    func setRequestorComplete(_ status: Int32) {}
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}
    func setToken(_ token: String!, forResource resource: String!) {}
    func preauthorizedResources(_ resources: [Any]!) {}
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {}
    func selectedProvider(_ mvpd: MVPD!) {}
    func displayProviderDialog(_ mvpds: [Any]!) {}
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {}
    func navigate(toUrl url: String!) {}
}
