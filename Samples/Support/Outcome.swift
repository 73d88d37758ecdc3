public import AccessEnabler
import Synchronization

/// How a sample ends: by what it asked the service for last. Told by its delegate.
public final class Outcome: Sendable {
    private struct State {
        /// The advanced status that explains the verdict to come.
        var reason: String?
        var failure: String?
    }

    private let service: String
    private let state = Mutex(State())

    /// Nothing has been asked yet of the service of this name.
    public init(service: String) { self.service = service }

    /// What failed, for a person; nil = nothing.
    public var failure: String? { state.withLock { $0.failure } }

    /// For `status`.
    public func note(_ status: AdvancedStatus) {
        if status.level == .error { state.withLock { $0.reason = status.errorID } }
    }

    /// For `setRequestorComplete`.
    public func noteRequestor(_ status: Int) {
        verdict(status == 1 ? nil : "\(service) cannot be used")
    }

    /// For `setAuthenticationStatus`. Nobody signed in is an answer, and a person may leave a login.
    public func noteAuthentication(_ status: Int, errorCode: String) {
        // Without a configuration everything after it fails for that reason.
        if status == 0, isAnswer(errorCode) || failure?.hasPrefix(service) == true { return }
        verdict(status == 1 ? nil : "the sign-in failed")
    }

    /// For `setToken`, and for `tokenRequestFailed`.
    public func noteAuthorization(of resource: String, errorCode: String?) {
        guard let errorCode else { return verdict(nil) }
        if !isAnswer(errorCode), failure == nil { verdict("'\(resource)' cannot be watched") }
    }

    private func isAnswer(_ errorCode: String) -> Bool {
        ["USER_NOT_AUTHENTICATED_ERROR", "PROVIDER_NOT_SELECTED_ERROR"].contains(errorCode)
    }

    private func verdict(_ failure: String?) {
        state.withLock { state in
            let reason = state.reason.map { id in ": \(id)\(Self.meanings[id].map { ", \($0)" } ?? "")" } ?? ""
            state = State(failure: failure.map { $0 + reason })
        }
    }

    private static let meanings = [
        "CFG400": "the requestor is not known there", "CFG404": "nobody is reached there",
        "CFG429": "there were too many requests", "CFG500": "it is out of order, or its answer cannot be read",
        "R400": "the software statement is refused", "R401": "no access token is given",
        "SEC403": "this application is refused", "SEC420": "there is no secure connection",
        "N130": "the page came back without a sign-in", "REG500": "no code is given",
    ]
}
