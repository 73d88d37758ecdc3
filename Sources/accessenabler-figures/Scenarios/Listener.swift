import AccessEnabler

/// A host that waits for one callback after the other.
final class Listener: AccessEnablerDelegate {
    /// What it waits for.
    enum Event: Sendable, Equatable {
        case complete(Int)
        case verdict(Int)
        case list
        case page(String)
        case code(String)
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

    func setRequestorComplete(_ status: Int) { inbox.yield(.complete(status)) }

    func setAuthenticationStatus(_ status: Int, errorCode: String) { inbox.yield(.verdict(status)) }

    func displayProviderDialog(_ mvpds: [ConfiguredMVPD]) { inbox.yield(.list) }

    func navigateToUrl(_ url: String) { inbox.yield(.page(url)) }

    func status(_ status: AdvancedStatus) {
        if status.errorID == "REGCODE", let code = status.message { inbox.yield(.code(code)) }
    }
}
