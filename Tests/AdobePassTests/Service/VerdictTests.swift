import Base
import Foundation
import Testing

@testable import AdobePass

@Suite struct VerdictTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let status: Int
        let detail: ServiceErrorDetail?
        let verdict: Verdict

        init(_ status: Int, _ verdict: Verdict, _ detail: ServiceErrorDetail? = nil) {
            self.status = status
            self.detail = detail
            self.verdict = verdict
        }

        var testDescription: String { "\(status) \(detail?.code ?? "-") \(detail?.action ?? "-")" }
    }

    private static let plain = ServiceErrorDetail(status: 403, message: "Forbidden")
    private static let invalidClient = ServiceErrorDetail(code: "invalid_client")
    private static let registration = ServiceErrorDetail(action: "application-registration", code: "x")

    static let rows = [
        Row(200, .settled), Row(204, .settled), Row(302, .settled), Row(304, .settled), Row(404, .settled),
        Row(400, .settled), Row(400, .settled, ServiceErrorDetail(code: "invalid_request")),
        Row(400, .clientRefused, invalidClient), Row(429, .throttled), Row(429, .throttled, plain),
        Row(500, .transient), Row(503, .transient, plain), Row(599, .transient), Row(600, .settled),
        // R08
        Row(401, .tokenRefused), Row(401, .tokenRefused, plain), Row(401, .tokenRefused, invalidClient),
        Row(401, .tokenRefused, ServiceErrorDetail(code: "access_denied")), Row(401, .clientRefused, registration),
        Row(403, .tokenRefused), Row(403, .settled, plain), Row(403, .clientRefused, invalidClient),
        Row(403, .clientRefused, registration), Row(403, .transient, ServiceErrorDetail(action: "retry")),
        Row(403, .settled, ServiceErrorDetail(action: "surprise", code: "unheard_of")),
        // T13
        Row(418, .settled), Row(451, .settled), Row(499, .settled),
    ]

    @Test(arguments: rows) func judges(_ row: Row) {
        #expect(Verdict.of(status: row.status, detail: row.detail) == row.verdict)
    }
}

@Suite struct ServiceFailureTests {
    @Test(
        "T05: how the transport's failures are told",
        arguments: [
            (HTTPTransportError.Code.unreachable, ServiceError.Code.unreachable), (.tls, .tls), (.insecure, .tls),
            (.timedOut, .timedOut), (.incompleteBody, .unreadable), (.bodyTooLarge, .unreadable),
            (.cancelled, .cancelled), (.invalidURL, .unreachable), (.other, .unreadable),
        ])
    func transport(_ code: HTTPTransportError.Code, _ due: ServiceError.Code) {
        let error = ServiceError(.configuration, transport: HTTPTransportError(code, "words"))
        #expect(error == ServiceError(.configuration, due, message: "configuration: words"))
    }

    @Test(
        "How statuses are told",
        arguments: [
            (200, ServiceError.Code.unreadable), (204, .unreadable), (302, .status(302)), (304, .status(304)),
            (400, .status(400)), (429, .throttled), (451, .status(451)), (500, .status(500)), (503, .status(503)),
        ])
    func status(_ status: Int, _ code: ServiceError.Code) {
        #expect(ServiceError.code(status: status) == code)
    }

    @Test("A message is our own words, the status and the code, 200 characters at most")
    func message() {
        let long = ServiceError(
            .exchange, transport: HTTPTransportError(.tls, String(repeating: "certificate ", count: 100)))
        #expect(long.message.count == 200)
        let answer = ServiceAnswer(
            HTTPResponse(
                status: 302, headers: [("Location", "https://elsewhere.example/?token=T"), ("Date", "nonsense")]))
        let redirect = ServiceError(.accessToken, answer: answer)
        #expect(redirect.message == "access token: HTTP 302, a redirect, which is not followed")
        #expect(redirect.serviceTime == nil)
    }

    @Test(
        "Only a plain word of the service may stand in a log line",
        arguments: [
            ("invalid_client", true), ("a-b.c:1", true), ("", false), ("two words", false), ("line\nbreak", false),
            ("\u{e9}", false), (String(repeating: "x", count: 81), false), ("<b>", false), ("\"", false),
        ])
    func word(_ text: String, _ isWord: Bool) {
        #expect(ServiceAnswer.word(text) == (isWord ? text : nil))
    }

    @Test("Retry-After: seconds, never negative or without end; nonsense is none")
    func retryAfter() {
        func read(_ text: String) -> Duration? {
            ServiceAnswer(HTTPResponse(status: 429, headers: [("retry-after", text)]))
                .retryAfter(now: Timestamp(milliseconds: 0))
        }
        #expect(read("7") == .seconds(7))
        #expect(read("0") == .zero)
        #expect(read("-1") == nil)
        #expect(read("soon") == nil)
        #expect(read("9223372036854775807") == .seconds(1 << 31))
    }
}
