import Base
import Dispatch
import PassSimulator

/// A person's browser, whose requests can be told from those of the implementation.
final class Browser: Sendable {
    /// The header field only a person's browser sends.
    static let mark = "x-conformance-person"

    private let person: SimulatedPerson
    private let ended = Lock<String?>(nil)

    /// A browser that sends its requests by this transport.
    init(_ transport: any HTTPTransport = CurlTransport()) {
        person = SimulatedPerson(transport: MarkedTransport(transport: transport))
    }

    /// Where the browser ended last, outside the service.
    var redirect: String? { ended.withLock { $0 } }

    /// Does what the person does; gives what went wrong, or nil.
    func perform(_ act: PersonAct, page: String?, code: String?, at service: String) async -> String? {
        let outcome: SimulatedPerson.Outcome
        switch (act, page, code) {
        case (.signsIn, let page?, _): outcome = await person.signIn(at: page)
        case (.mistypesPassword, let page?, _): outcome = await person.signIn(at: page, password: "wrong")
        case (.opensPage, let page?, _): outcome = await person.open(page)
        case (.activates, _, let code?): outcome = await person.activate(code, at: service)
        default: return "there was no page or code for a person"
        }
        switch (act, outcome) {
        case (.signsIn, .redirected(let url)), (.opensPage, .redirected(let url)):
            ended.withLock { $0 = url }
            return nil
        case (.mistypesPassword, .page(200)), (.activates, .page(200)):
            return nil
        default:
            return "a person \(act.rawValue), and their browser ended otherwise: \(outcome)"
        }
    }

    /// As `.opensPage`, for a host inside a callback: blocks the calling thread. Gives the redirect.
    func follow(_ page: String) -> String? {
        let done = DispatchSemaphore(value: 0)
        Task {
            _ = await perform(.opensPage, page: page, code: nil, at: "")
            done.signal()
        }
        done.wait()
        return redirect
    }
}

private struct MarkedTransport: HTTPTransport {
    let transport: any HTTPTransport

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        // An implementation may name any page: nothing is asked of other machines.
        guard try RequestTarget(request.url).isLoopback else {
            throw HTTPTransportError(.insecure, "a page on another machine is not opened")
        }
        var request = request
        request.headers.append((Browser.mark, "1"))
        return try await transport.send(request)
    }
}

extension RequestRecord {
    /// Sent by a person's browser.
    var isPersons: Bool { headers[Browser.mark] != nil }
}
