import Base
import FoundationEssentials

/// An answer of the service, with what every answer tells.
struct ServiceAnswer: Sendable {
    let status: Int
    let body: Data
    let contentType: String?
    /// `ETag` and `Last-Modified`, for the next conditional request.
    let entityTag: String?
    let lastModified: String?
    /// The error its body tells, for statuses from 400.
    let detail: ServiceErrorDetail?
    /// `Adobe-Request-Id`, if it is one.
    let requestID: String?
    /// `Date`, ms since 1970.
    let serviceTime: Timestamp?
    private let retryAfterField: String?

    /// Reads a response; texts in which the service echoes one of `secrets` are dropped.
    init(_ response: HTTPResponse, hiding secrets: [Secret] = []) {
        status = response.status
        body = response.body
        contentType = response[header: "Content-Type"]
        entityTag = response[header: "ETag"]
        lastModified = response[header: "Last-Modified"]
        serviceTime = response[header: "Date"].flatMap(ServiceDate.parse)
        retryAfterField = response[header: "Retry-After"]
        let sent = SentSecrets(secrets)
        requestID = response[header: "Adobe-Request-Id"].flatMap { Self.word($0) }
            .flatMap { sent.areMissing(in: $0) ? $0 : nil }
        detail =
            response.status < 400
            ? nil : ErrorBody.parse(response.body, contentType: contentType)?.keeping(sent.areMissing)
    }

    /// Judges it; see `Verdict`.
    var verdict: Verdict { .of(status: status, detail: detail) }

    /// What `Retry-After` asks for: seconds, or a date by the service's own clock.
    func retryAfter(now: Timestamp) -> Duration? {
        guard let retryAfterField else { return nil }
        if let seconds = Int64(retryAfterField) { return seconds < 0 ? nil : .seconds(min(seconds, 1 << 31)) }
        guard let date = ServiceDate.parse(retryAfterField) else { return nil }
        return max(.zero, date - (serviceTime ?? now))
    }

    /// `text` if it is a word that may stand in a log line: some visible ASCII without quotes or blanks, not long.
    static func word(_ text: String) -> String? {
        guard !text.isEmpty, text.utf8.count <= 80 else { return nil }
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: byte == 0x2D || byte == 0x2E || byte == 0x3A || byte == 0x5F
            }
        }
        return isPlain ? text : nil
    }
}

extension ServiceErrorDetail {
    /// The same without the texts that fail the test.
    fileprivate func keeping(_ isSafe: (String) -> Bool) -> ServiceErrorDetail {
        func kept(_ text: String?) -> String? { text.flatMap { isSafe($0) ? $0 : nil } }
        return ServiceErrorDetail(
            action: kept(action), status: status, code: kept(code), message: kept(message), details: kept(details),
            trace: kept(trace), helpURL: kept(helpURL))
    }
}
