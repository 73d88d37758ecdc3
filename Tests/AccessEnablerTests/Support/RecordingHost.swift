import AccessEnabler
import Base
import TestSupport
import Testing

/// A host that keeps every callback in order, and may do something inside one.
///
/// `getMetadata` calls made by `App.settle` carry a mark and are kept apart: whatever was asked before has been told
/// once the mark arrives.
final class RecordingHost: AccessEnablerDelegate {
    typealias Reaction = @Sendable (Callback) -> Void

    private let callbackRecorder = Recorder<Callback>()
    private let marks = Recorder<String>()
    private let kinds = Lock<[String: Recorder<Void>]>([:])
    private let reaction = Lock<Reaction?>(nil)

    /// A host that does `reaction` inside each callback.
    init(_ reaction: Reaction? = nil) {
        if let reaction { react(reaction) }
    }

    /// Does `reaction` inside each callback from now on.
    func react(_ reaction: @escaping Reaction) {
        self.reaction.withLock { $0 = reaction }
    }

    var callbacks: [Callback] { callbackRecorder.values }
    var words: [String] { callbacks.map(\.words) }

    /// Returns once so many callbacks have come; a watchdog turns never into a failure.
    func wait(for count: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
        await watched("\(count) callbacks", sourceLocation) { [callbackRecorder] in
            await callbackRecorder.wait(for: count)
        }
    }

    func waitForMark(_ count: Int, sourceLocation: SourceLocation) async {
        await watched("mark \(count)", sourceLocation) { [marks] in await marks.wait(for: count) }
    }

    /// Returns once so many callbacks of that name have come.
    func wait(for kind: String, count: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
        let recorder = recorder(of: kind)
        await watched("\(count) times \(kind)", sourceLocation) { await recorder.wait(for: count) }
    }

    /// How many callbacks of that name have come.
    func count(of kind: String) -> Int { recorder(of: kind).count }

    private func recorder(of kind: String) -> Recorder<Void> {
        kinds.withLock { kinds in
            let recorder = kinds[kind] ?? Recorder<Void>()
            kinds[kind] = recorder
            return recorder
        }
    }

    static let mark = "RecordingHost.mark"

    private func note(_ callback: Callback) {
        callbackRecorder.add(callback)
        recorder(of: callback.kind).add(())
        reaction.withLock { $0 }?(callback)
    }

    func setRequestorComplete(_ status: Int) { note(.setRequestorComplete(status)) }

    func setAuthenticationStatus(_ status: Int, errorCode: String) {
        note(.setAuthenticationStatus(status, errorCode: errorCode))
    }

    func status(_ status: AdvancedStatus) { note(.status(status)) }

    func setMetadataStatus(
        _ metadata: JSONValue?, encrypted: Bool, forKey key: MetadataKey, arguments: [String: String]
    ) {
        if let mark = arguments[Self.mark] {
            marks.add(mark)
        } else {
            note(.setMetadataStatus(metadata, encrypted: encrypted, key: key, arguments: arguments))
        }
    }

    func sendTrackingData(_ data: [String], forEventType event: TrackingEvent) {
        note(.sendTrackingData(data, event))
    }

    func displayProviderDialog(_ mvpds: [ConfiguredMVPD]) { note(.displayProviderDialog(mvpds)) }
    func navigateToUrl(_ url: String) { note(.navigateToUrl(url, useSVC: false)) }
    func navigateToUrl(_ url: String, useSVC: Bool) { note(.navigateToUrl(url, useSVC: useSVC)) }
    func presentTVProviderDialog(_ dialog: TVProviderDialog) { note(.presentTVProviderDialog(dialog)) }
    func dismissTVProviderDialog(_ dialog: TVProviderDialog) { note(.dismissTVProviderDialog(dialog)) }
    func selectedProvider(_ mvpd: ConfiguredMVPD?) { note(.selectedProvider(mvpd)) }
    func setToken(_ token: String, forResource resource: String) { note(.setToken(token, resource: resource)) }

    func tokenRequestFailed(_ resource: String, errorCode: String, errorDescription: String) {
        note(.tokenRequestFailed(resource: resource, errorCode: errorCode, errorDescription: errorDescription))
    }

    func preauthorizedResources(_ resources: [String]) { note(.preauthorizedResources(resources)) }
}
