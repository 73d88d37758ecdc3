import Base

/// Why the provider's identity endpoint gave no answer.
package struct IdentityError: Error, Sendable, Hashable {
    /// The kinds.
    package enum Code: Sendable, Hashable {
        /// The endpoint's address cannot be used.
        case address
        /// Nobody is reached, or the endpoint is out of order.
        case unreachable
        /// The endpoint said no: see `status` and `reason`.
        case refused
        /// An answer that cannot be understood.
        case unreadable
        /// The task was cancelled.
        case cancelled
    }

    /// Which kind.
    package var code: Code
    /// A sentence, without secrets.
    package var message: String
    /// The status of a refusal.
    package var status = 0
    /// The endpoint's own word for a refusal, if it is one (`invalid_grant`, …).
    package var reason: String?

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(status: Int, reason: String?) {
        self.init(.refused, "the provider refuses (\(reason ?? "status \(status)"))")
        self.status = status
        self.reason = reason
    }

    /// What became of a request to the endpoint at this address.
    init(_ error: HTTPTransportError, at url: String) {
        switch error.code {
        case .invalidURL, .insecure: self.init(.address, error.message)
        case .incompleteBody, .bodyTooLarge: self.init(.unreadable, "the provider at \(url): \(error.message)")
        case .cancelled: self.init(.cancelled, error.message)
        case .unreachable, .tls, .timedOut, .other:
            self.init(.unreachable, "the provider at \(url) cannot be reached: \(error.message)")
        }
    }
}
