import Base

/// How every failure becomes a `ServiceError`; the only place that decides it.
///
/// Messages are put together here from our own words, the status and the service's error code, never from a body,
/// a URL or a header that could hold a secret.
extension ServiceError {
    /// An answer that is not the success due.
    init(_ stage: Stage, answer: ServiceAnswer) {
        self.init(
            stage, Self.code(status: answer.status), answer: answer, what: Self.words(status: answer.status))
    }

    /// A success that cannot be read.
    init(_ stage: Stage, answer: ServiceAnswer, unreadable: UnreadableAnswer) {
        self.init(stage, .unreadable, answer: answer, what: unreadable.reason)
    }

    /// No answer.
    init(_ stage: Stage, transport: HTTPTransportError) {
        self.init(stage, Self.code(transport: transport.code), message: Self.line(stage, transport.message))
    }

    /// No answer, and nobody to blame but time, a full queue or the caller.
    init(_ stage: Stage, _ code: Code, because reason: String) {
        self.init(stage, code, message: Self.line(stage, reason))
    }

    private init(_ stage: Stage, _ code: Code, answer: ServiceAnswer, what: String) {
        let error = answer.detail?.code.flatMap(ServiceAnswer.word).map { ", " + $0 } ?? ""
        self.init(
            stage, code, detail: answer.detail, requestID: answer.requestID, serviceTime: answer.serviceTime,
            message: Self.line(stage, what + error))
    }

    /// A 2xx that got here was not the success due.
    static func code(status: Int) -> Code {
        switch status {
        case 200...299: .unreadable
        case 429: .throttled
        default: .status(status)
        }
    }

    /// `insecure` counts as TLS: there is none where there must be.
    ///
    /// A URL that is none reaches nobody. What the HTTP library can make nothing of came from somebody who answers.
    static func code(transport: HTTPTransportError.Code) -> Code {
        switch transport {
        case .tls, .insecure: .tls
        case .timedOut: .timedOut
        case .incompleteBody, .bodyTooLarge, .other: .unreadable
        case .cancelled: .cancelled
        case .unreachable, .invalidURL: .unreachable
        }
    }

    private static func words(status: Int) -> String {
        switch status {
        case 200...299: "HTTP \(status) without the answer due"
        case 300...399: "HTTP \(status), a redirect, which is not followed"
        default: "HTTP \(status)"
        }
    }

    private static func line(_ stage: Stage, _ what: String) -> String {
        String("\(stage.words): \(what)".prefix(200))
    }
}

extension ServiceError.Stage {
    /// What it is called in a log.
    var words: String {
        switch self {
        case .registration: "client registration"
        case .accessToken: "access token"
        case .configuration: "configuration"
        case .partnerRequest: "profile request"
        case .exchange: "exchange of the SAML response"
        case .authentication: "authentication"
        case .userMetadata: "user metadata"
        case .login: "login"
        case .authorization: "authorization"
        case .mediaToken: "media token"
        case .preauthorization: "preauthorization"
        case .logout: "logout"
        }
    }

    /// How much its failure matters: the silent exchange fails in a debug log only (S2.X8).
    var logLevel: LogLevel {
        switch self {
        case .registration, .accessToken, .configuration, .userMetadata, .login, .authorization, .mediaToken,
            .preauthorization, .logout:
            .error
        case .partnerRequest, .exchange, .authentication: .debug
        }
    }
}
