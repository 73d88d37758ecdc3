import AccessEnabler
import Foundation

/// What the manager needs of the app's user interface: view controllers on iOS, whatever draws here.
protocol EntitlementScreen: AnyObject {
    func show(picker: UIViewController)
    func hide(picker: UIViewController)
    func show(providers: [MVPD])
    func show(page: String)
}

/// The one place in the app that talks to the SDK: the usual singleton, as it was on iOS.
///
/// Everything happens on the callback queue, which is the main queue unless the app says otherwise.
class EntitlementManager: NSObject {
    static let shared = EntitlementManager()

    private(set) var isSignedIn = false
    private(set) var lastStatus: String?
    /// What goes to the app's analytics.
    private(set) var analytics: [[Any]] = []
    weak var screen: EntitlementScreen?
    /// Hears each other callback in words.
    var note: (String) -> Void = { _ in }

    private var accessEnabler: AccessEnabler?
    private var onAuthentication: ((Bool) -> Void)?
    private var onPreauthorization: (([String]) -> Void)?
    private var onPlayback: [String: (_ token: String?, _ message: String) -> Void] = [:]
    private var onMetadata: [String: (Any?) -> Void] = [:]

    /// Configures the SDK and tells whether the person is signed in.
    func start(_ accessEnabler: AccessEnabler, requestor: String, completion: @escaping (Bool) -> Void) {
        self.accessEnabler = accessEnabler
        onAuthentication = completion
        accessEnabler.delegate = self
        accessEnabler.statusDelegate = self
        accessEnabler.setRequestor(requestor)
    }

    func login(completion: @escaping (Bool) -> Void) {
        onAuthentication = completion
        accessEnabler?.getAuthentication()
    }

    func logout(completion: @escaping (Bool) -> Void) {
        onAuthentication = completion
        accessEnabler?.logout()
    }

    /// The person chose one of the listed providers, or none.
    func choose(_ provider: MVPD?) {
        accessEnabler?.setSelectedProvider(provider?.id)
    }

    /// The web page wants to go to this address; true when that ends it.
    func handle(url: String) -> Bool {
        guard url.hasPrefix(ADOBEPASS_REDIRECT_URL) else { return false }
        accessEnabler?.handleExternalURL(url)
        return true
    }

    /// Which of these channels get a lock, and which do not.
    func unlocked(among resources: [String], completion: @escaping ([String]) -> Void) {
        onPreauthorization = completion
        accessEnabler?.checkPreauthorizedResources(resources)
    }

    /// The same by the newer call, with a reason for each lock.
    func decisions(for resources: [String], completion: @escaping (PreauthorizeResponse) -> Void) {
        let request = PreauthorizeRequest.Builder()
            .setResources(resources: resources)
            .disableFeatures(features: [.LOCAL_CACHE])
            .build()
        accessEnabler?.preauthorize(
            request, didCompleteWith: AccessEnablerCallback(onResponse: completion, onFailure: completion))
    }

    /// Gets what the player needs to play a channel.
    func play(_ resource: String, completion: @escaping (_ token: String?, _ message: String) -> Void) {
        onPlayback[resource] = completion
        accessEnabler?.getAuthorization(resource)
    }

    /// Asks for something the provider tells of the person.
    func metadata(_ name: String, completion: @escaping (Any?) -> Void) {
        onMetadata[name] = completion
        accessEnabler?.getMetadata([METADATA_OPCODE_KEY: Int(METADATA_USER_META), METADATA_USER_META_KEY: name])
    }

    private func finishAuthentication(_ isSignedIn: Bool) {
        self.isSignedIn = isSignedIn
        let completion = onAuthentication
        onAuthentication = nil
        completion?(isSignedIn)
    }
}

extension EntitlementManager: EntitlementDelegate {
    func setRequestorComplete(_ status: Int32) {
        note("setRequestorComplete(\(status))")
        if status == ACCESS_ENABLER_STATUS_SUCCESS {
            accessEnabler?.checkAuthentication()
        } else {
            finishAuthentication(false)
        }
    }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        note("setAuthenticationStatus(\(status), \"\(code ?? "")\")")
        finishAuthentication(status == ACCESS_ENABLER_STATUS_SUCCESS)
    }

    func displayProviderDialog(_ mvpds: [Any]!) {
        let providers = mvpds.compactMap { $0 as? MVPD }
        note("displayProviderDialog(\(providers.map { $0.displayName ?? "" }.joined(separator: ", ")))")
        screen?.show(providers: providers)
    }

    func navigate(toUrl url: String!) {
        note("navigate(toUrl: \(url.prefix { $0 != "?" })?...)")
        screen?.show(page: url)
    }

    func navigate(toUrl url: String!, useSVC: Bool) {
        navigate(toUrl: url)
    }

    func presentTvProviderDialog(_ viewController: UIViewController!) {
        let names = viewController.dialog.providers.map(\.displayName)
        note("presentTvProviderDialog(\(names.joined(separator: ", ")))")
        screen?.show(picker: viewController)
    }

    func dismissTvProviderDialog(_ viewController: UIViewController!) {
        note("dismissTvProviderDialog")
        screen?.hide(picker: viewController)
    }

    func setToken(_ token: String!, forResource resource: String!) {
        note("setToken(\(token.isEmpty ? "nothing" : "..."), forResource: \(resource ?? ""))")
        onPlayback.removeValue(forKey: resource)?(token, "")
    }

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        note("tokenRequestFailed(\(resource ?? ""), \(code ?? ""), \"\(description ?? "")\")")
        onPlayback.removeValue(forKey: resource)?(nil, description)
    }

    func preauthorizedResources(_ resources: [Any]!) {
        let unlocked = resources as? [String] ?? []
        note("preauthorizedResources(\(unlocked.joined(separator: ", ")))")
        onPreauthorization?(unlocked)
        onPreauthorization = nil
    }

    func selectedProvider(_ mvpd: MVPD!) {
        note("selectedProvider(\(mvpd?.id ?? "none"))")
    }

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        let name = arguments[METADATA_USER_META_KEY] as? String ?? ""
        note("setMetadataStatus(\(metadata.map { "\($0)" } ?? "nil"), forKey: \(key), \(name))")
        onMetadata.removeValue(forKey: name)?(metadata)
    }

    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        switch event {
        case TRACKING_AUTHENTICATION: analytics.append(["authentication"] + data)
        case TRACKING_AUTHORIZATION: analytics.append(["authorization"] + data)
        case TRACKING_GET_SELECTED_PROVIDER: analytics.append(["selected provider"] + data)
        default: break
        }
    }
}

extension EntitlementManager: EntitlementStatus {
    func status(_ statusDictionary: [AnyHashable: Any]!) {
        lastStatus = statusDictionary["errorId"] as? String
        note("status \(lastStatus ?? "") (\(statusDictionary["level"] as? String ?? ""))")
    }
}
