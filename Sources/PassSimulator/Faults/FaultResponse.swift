extension Fault.Effect {
    /// The answer sent in place of the proper one; nil for effects that keep the proper one.
    var response: Response? {
        switch self {
        case .status(let status, let body, let contentType, let headers):
            Response(
                status, body, contentType: contentType,
                headers: headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        case .html: Response(200, Self.signInPage, contentType: "text/html;charset=UTF-8")
        case .throttled: Response(429, Self.throttledPage, contentType: "text/html")
        case .redirect(let status, let address): Response(status, headers: [("Location", address)])
        case .body(let body, let contentType): Response(200, body, contentType: contentType)
        case .enhancedError(let code): Refusal.v2(code).response(.json, isEnhanced: true)
        case .delay, .hold, .truncated, .truncatedWithoutLength, .reset, .drip: nil
        }
    }

    /// What happens to a request whose proper answer is `proper`; `instead` finishes an answer in its place.
    ///
    /// `releases` is the count before the request was recorded.
    package func plan(
        after releases: UInt64, proper: @escaping @Sendable () -> Response,
        instead: @escaping @Sendable (Response) -> Response
    ) -> Plan {
        switch self {
        case .delay(let milliseconds): Plan(wait: .milliseconds(milliseconds), answer: proper)
        case .hold: Plan(wait: .release(after: releases), answer: proper)
        case .truncated: Plan(delivery: .cut, answer: proper)
        case .truncatedWithoutLength: Plan(delivery: .cutWithoutLength, answer: proper)
        case .drip(let milliseconds): Plan(delivery: .drip(milliseconds: milliseconds), answer: proper)
        case .reset: Plan(delivery: .reset, answer: proper)
        case .status, .html, .throttled, .redirect, .body, .enhancedError:
            Plan { instead(response ?? Response(500)) }
        }
    }

    private static let signInPage = """
        <!DOCTYPE html>
        <html><head><title>Welcome to Harbour Wi-Fi</title></head>
        <body><form method="post" action="/portal/login"><input type="hidden" name="csrf" value="SECRET-77">
        <input name="room"><input name="name"><button>Go online</button></form></body></html>
        """

    private static let throttledPage = """
        <html><head><title>429 Too Many Requests</title></head>
        <body><center><h1>429 Too Many Requests</h1></center></body></html>
        """
}

extension ServiceState {
    /// The fault to happen now, counted.
    mutating func takeFault(at endpoint: Endpoint) -> Fault? {
        guard let fault = faults[endpoint] else { return nil }
        guard let times = fault.times else { return fault }
        guard times > 0 else {
            faults[endpoint] = nil
            return nil
        }
        faults[endpoint] = times == 1 ? nil : Fault(fault.effect, times: times - 1)
        return fault
    }
}
