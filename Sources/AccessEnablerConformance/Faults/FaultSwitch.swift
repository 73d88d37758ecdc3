import PassSimulator

/// One way in which an answer of the service goes wrong: a column of the fault matrix.
public struct FaultSwitch: Sendable {
    /// How tables name it.
    public let name: String
    /// What it amounts to for whoever asked.
    let harm: Harm
    /// The same where the proper answer has no body.
    let harmWithoutBody: Harm
    private let make: @Sendable (Bench) throws -> Fault.Effect

    private init(
        _ name: String, _ harm: Harm, withoutBody: Harm? = nil,
        _ make: @escaping @Sendable (Bench) throws -> Fault.Effect
    ) {
        self.name = name
        self.harm = harm
        harmWithoutBody = withoutBody ?? harm
        self.make = make
    }

    func effect(_ bench: Bench) throws -> Fault.Effect { try make(bench) }
}

/// What a fault amounts to: all that the contract tells apart.
enum Harm: Sendable, Hashable {
    /// The proper answer, late.
    case well
    /// This status, with the service's own error body or a page.
    case status(Int)
    /// Too many requests.
    case throttled
    /// A redirect, which is not to be followed.
    case redirected
    /// Less of the answer than it announced.
    case cut
    /// A success with half of the proper body, which looks like a whole one.
    case half
    /// A success with a web page.
    case page
    /// A success with nothing.
    case empty
    /// A success with another body.
    case foreign
    /// No whole answer within the limit of a request.
    case silent
    /// No answer at all: the connection is gone.
    case gone

    /// A success that cannot be read.
    var isUnreadable: Bool {
        switch self {
        case .half, .page, .empty, .foreign: true
        case .well, .status, .throttled, .redirected, .cut, .silent, .gone: false
        }
    }
}

extension FaultSwitch {
    /// Stands in every wrong body: nothing of one may show anywhere.
    static let secret = "SECRET-77"

    /// Every switch of the simulator, each in all its meanings.
    public static let all: [FaultSwitch] = statuses + others + redirects + bodies

    private static let statuses: [FaultSwitch] =
        [400, 401, 403, 404, 410, 418, 429, 451, 500, 503].map { status in
            FaultSwitch("\(status)", status == 429 ? .throttled : .status(status)) { _ in
                .status(
                    status, body: "{\"status\":\(status),\"message\":\"no\",\"trace\":\"\(secret)\"}",
                    contentType: "application/json",
                    headers: status == 401 ? ["WWW-Authenticate": "Basic realm=\"x\""] : [:])
            }
        } + [
            FaultSwitch("403 page", .status(403)) { _ in
                .status(403, body: "<html>\(secret)</html>", contentType: "text/html", headers: [:])
            }
        ]

    private static let others = [
        FaultSwitch("late", .well) { _ in .delay(milliseconds: 5) },
        FaultSwitch("silent", .silent) { _ in .hold },
        // Slow enough that the whole of it would take longer than any case; the clock stands still meanwhile.
        FaultSwitch("a byte at a time", .silent, withoutBody: .well) { _ in .drip(milliseconds: 1000) },
        FaultSwitch("cut", .cut, withoutBody: .gone) { _ in .truncated },
        FaultSwitch("cut without length", .half, withoutBody: .gone) { _ in .truncatedWithoutLength },
        FaultSwitch("reset", .gone) { _ in .reset },
        FaultSwitch("429 page", .throttled) { _ in .throttled },
        FaultSwitch("internal_server_error", .status(500)) { _ in .enhancedError("internal_server_error") },
        FaultSwitch("web page", .page) { _ in .html },
    ]

    private static let redirects = [302, 307, 308].map { status in
        FaultSwitch("\(status)", .redirected) { bench in
            .redirect(status, to: try bench.url(.second) + "/elsewhere?code=\(secret)")
        }
    }

    private static let bodies = [
        body("other JSON", .foreign, "[{\"unexpected\":[\"\(secret)\",7]}]"),
        body(
            "other XML", .foreign, "<?xml version=\"1.0\"?><unexpected>\(secret)</unexpected>",
            contentType: "application/xml"),
        body("1 MB", .foreign, "{\"\(secret)\":\"\(String(repeating: "x", count: 1 << 20))\"}"),
        body("empty", .empty, ""),
        body("deep", .foreign, String(repeating: "[", count: 50_000)),
    ]

    private static func body(
        _ name: String, _ harm: Harm, _ text: String, contentType: String = "application/json"
    ) -> FaultSwitch {
        FaultSwitch(name, harm) { _ in .body(text, contentType: contentType) }
    }
}
