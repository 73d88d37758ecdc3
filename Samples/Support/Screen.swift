public import AccessEnabler
public import PlatformAccount

/// The delegate of the console hosts: each callback becomes a line to show, and what the host has to do about it. What a
/// person types and where a browser comes back to arrive in the same stream, so that a host is one loop over events.
public final class Screen: AccessEnablerDelegate {
    /// What happened.
    public enum Event: Sendable {
        /// A callback, for the person to see.
        case told(String)
        /// The configuration is there.
        case ready
        /// The verb is over: the person is asked what to do next.
        case idle
        /// The person is asked whether the application may see the TV provider account.
        case permission(PermissionQuestion, done: @Sendable (Bool?) -> Void)
        /// The platform's picker is to be shown.
        case picker(TVProviderDialog)
        /// The application's own list is to be shown.
        case list([ConfiguredMVPD])
        /// A page is to be opened.
        case page(String)
        /// A code is to be shown.
        case code(String, until: Timestamp)
        /// A line was typed; nil = the end of input.
        case line(String?)
        /// A browser came back.
        case redirect(String)
        /// A second has passed.
        case tick
        /// Ctrl-C.
        case interrupt
    }

    /// What happened, in order.
    public let events: AsyncStream<Event>
    /// Where everybody else puts what happened.
    public let happened: AsyncStream<Event>.Continuation

    private let outcome: Outcome

    /// An empty screen, which keeps the stage's outcome.
    public init(_ stage: Stage) {
        outcome = stage.outcome
        (events, happened) = AsyncStream.makeStream()
    }

    /// Asks where the rest of the host asks.
    public var prompt: HostPermissionPrompt {
        HostPermissionPrompt { [happened] question in
            await withCheckedContinuation { continuation in
                happened.yield(.permission(question) { continuation.resume(returning: $0) })
            }
        }
    }

    private func tell(_ text: String, then event: Event? = nil) {
        happened.yield(.told(text))
        if let event { happened.yield(event) }
    }

    /// See `AccessEnablerDelegate`.
    public func setRequestorComplete(_ status: Int) {
        outcome.noteRequestor(status)
        tell("setRequestorComplete(\(status))", then: status == 1 ? .ready : .idle)
    }
    /// See `AccessEnablerDelegate`.
    public func setAuthenticationStatus(_ status: Int, errorCode: String) {
        outcome.noteAuthentication(status, errorCode: errorCode)
        tell("setAuthenticationStatus(\(status), \"\(errorCode)\")", then: .idle)
    }
    /// See `AccessEnablerDelegate`.
    public func status(_ status: AdvancedStatus) {
        outcome.note(status)
        guard status.errorID == "REGCODE", let code = status.message, let expires = status.expires else {
            return tell("status \(status.errorID)\(status.message.map { ": \($0)" } ?? "")")
        }
        tell("status REGCODE: \(code)", then: .code(code, until: Timestamp(milliseconds: expires)))
    }
    /// See `AccessEnablerDelegate`.
    public func presentTVProviderDialog(_ dialog: TVProviderDialog) {
        tell("presentTVProviderDialog", then: .picker(dialog))
    }
    /// See `AccessEnablerDelegate`.
    public func dismissTVProviderDialog(_ dialog: TVProviderDialog) { tell("dismissTVProviderDialog") }
    /// See `AccessEnablerDelegate`.
    public func displayProviderDialog(_ mvpds: [ConfiguredMVPD]) { tell("displayProviderDialog", then: .list(mvpds)) }
    /// See `AccessEnablerDelegate`.
    public func navigateToUrl(_ url: String) { tell("navigateToUrl(\(url.prefix { $0 != "?" }))", then: .page(url)) }
    /// See `AccessEnablerDelegate`.
    public func setToken(_ token: String, forResource resource: String) {
        outcome.noteAuthorization(of: resource, errorCode: nil)
        tell("setToken(..., \(resource))", then: .idle)
    }
    /// See `AccessEnablerDelegate`.
    public func tokenRequestFailed(_ resource: String, errorCode: String, errorDescription: String) {
        outcome.noteAuthorization(of: resource, errorCode: errorCode)
        tell("tokenRequestFailed(\(resource), \"\(errorCode)\", \"\(errorDescription)\")", then: .idle)
    }
    /// See `AccessEnablerDelegate`.
    public func setMetadataStatus(
        _ metadata: JSONValue?, encrypted: Bool, forKey key: MetadataKey, arguments: [String: String]
    ) { tell("setMetadataStatus(\(metadata?.text ?? "nil"))", then: .idle) }
}
