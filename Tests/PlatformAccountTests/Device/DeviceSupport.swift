import Base
import Foundation
import TestSupport

@testable import PlatformAccount

/// The provider's identity endpoint, scripted: answers by path, remembers what was asked.
final class ScriptedEndpoint: HTTPTransport {
    typealias Answer = @Sendable (HTTPRequest) throws(HTTPTransportError) -> HTTPResponse
    private let state = Lock<(requests: [HTTPRequest], answers: [String: Answer])>(([], [:]))

    static let url = "https://identity.example"
    static let session = "the-session-secret"

    init() {
        self["/idp/providers"] = Self.json(
            """
            [{"id": "north", "name": "North Cable", "logo": "https://l.example/n.png"},
             {"id": "south", "name": "South Satellite", "single_sign_on": false}]
            """)
        self["/idp/token"] = Self.json(
            """
            {"provider": "north", "display_name": "North Cable", "session": "\(Self.session)", "expires_in": 3600}
            """)
        self["/idp/attributes"] = Self.json(#"{"saml_response": "\#(Data("<saml/>".utf8).base64EncodedString())"}"#)
        self["/idp/signout"] = { _ in HTTPResponse(status: 204) }
    }

    subscript(path: String) -> Answer? {
        get { state.withLock { $0.answers[path] } }
        set { state.withLock { $0.answers[path] = newValue } }
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        state.withLock { $0.requests.append(request) }
        let path = request.url.dropFirst(Self.url.count).prefix { $0 != "?" }
        guard let answer = self[String(path)] else { return HTTPResponse(status: 404) }
        return try answer(request)
    }

    static func json(_ text: String, status: Int = 200) -> Answer {
        { _ in HTTPResponse(status: status, headers: [("Content-Type", "application/json")], body: Data(text.utf8)) }
    }
}

/// A device with an empty database, an identity endpoint and a clock of its own.
struct Device {
    let directory: TemporaryDirectory
    let endpoint = ScriptedEndpoint()
    let clock = ManualClock()
    let log = RecordingLog()

    init() throws { directory = try TemporaryDirectory() }

    /// The database as another process would open it.
    var database: DeviceAccountDatabase { DeviceAccountDatabase(directory: directory.path(of: "tv"), log: log) }

    var file: String { directory.path(of: "tv/account.sqlite3") }

    func account(
        of application: String = "app.one", prompt: any PermissionPrompt = HostPermissionPrompt { _ in nil },
        open: @escaping BrowserOpener = { _ in false }
    ) -> DevicePlatformAccount {
        DevicePlatformAccount(
            applicationIdentifier: application, applicationName: "One", database: database,
            identityURL: ScriptedEndpoint.url, prompt: prompt, openBrowser: open, transport: endpoint, clock: clock)
    }

    func signIn(_ provider: String = "north") throws {
        try database.signIn(
            DeviceAccount(
                providerIdentifier: provider, displayName: "North Cable", expires: clock.now + .seconds(60),
                session: Secret(ScriptedEndpoint.session), identityURL: ScriptedEndpoint.url, signedIn: clock.now))
    }
}

/// What an operation throws; nil when it does not.
func thrown<Value, Failure: Error>(
    _ body: () async throws(Failure) -> Value
) async -> Failure? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
