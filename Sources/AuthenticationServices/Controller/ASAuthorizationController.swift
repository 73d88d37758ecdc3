import Base
public import Foundation

/// Performs requests for a credential, and tells its delegate the outcome.
///
/// - One Apple ID request asks the person, on the provider's page.
/// - Several requests look for an account that exists: a sign-in of this device or a saved password. Of several, the
///   first in the order of the requests is taken, the latest saved before older ones, or what
///   `ASAuthorizationController.accountChooser` says. None = `canceled` (choice: what the framework documents for
///   `preferImmediatelyAvailableCredentials`).
/// - While it performs it is kept alive (choice); a second `performRequests` meanwhile does nothing (choice).
///
/// Source: "Authentication Services", ASAuthorizationController.
public final class ASAuthorizationController: NSObject, Sendable {
    /// How requests are performed.
    public struct RequestOptions: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: UInt
        /// Options of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Nothing that needs the person first: without an account on this device it ends with `canceled`.
        public static let preferImmediatelyAvailableCredentials = RequestOptions(rawValue: 1)
    }

    // @unchecked: the host's objects. The delegate and the context are read on the main actor, where their methods are;
    // the requests are read by who performs them.
    private struct State: @unchecked Sendable {
        weak var delegate: (any ASAuthorizationControllerDelegate)?
        weak var context: (any ASAuthorizationControllerPresentationContextProviding)?
        let requests: [ASAuthorizationRequest]
        var running: Task<Void, Never>?
    }

    private let state: Lock<State>
    private static let chooser = Lock<AccountChooser?>(nil)

    /// A controller of these requests.
    public init(authorizationRequests: [ASAuthorizationRequest]) {
        state = Lock(State(requests: authorizationRequests))
    }

    /// The requests.
    public var authorizationRequests: [ASAuthorizationRequest] { hosts().requests }

    /// Who hears the outcome; held weakly.
    public var delegate: (any ASAuthorizationControllerDelegate)? {
        get { hosts().delegate }
        set { change { $0.delegate = newValue } }
    }

    /// Who tells where the page is to appear; held weakly.
    public var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)? {
        get { hosts().context }
        set { change { $0.context = newValue } }
    }

    /// Asks which of several accounts is meant, where there are several; nil = the first.
    public static var accountChooser: AccountChooser? {
        get { chooser.withLock { $0 } }
        set { chooser.withLock { $0 = newValue } }
    }

    /// Performs the requests, as they are now.
    public func performRequests() { performRequests(options: []) }

    /// Performs the requests, as they are now.
    ///
    /// The delegate hears one outcome, once, on the main actor.
    public func performRequests(options: RequestOptions) {
        let work = Performance(authorizationRequests, options)
        state.withLock { state in
            guard state.running == nil else { return }
            state.running = Task {
                let outcome = await work.outcome { [self] in await anchor() }
                await finish(outcome)
            }
        }
    }

    /// Ends what is being performed: the delegate hears `canceled`. Nothing when nothing is (choice of the code: Apple's
    /// documents do not name it).
    public func cancel() {
        state.withLock { $0.running }?.cancel()
    }

    @MainActor
    private func anchor() -> ASPresentationAnchor? {
        hosts().context?.presentationAnchor(for: self)
    }

    @MainActor
    private func finish(_ outcome: Result<ASAuthorization, ASAuthorizationError>) {
        // Before the delegate hears: it may perform again at once.
        change { $0.running = nil }
        switch outcome {
        case .success(let authorization):
            delegate?.authorizationController(controller: self, didCompleteWithAuthorization: authorization)
        case .failure(let error):
            delegate?.authorizationController(controller: self, didCompleteWithError: error)
        }
    }

    private func hosts() -> State { state.withLock { $0 } }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
    }
}
