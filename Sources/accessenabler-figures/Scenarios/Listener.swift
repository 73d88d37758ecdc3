import AccessEnabler

/// A host that waits for one callback after the other.
final class Listener: AccessEnablerDelegate {
    /// A callback that ends a step.
    struct Event: Sendable {
        enum Kind: Sendable {
            case configured, notConfigured, signedIn, notSignedIn, list, page, code
        }

        var kind: Kind
        /// The page's address, or the code.
        var detail = ""
    }

    private let events: AsyncStream<Event>
    private let inbox: AsyncStream<Event>.Continuation

    init() {
        (events, inbox) = AsyncStream.makeStream()
    }

    /// The next event, whatever it is.
    func next() async -> Event? {
        var iterator = events.makeAsyncIterator()
        return await iterator.next()
    }

    func setRequestorComplete(_ status: Int) { hear(status == 1 ? .configured : .notConfigured) }

    func setAuthenticationStatus(_ status: Int, errorCode: String) { hear(status == 1 ? .signedIn : .notSignedIn) }

    func displayProviderDialog(_ mvpds: [ConfiguredMVPD]) { hear(.list) }

    func navigateToUrl(_ url: String) { hear(.page, url) }

    func status(_ status: AdvancedStatus) {
        if status.errorID == "REGCODE", let code = status.message { hear(.code, code) }
    }

    private func hear(_ kind: Event.Kind, _ detail: String = "") {
        inbox.yield(Event(kind: kind, detail: detail))
    }
}
