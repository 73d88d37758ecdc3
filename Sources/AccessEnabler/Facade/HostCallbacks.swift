import Base
import PlatformAccount

/// Takes the core's callbacks to a host of the original SDK, in its words.
final class HostCallbacks: AccessEnablerDelegate {
    // @unchecked: only copied here; the hosts' objects are called on the callback queue alone, one call at a time.
    private struct Hosts: @unchecked Sendable {
        weak var delegate: (any EntitlementDelegate)?
        weak var statusDelegate: (any EntitlementStatus)?
    }

    private struct Questions {
        var waiting: [String: MetadataQuestion] = [:]
        var count = 0
    }

    private static let mark = "question"
    private let hosts = Lock(Hosts())
    private let questions = Lock(Questions())
    private let picker = Lock<ViewControllerStandIn?>(nil)

    var delegate: (any EntitlementDelegate)? {
        get { hosts.withLock { $0 }.delegate }
        set { hosts.withLock { $0.delegate = newValue } }
    }

    var statusDelegate: (any EntitlementStatus)? {
        get { hosts.withLock { $0 }.statusDelegate }
        set { hosts.withLock { $0.statusDelegate = newValue } }
    }

    /// Keeps a question until its answer; gives the arguments by which that finds it.
    func keep(_ question: MetadataQuestion) -> [String: String] {
        questions.withLock { questions in
            questions.count += 1
            let name = String(questions.count)
            questions.waiting[name] = question
            return [Self.mark: name]
        }
    }

    func setRequestorComplete(_ status: Int) { delegate?.setRequestorComplete(Int32(status)) }

    func setAuthenticationStatus(_ status: Int, errorCode: String) {
        delegate?.setAuthenticationStatus(Int32(status), errorCode: errorCode)
    }

    func status(_ status: AdvancedStatus) { statusDelegate?.status(status.dictionary) }

    func setMetadataStatus(
        _ metadata: JSONValue?, encrypted: Bool, forKey key: MetadataKey, arguments: [String: String]
    ) {
        let question = questions.withLock { $0.waiting.removeValue(forKey: arguments[Self.mark] ?? "") }
        guard let question else { return }
        let value = metadata.flatMap { $0 == .null ? nil : HostValue.any($0) }
        delegate?.setMetadataStatus(
            value, encrypted: encrypted, forKey: question.opcode, andArguments: question.arguments)
    }

    func sendTrackingData(_ data: [String], forEventType event: TrackingEvent) {
        delegate?.sendTrackingData(data, forEventType: Int32(event.rawValue))
    }

    func displayProviderDialog(_ mvpds: [ConfiguredMVPD]) {
        delegate?.displayProviderDialog(mvpds.map { MVPD($0) })
    }

    func navigateToUrl(_ url: String) { delegate?.navigate(toUrl: url) }

    func navigateToUrl(_ url: String, useSVC: Bool) { delegate?.navigate(toUrl: url, useSVC: useSVC) }

    func presentTVProviderDialog(_ dialog: TVProviderDialog) {
        let shown = ViewControllerStandIn(dialog)
        picker.withLock { $0 = shown }
        delegate?.presentTvProviderDialog(shown)
    }

    /// Hosts compare: it is the object that was presented.
    func dismissTVProviderDialog(_ dialog: TVProviderDialog) {
        let shown = picker.withLock { picker in
            defer { picker = nil }
            return picker
        }
        delegate?.dismissTvProviderDialog(shown ?? ViewControllerStandIn(dialog))
    }

    func selectedProvider(_ mvpd: ConfiguredMVPD?) { delegate?.selectedProvider(mvpd.map { MVPD($0) }) }

    func setToken(_ token: String, forResource resource: String) {
        delegate?.setToken(token, forResource: resource)
    }

    func tokenRequestFailed(_ resource: String, errorCode: String, errorDescription: String) {
        delegate?.tokenRequestFailed(resource, errorCode: errorCode, errorDescription: errorDescription)
    }

    func preauthorizedResources(_ resources: [String]) { delegate?.preauthorizedResources(resources) }
}

extension AdvancedStatus {
    /// The status as the original SDK's `status` callback tells it.
    var dictionary: [AnyHashable: Any] {
        var dictionary: [AnyHashable: Any] = ["errorId": errorID, "level": level.rawValue]
        if let message { dictionary["message"] = message }
        if let details { dictionary["details"] = details }
        if let expires { dictionary["expires"] = Int(expires) }
        return dictionary
    }
}
