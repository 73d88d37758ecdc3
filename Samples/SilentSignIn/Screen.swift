import AccessEnabler

/// The host's delegate: turns callbacks into lines.
final class Screen: AccessEnablerDelegate {
    enum Kind: Sendable {
        case setRequestorComplete, setAuthenticationStatus, status, setMetadataStatus, sendTrackingData
    }

    struct Event: Sendable {
        var kind: Kind
        /// What is compared with the documents.
        var name: String
        /// What is shown.
        var text: String
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
            .setAuthenticationStatus, "setAuthenticationStatus(\(status))",
            "setAuthenticationStatus(\(status), \"\(errorCode)\")")
    }

    func status(_ status: AdvancedStatus) {
        let details = status.details.map { details in
            "; " + details.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        }
        show(.status, status.errorID, "status \(status.errorID) (\(status.level.rawValue))\(details ?? "")")
    }

    func setMetadataStatus(
        _ metadata: JSONValue?, encrypted: Bool, forKey key: MetadataKey, arguments: [String: String]
    ) {
        guard case .string(let text) = metadata else { return show(.setMetadataStatus, "setMetadataStatus(nil)") }
        show(.setMetadataStatus, "setMetadataStatus(\(text))")
    }

    func sendTrackingData(_ data: [String], forEventType event: TrackingEvent) {
        show(.sendTrackingData, "sendTrackingData", "sendTrackingData(\(data.joined(separator: ",")))")
    }

    private func show(_ kind: Kind, _ name: String, _ text: String? = nil) {
        continuation.yield(Event(kind: kind, name: name, text: text ?? name))
    }
}
