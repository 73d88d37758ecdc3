public import Base
import FoundationEssentials
import PassSimulator

/// A person at a browser, scripted: opens the authorize page, signs in, gives the second factor, and agrees or cancels.
///
/// For tests and demos of hosts; a real browser does the same with the same pages.
public struct ApplePerson: Sendable {
    /// What the person does at the pages.
    public struct Mood: Sendable, Hashable {
        /// Who it is.
        public var account: AppleAccount
        /// Whether the address is hidden behind a relay.
        public var hidesAddress = false
        /// The first name as the person changes it; nil = leaves it.
        public var firstName: String?
        /// The last name as the person changes it; nil = leaves it.
        public var lastName: String?
        /// Cancels when asked for consent.
        public var cancels = false

        /// Somebody who agrees to everything.
        public init(_ account: AppleAccount) { self.account = account }
    }

    /// Where the browser ended.
    public enum Outcome: Sendable, Hashable {
        /// At the form that goes to the redirect address.
        case form(action: String, body: String)
        /// At a page with this status.
        case page(Int)
        /// Nowhere.
        case failed
    }

    private let transport: any HTTPTransport

    /// A person at a browser that sends requests by `transport`.
    public init(transport: any HTTPTransport = CurlTransport()) {
        self.transport = transport
    }

    /// Opens the authorize page and goes through to the form for the app.
    public func signIn(at address: String, _ mood: Mood) async -> Outcome {
        guard let scheme = address.firstRange(of: "://") else { return .failed }
        let origin = String(address[..<scheme.upperBound]) + address[scheme.upperBound...].prefix { $0 != "/" }
        var request = HTTPRequest(url: address)
        for _ in 0..<5 {
            guard let response = try? await transport.send(request) else { return .failed }
            let page = BrowserPage(String(decoding: response.body, as: UTF8.self))
            guard response.status == 200, let action = page.action else { return .page(response.status) }
            guard action.hasPrefix("/") else { return .form(action: action, body: Self.body(page.hidden)) }
            guard let fields = Self.answer(to: action, page, mood) else { return .page(response.status) }
            request = Self.post(origin + action, fields)
        }
        return .failed
    }

    /// Posts the form to the app's listener or relay, and gives the status; nil when it cannot be reached.
    public func deliver(_ outcome: Outcome) async -> Int? {
        guard case .form(let action, let body) = outcome else { return nil }
        return (try? await transport.send(Self.post(action, body)))?.status
    }

    /// What is typed into a page; nil when the person is at a loss: the page did not take it.
    private static func answer(to action: String, _ page: BrowserPage, _ mood: Mood) -> [(String, String)]? {
        guard !page.hasAlert else { return nil }
        let account = mood.account
        switch action {
        case "/person/sign-in":
            return page.hidden + [("username", account.address), ("password", account.password.exposed)]
        case "/person/code": return page.hidden + [("code", account.code)]
        case "/person/consent":
            if mood.cancels { return page.hidden + [("action", "cancel")] }
            return page.hidden + [
                ("firstName", mood.firstName ?? account.givenName), ("lastName", mood.lastName ?? account.familyName),
                ("address", mood.hidesAddress ? "hide" : "share"),
            ]
        default: return nil
        }
    }

    private static func body(_ fields: [(String, String)]) -> String {
        fields.map { "\(percentEncoded($0))=\(percentEncoded($1))" }.joined(separator: "&")
    }

    private static func post(_ url: String, _ fields: [(String, String)]) -> HTTPRequest { post(url, body(fields)) }

    private static func post(_ url: String, _ body: String) -> HTTPRequest {
        HTTPRequest(
            method: "POST", url: url, headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Data(body.utf8))
    }
}

/// What a person sees of a page: its first form.
struct BrowserPage {
    /// Where the form goes.
    private(set) var action: String?
    /// The fields it has filled in already.
    private(set) var hidden: [(String, String)] = []
    /// Whether something went wrong before.
    let hasAlert: Bool

    init(_ html: String) {
        hasAlert = html.contains("role=\"alert\"")
        guard let form = Self.between("<form ", "</form>", html) else { return }
        action = Self.between("action=\"", "\"", form).map(Self.unescaped)
        var rest = form[...]
        while let start = rest.firstRange(of: "<input type=\"hidden\" ") {
            rest = rest[start.upperBound...]
            guard let name = Self.between("name=\"", "\"", rest), let value = Self.between("value=\"", "\"", rest)
            else { return }
            hidden.append((Self.unescaped(name), Self.unescaped(value)))
        }
    }

    private static func between(_ start: String, _ end: String, _ text: some StringProtocol) -> String? {
        let text = String(text)
        guard let from = text.firstRange(of: start)?.upperBound, let to = text[from...].firstRange(of: end)?.lowerBound
        else { return nil }
        return String(text[from..<to])
    }

    private static func unescaped(_ text: String) -> String {
        let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#13;", "\r"), ("&amp;", "&")]
        return escapes.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
