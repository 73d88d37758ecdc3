public import Base
import FoundationEssentials

/// A person at a browser, scripted: opens an address, signs in at the MVPD's page, and ends where the browser ends.
///
/// For tests and demos of hosts; a real browser does the same with the same pages.
public struct SimulatedPerson: Sendable {
    /// What the person saw last.
    public enum Outcome: Sendable, Hashable {
        /// The browser was sent to this address: the redirect of the app, to be handed to `handleExternalURL`.
        case redirected(String)
        /// A page with this status stays open (wrong password, an error).
        case page(Int)
        /// Nothing was reached.
        case failed
    }

    private let transport: any HTTPTransport
    private static let mostHops = 5

    /// A person at a browser that sends requests by `transport`.
    public init(transport: any HTTPTransport = CurlTransport()) {
        self.transport = transport
    }

    /// Opens `address` and, when the MVPD's page comes, signs in with this name and password.
    public func signIn(
        at address: String, username: String = "viewer", password: String = "secret"
    ) async -> Outcome {
        await browse(
            HTTPRequest(url: address), form: { [("session", $0), ("username", username), ("password", password)] })
    }

    /// Opens `address` and follows where it leads; signs in nowhere.
    public func open(_ address: String) async -> Outcome {
        await browse(HTTPRequest(url: address), form: nil)
    }

    /// Enters a registration code at the activation page, and signs in at the MVPD's page.
    public func activate(
        _ code: String, at baseURL: String, username: String = "viewer", password: String = "secret"
    ) async -> Outcome {
        await browse(
            Self.post(baseURL + "/activate", [("code", code)]),
            form: { [("session", $0), ("username", username), ("password", password)] })
    }

    private func browse(
        _ first: HTTPRequest, form: (@Sendable (String) -> [(String, String)])?
    ) async -> Outcome {
        var request = first
        var hasPosted = false
        for _ in 0..<Self.mostHops {
            guard let response = try? await transport.send(request) else { return .failed }
            let origin = Self.origin(of: request.url)
            if let location = response[header: "Location"], (300...399).contains(response.status) {
                let target = location.hasPrefix("/") ? origin + location : location
                guard Self.origin(of: target) == origin else { return .redirected(target) }
                request = HTTPRequest(url: target)
                continue
            }
            guard let form, !hasPosted, response.status == 200, let session = Self.session(in: response) else {
                return .page(response.status)
            }
            hasPosted = true
            request = Self.post(origin + (Self.action(in: response) ?? "/mvpd/login"), form(session))
        }
        return .failed
    }

    private static func post(_ url: String, _ fields: [(String, String)]) -> HTTPRequest {
        let body = fields.map { "\(percentEncoded($0))=\(percentEncoded($1))" }.joined(separator: "&")
        return HTTPRequest(
            method: "POST", url: url, headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Data(body.utf8))
    }

    /// Scheme, host and port.
    private static func origin(of url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return "" }
        return String(url[..<scheme.upperBound]) + url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
    }

    /// The hidden field that names the login page.
    private static func session(in page: HTTPResponse) -> String? { text(after: "name=\"session\" value=\"", in: page) }

    /// Where the form goes: the service's login or the identity endpoint's.
    private static func action(in page: HTTPResponse) -> String? { text(after: " action=\"", in: page) }

    /// Up to the next quotation mark.
    private static func text(after mark: String, in page: HTTPResponse) -> String? {
        let text = String(decoding: page.body, as: UTF8.self)
        guard let start = text.firstRange(of: mark) else { return nil }
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
}
