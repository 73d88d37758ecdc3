import AccessEnabler

/// The host's delegate: turns callbacks into lines.
final class Screen: AccessEnablerDelegate {
    enum Kind: Sendable {
        case setRequestorComplete, metadata, dialog, page, code, other
        /// `setAuthenticationStatus` 0; after logout the last callback.
        case status0
        /// The tracking event after a verdict: the last callback of a check or login.
        case verdict
        /// The tracking event after an authorization's answer: its last callback.
        case playVerdict
        case preauthorized, selected
        /// What a logout waits for.
        case logoutVerdict
    }

    struct Event: Sendable {
        var kind: Kind
        /// What is compared with the documents.
        var name: String
        /// What is shown.
        var text: String
        /// The address or code in it.
        var detail = ""
    }

    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    init() {
        (events, continuation) = AsyncStream<Event>.makeStream()
    }

    func setRequestorComplete(_ status: Int) {
        show(.setRequestorComplete, "setRequestorComplete(\(status))")
    }

    func setAuthenticationStatus(_ status: Int, errorCode: String) {
        show(
            status == 0 ? .status0 : .other, "setAuthenticationStatus(\(status))",
            "setAuthenticationStatus(\(status), \"\(errorCode)\")")
    }

    func status(_ status: AdvancedStatus) {
        var text = "status \(status.errorID) (\(status.level.rawValue))"
        if let message = status.message { text += " \(message)" }
        if let details = status.details {
            text += " " + details.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        }
        show(status.errorID == "REGCODE" ? .code : .other, status.errorID, text, status.message ?? "")
    }

    func setMetadataStatus(
        _ metadata: JSONValue?, encrypted: Bool, forKey key: MetadataKey, arguments: [String: String]
    ) {
        switch metadata {
        case .string(let text): show(.metadata, "setMetadataStatus(\(text))")
        case nil: show(.metadata, "setMetadataStatus(nil)")
        case let value?: show(.metadata, "setMetadataStatus", "setMetadataStatus(\(value.text ?? ""))")
        }
    }

    func sendTrackingData(_ data: [String], forEventType event: TrackingEvent) {
        show(
            event == .authentication ? .verdict : event == .authorization ? .playVerdict : .other, "sendTrackingData",
            "sendTrackingData(\(data.joined(separator: ",")))")
    }

    func setToken(_ token: String, forResource resource: String) {
        show(.other, "setToken", "setToken(a media token, \(resource))")
    }

    func tokenRequestFailed(_ resource: String, errorCode: String, errorDescription: String) {
        show(
            .other, "tokenRequestFailed",
            "tokenRequestFailed(\(resource), \"\(errorCode)\", \"\(errorDescription)\")")
    }

    func preauthorizedResources(_ resources: [String]) {
        show(.preauthorized, "preauthorizedResources(\(resources.joined(separator: ", ")))")
    }

    func selectedProvider(_ mvpd: ConfiguredMVPD?) {
        show(.selected, "selectedProvider(\(mvpd?.displayName ?? "nil"))")
    }

    func displayProviderDialog(_ mvpds: [ConfiguredMVPD]) {
        show(
            .dialog, "displayProviderDialog",
            "displayProviderDialog(\(mvpds.map(\.displayName).joined(separator: ", ")))")
    }

    func navigateToUrl(_ url: String) {
        let address = url.prefix { $0 != "?" }
        show(.page, "navigateToUrl", "navigateToUrl(\(address)\(address == url ? "" : "?..."))", url)
    }

    func presentTVProviderDialog(_ dialog: TVProviderDialog) {
        show(
            .other, "present", "presentTVProviderDialog(\(dialog.providers.map(\.displayName).joined(separator: ", ")))"
        )
    }

    func dismissTVProviderDialog(_ dialog: TVProviderDialog) {
        show(.other, "dismiss", "dismissTVProviderDialog")
    }

    private func show(_ kind: Kind, _ name: String, _ text: String? = nil, _ detail: String = "") {
        continuation.yield(Event(kind: kind, name: name, text: text ?? name, detail: detail))
    }
}
