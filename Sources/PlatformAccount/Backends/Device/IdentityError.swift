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

    init(_ error: HTTPTransportError) {
        switch error.code {
        case .invalidURL, .insecure: self.init(.address, error.message)
        case .incompleteBody, .bodyTooLarge: self.init(.unreadable, error.message)
        case .cancelled: self.init(.cancelled, error.message)
        case .unreachable, .tls, .timedOut, .other:
            self.init(.unreachable, "the provider cannot be reached: \(error.message)")
        }
    }
}
