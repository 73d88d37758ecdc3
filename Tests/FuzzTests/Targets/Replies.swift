import Foundation

@testable import AdobePass
@testable import Base

extension FuzzTarget {
    /// A whole HTTP answer, head and body, as the transport and the service connection read it.
    ///
    /// The bodies are mostly those of refusals, which may echo what was sent.
    static let replies = FuzzTarget("replies") { input in
        guard let response = try response(input) else { return }
        let now = Timestamp(milliseconds: 1_796_040_000_000)
        let answer = ServiceAnswer(response, hiding: [Secret(secret)])
        _ = answer.verdict
        if let pause = answer.retryAfter(now: now) { try hold(pause >= .zero, "a pause before now") }
        if let id = answer.requestID {
            try hold(
                id.utf8.count <= 80 && id.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a request id of two words")
        }
        try checkDetail(answer.detail)
        let unhidden = ErrorBody.parse(response.body, contentType: response[header: "Content-Type"])
        try hold(unhidden != ServiceErrorDetail(), "a detail that tells nothing")
        try checkTexts(unhidden)
        for stage in [ServiceError.Stage.configuration, .exchange, .login] {
            let error = ServiceError(stage, answer: answer)
            try hold(error.message.utf8.count <= 400 && isOneLine(error.message), "an error of several lines")
            try hold(!error.message.contains(secret), "an error tells a secret")
            try checkDetail(error.detail)
        }
        if response.status == 200, let token = VerificationToken.text(of: answer) {
            try hold(!token.allSatisfy(\.isWhitespace), "a verification token of blanks")
        }
    }

    /// A secret that a service may echo; the corpus has it in some bodies.
    private static let secret = "eyJhbGciOiJSUzI1NiJ9.c2VjcmV0"

    private static func checkDetail(_ detail: ServiceErrorDetail?) throws(Broken) {
        try checkTexts(detail)
        for text in texts(of: detail) {
            try hold(!text.contains(secret), "a text tells a secret")
            // A secret that the cap has cut is one still.
            let begun = (8..<secret.utf8.count).contains { text.hasSuffix(String(secret.prefix($0))) }
            try hold(!begun, "a text ends inside a secret")
        }
    }

    private static func checkTexts(_ detail: ServiceErrorDetail?) throws(Broken) {
        for text in texts(of: detail) {
            // The longer limit is that of `details` alone.
            let limit = text == detail?.details ? ErrorBody.detailsLimit : ErrorBody.textLimit
            try hold(!text.isEmpty && text.unicodeScalars.count <= limit, "an empty or endless text")
            try hold(isOneLine(text), "a text of several lines")
            try hold(text.first != " " && text.last != " ", "a text with blanks around it")
        }
    }

    private static func texts(of detail: ServiceErrorDetail?) -> [String] {
        [detail?.action, detail?.code, detail?.message, detail?.details, detail?.trace, detail?.helpURL].compactMap(
            \.self)
    }

    /// The answer, its head read line by line; nil when there is no final status.
    private static func response(_ input: Data) throws(Broken) -> HTTPResponse? {
        var head = ResponseHead()
        var rest = input[...]
        while !head.isComplete, let end = rest.firstIndex(of: 0x0A) {
            if !head.take(rest[...end]) { return nil }
            rest = rest[(end + 1)...]
        }
        guard head.isComplete else { return nil }
        try hold(head.status >= 200, "an interim answer is taken for the answer")
        for (name, value) in head.fields {
            try hold(!(name + value).utf8.contains { $0 == 0x0A }, "a header field of two lines")
        }
        return HTTPResponse(status: head.status, headers: head.fields, body: Data(rest))
    }
}
