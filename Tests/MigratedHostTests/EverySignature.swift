import AccessEnabler
import Foundation

/// A host that adopts both protocols with every signature and calls every method, spelled as on iOS: that it compiles is
/// the test.
class EverySignature: NSObject, EntitlementDelegate, EntitlementStatus {
    private var accessEnabler: AccessEnabler? = AccessEnabler()
    private(set) var heard: [String] = []

    // MARK: EntitlementDelegate

    func setRequestorComplete(_ status: Int32) {
        if status == ACCESS_ENABLER_STATUS_SUCCESS { heard.append("setRequestorComplete") }
    }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        switch status {
        case ACCESS_ENABLER_STATUS_SUCCESS: heard.append(code == USER_AUTHENTICATED ? "authenticated" : "odd")
        case ACCESS_ENABLER_STATUS_ERROR:
            if code == USER_NOT_AUTHENTICATED_ERROR || code == PROVIDER_NOT_SELECTED_ERROR
                || code == GENERIC_AUTHENTICATION_ERROR
            {
                heard.append(code)
            }
        default: break
        }
    }

    func setToken(_ token: String!, forResource resource: String!) { heard.append(resource + token) }

    func preauthorizedResources(_ resources: [Any]!) {
        guard let ids = resources as? [String] else { return }
        heard.append(contentsOf: ids)
    }

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        if code == USER_NOT_AUTHORIZED_ERROR { heard.append(resource + description) }
    }

    func selectedProvider(_ mvpd: MVPD!) { heard.append(mvpd == nil ? "none" : mvpd.id) }

    func displayProviderDialog(_ mvpds: [Any]!) {
        for mvpd in mvpds {
            guard let mvpd = mvpd as? MVPD else { continue }
            heard.append("\(mvpd.id ?? "") \(mvpd.displayName ?? "") \(mvpd.logoURL ?? "")")
            if mvpd.enablePlatformServices, mvpd.boardingStatus == "SUPPORTED" { heard.append("SSO") }
        }
    }

    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        switch event {
        case TRACKING_AUTHENTICATION, TRACKING_AUTHORIZATION, TRACKING_GET_SELECTED_PROVIDER:
            heard.append(contentsOf: data.compactMap { $0 as? String })
        default: break
        }
    }

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        switch key {
        case METADATA_AUTHENTICATION, METADATA_AUTHORIZATION, METADATA_DEVICE_ID:
            heard.append(metadata as? String ?? "nothing")
        case METADATA_USER_META:
            guard metadata != nil, let name = arguments[METADATA_USER_META_KEY] as? String else { return }
            heard.append(encrypted ? name : metadata as? String ?? "")
        default: break
        }
    }

    func navigate(toUrl url: String!) { heard.append(url) }
    func navigate(toUrl url: String!, useSVC: Bool) { heard.append(url) }
    func presentTvProviderDialog(_ viewController: UIViewController!) { viewController.dialog.cancel() }
    func dismissTvProviderDialog(_ viewController: UIViewController!) {}

    // MARK: EntitlementStatus

    func status(_ statusDictionary: [AnyHashable: Any]!) {
        if let errorId = statusDictionary["errorId"] as? String { heard.append(errorId) }
    }

    // MARK: Methods

    func make(_ softwareStatement: String) {
        let plain: AccessEnabler = AccessEnabler(softwareStatement)
        plain.delegate = self
        plain.statusDelegate = self
        accessEnabler = AccessEnabler(
            storageCheck: IntegrityCheckType.INTEGRITY_CHECK_ALL, softwareStatement: softwareStatement)
        accessEnabler?.delegate = nil
        _ = [IntegrityCheckType.INTEGRITY_CHECK_NONE, .INTEGRITY_CHECK_CLEAR]
    }

    func configure(_ requestor: String?) {
        accessEnabler?.setOptions([
            "applicationProfile": "p", "visitorID": "v", "handleSVC": true, "device_info": ["model": "m"],
        ])
        accessEnabler?.setRequestor(requestor)
        accessEnabler?.setRequestor(requestor ?? "", serviceProviders: ["sp.auth-staging.adobe.com/adobe-services"])
    }

    func authenticate(_ url: URL?) {
        accessEnabler?.checkAuthentication()
        accessEnabler?.getAuthentication()
        accessEnabler?.getAuthentication(true, withData: ["key": "value"])
        accessEnabler?.getAuthentication(["TV_PROVIDERS": ["A", "B"], "FEATURED_TV_PROVIDERS": ["B"]])
        accessEnabler?.getAuthentication([TV_PROVIDERS: ["A", "B"], FEATURED_TV_PROVIDERS: ["B"]])
        accessEnabler?.getAuthentication(["A", "B"])
        accessEnabler?.getAuthentication(false, withData: nil, andFilter: ["TV_PROVIDERS": ["A"]])
        accessEnabler?.getAuthentication(false, withData: nil, andFilter: ["A"])
        accessEnabler?.setSelectedProvider(nil)
        accessEnabler?.setSelectedProvider(MVPD().id)
        accessEnabler?.getSelectedProvider()
        accessEnabler?.handleExternalURL(url?.description)
        accessEnabler?.handleExternalURL(ADOBEPASS_REDIRECT_URL)
        accessEnabler?.logout()
    }

    func authorize(_ resources: [String]) {
        accessEnabler?.checkAuthorization(resources.first)
        accessEnabler?.checkAuthorization("A", withData: ["key": 1])
        accessEnabler?.getAuthorization(resources.first)
        accessEnabler?.getAuthorization("A", withData: nil)
        accessEnabler?.checkPreauthorizedResources(resources)
        accessEnabler?.checkPreauthorizedResources(resources, cache: false)
    }

    func preauthorize(_ resources: [String]) {
        let disabledFeatures: Set<PreauthorizeRequest.Feature> = [
            PreauthorizeRequest.Feature.LOCAL_CACHE, .REMOTE_CACHE,
        ]
        let request: PreauthorizeRequest = PreauthorizeRequest.Builder()
            .setResources(resources: resources)
            .disableFeatures(features: disabledFeatures)
            .build()
        func onResponseCallback(result: PreauthorizeResponse) {
            let status: Status? = result.getStatus()
            heard.append(status?.getMessage() ?? "")
            for decision: Decision in result.getDecisions() where !decision.isAuthorized() {
                heard.append(decision.getId() + (decision.getError()?.getCode() ?? ""))
            }
        }
        func onFailureCallback(result: PreauthorizeResponse) {
            guard let status = result.getStatus(), status.getStatus() == 0 else { return }
            heard.append(
                [status.getAction(), status.getDetails(), status.getHelpUrl(), status.getTrace()]
                    .compactMap { $0 }.joined())
        }
        let callback: AccessEnablerCallback<PreauthorizeResponse> = AccessEnablerCallback<PreauthorizeResponse>(
            onResponse: onResponseCallback, onFailure: onFailureCallback)
        accessEnabler?.preauthorize(request, didCompleteWith: callback)
    }

    func metadata() {
        accessEnabler?.getMetadata([METADATA_OPCODE_KEY: Int(METADATA_USER_META), METADATA_USER_META_KEY: "zip"])
        accessEnabler?.getMetadata([METADATA_OPCODE_KEY: METADATA_AUTHENTICATION])
        accessEnabler?.getMetadata([METADATA_OPCODE_KEY: NSNumber(value: METADATA_DEVICE_ID)])
        accessEnabler?.getMetadata([
            METADATA_OPCODE_KEY: NSNumber(value: METADATA_AUTHORIZATION), METADATA_RESOURCE_ID_KEY: "A",
        ])
    }
}

/// A test double, as hosts' own tests have them.
class SilentAccessEnabler: AccessEnabler, @unchecked Sendable {  // It has no state of its own.
    override func getAuthentication() {}
    override func getAuthentication(_ filter: [Any]!) {}
    override func logout() {}
}
