import Base
import Foundation

@testable import AdobePass

/// A service in memory: it keeps clients and tokens as the real one does, and answers differently where told to.
final class FakeService: HTTPTransport {
    enum Endpoint: String, Sendable, CaseIterable {
        case register, token, configuration, profileRequest, exchange, authentication, userMetadata
    }

    enum Reply: Sendable {
        /// What the service would say.
        case proper
        case answer(Int, String = "", type: String? = nil, headers: [String: String] = [:])
        case failure(HTTPTransportError.Code)
        /// Another reply, once the gate is open.
        indirect case held(Gate, then: Reply)
        /// Nothing until the request's time limit.
        case silence
    }

    private struct State {
        var scripts: [Endpoint: [Reply]] = [:]
        var standing: [Endpoint: Reply] = [:]
        var requests: [HTTPRequest] = []
        var clients: [String: String] = [:]
        var lastClient = 0
        var tokens: Set<String> = []
        var lastToken = 0
        var validators: [(String, String)] = []
        var life = "21600"
    }

    static let html = "<html><input name=csrf value=SECRET-77></html>"

    private let state = Lock(State())
    private let clock: any DeviceClock
    /// Opens when a request under way is cancelled.
    let cancelled = Gate()

    init(clock: any DeviceClock) {
        self.clock = clock
    }

    // MARK: What it is told

    /// The next replies of an endpoint, one a request; after them it is as before.
    func next(_ endpoint: Endpoint, _ replies: Reply...) {
        state.withLock { $0.scripts[endpoint, default: []] += replies }
    }

    /// The reply of an endpoint from now on, where no other is due.
    func always(_ endpoint: Endpoint, _ reply: Reply) {
        state.withLock { $0.standing[endpoint] = reply }
    }

    /// `ETag` and `Last-Modified` for configurations.
    func validate(with validators: [(String, String)]) { state.withLock { $0.validators = validators } }
    /// `expires_in`, as JSON.
    func setTokenLife(_ json: String) { state.withLock { $0.life = json } }
    /// Refuses every token given so far.
    func revokeTokens() { state.withLock { $0.tokens = [] } }
    /// Forgets every client registered so far.
    func forgetClients() { state.withLock { $0.clients = [:] } }

    // MARK: What it saw

    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    var endpoints: [Endpoint] { requests.compactMap(Self.endpoint) }

    func count(_ endpoint: Endpoint) -> Int { endpoints.count { $0 == endpoint } }
    func requests(to endpoint: Endpoint) -> [HTTPRequest] { requests.filter { Self.endpoint($0) == endpoint } }

    // MARK: HTTPTransport

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        if Task.isCancelled { throw HTTPTransportError(.cancelled, "cancelled") }
        guard let endpoint = Self.endpoint(request) else { throw HTTPTransportError(.invalidURL, "no such endpoint") }
        let reply = state.withLock { state in
            state.requests.append(request)
            if let next = state.scripts[endpoint]?.first {
                state.scripts[endpoint]?.removeFirst()
                return next
            }
            return state.standing[endpoint] ?? .proper
        }
        return try await carryOut(reply, request, endpoint)
    }

    private func carryOut(
        _ reply: Reply, _ request: HTTPRequest, _ endpoint: Endpoint
    ) async throws(HTTPTransportError) -> HTTPResponse {
        switch reply {
        case .proper: return proper(request, endpoint)
        case .answer(let status, let body, let type, let headers):
            return answer(status, body, type: type, headers: headers)
        case .failure(let code): throw HTTPTransportError(code, "as told")
        case .silence:
            try await limited(request) { try await Gate().wait() }
            throw HTTPTransportError(.other, "never reached")
        case .held(let gate, let then):
            try await limited(request) { try await gate.wait() }
            return try await carryOut(then, request, endpoint)
        }
    }

    private func limited(
        _ request: HTTPRequest, _ body: @escaping @Sendable () async throws -> Void
    ) async throws(HTTPTransportError) {
        do {
            try await withTimeLimit(request.timeLimit, on: clock, body)
        } catch is TimeLimitExceeded {
            throw HTTPTransportError(.timedOut, "no answer within the time limit")
        } catch {
            cancelled.open()
            throw HTTPTransportError(.cancelled, "cancelled")
        }
    }

    // MARK: What it says

    private func proper(_ request: HTTPRequest, _ endpoint: Endpoint) -> HTTPResponse {
        switch endpoint {
        case .register: return register()
        case .token: return token(request)
        case .configuration, .profileRequest, .exchange, .authentication, .userMetadata:
            let bearer = request.field("Authorization")?.dropFirst("Bearer ".count).description ?? ""
            guard state.withLock({ $0.tokens.contains(bearer) }) else {
                return answer(401, #"{"error":"invalid_token"}"#)
            }
            return content(request, endpoint)
        }
    }

    private func register() -> HTTPResponse {
        let number = state.withLock { state in
            state.lastClient += 1
            state.clients["client-\(state.lastClient)"] = "client-secret-\(state.lastClient)"
            return state.lastClient
        }
        return answer(
            201, #"{"client_id":"client-\#(number)","client_secret":"client-secret-\#(number)"}"#)
    }

    private func token(_ request: HTTPRequest) -> HTTPResponse {
        let form = Self.form(request.body)
        let life = state.withLock { state -> (Int, String)? in
            guard let id = form["client_id"], state.clients[id] == form["client_secret"] else { return nil }
            state.lastToken += 1
            state.tokens.insert("access-token-\(state.lastToken)")
            return (state.lastToken, state.life)
        }
        guard let life else { return answer(400, #"{"error":"invalid_client"}"#) }
        return answer(
            201,
            #"{"id":"1","access_token":"access-token-\#(life.0)","token_type":"bearer","expires_in":\#(life.1),"#
                + #""created_at":\#(clock.now.milliseconds)}"#)
    }

    private func content(_ request: HTTPRequest, _ endpoint: Endpoint) -> HTTPResponse {
        switch endpoint {
        case .configuration:
            let validators = state.withLock { $0.validators }
            let entityTag = validators.first { $0.0 == "ETag" }?.1
            let date = validators.first { $0.0 == "Last-Modified" }?.1
            let isKnown =
                entityTag.map { request.field("If-None-Match") == $0 }
                ?? date.map { request.field("If-Modified-Since") == $0 } ?? false
            let fields = Dictionary(uniqueKeysWithValues: validators)
            if isKnown { return answer(304, headers: fields) }
            return answer(200, Self.configurationBody(request), headers: fields)
        case .profileRequest:
            return answer(200, Self.verificationToken, type: "application/octet-stream")
        case .exchange: return answer(204)
        case .authentication:
            return answer(
                200,
                #"{"requestor":"NORTHSTAR","mvpd":"NorthCable","userId":"user-id-81","expires":"1796072400000"}"#)
        case .userMetadata:
            return answer(200, #"{"updated":1760000000,"encrypted":["zip"],"data":{"userID":"user-id-81","zip":"x"}}"#)
        case .register, .token: return answer(404)
        }
    }

    static let verificationToken = "verification-token+/= \u{e9}\n"

    /// Single sign-on is on for iOS only (V10).
    private static func configurationBody(_ request: HTTPRequest) -> String {
        let isOn = request.url.hasSuffix("deviceType=iOS")
        return #"""
            {"requestor":{"id":"NORTHSTAR","name":"North Star","domains":[{"name":"northstar.example"}],"mvpds":[
            {"id":"NorthCable","displayName":"North Cable","enablePlatformServices":\#(isOn),
            "boardingStatus":"SUPPORTED","platformMappingId":"northcable_apple",
            "requiredMetadataFields":["userID","householdID"]}]}}
            """#
    }

    private func answer(
        _ status: Int, _ body: String = "", type: String? = nil, headers: [String: String] = [:]
    ) -> HTTPResponse {
        let own = ["Adobe-Request-Id": "request-7", "Date": "Sun, 30 Nov 2026 15:00:00 GMT"]
        let type = type ?? (body.hasPrefix("<") ? "text/html" : "application/json")
        let fields = own.merging(body.isEmpty ? [:] : ["Content-Type": type]) { $1 }.merging(headers) { $1 }
        return HTTPResponse(
            status: status, headers: fields.map { (name: $0.key, value: $0.value) }, body: Data(body.utf8))
    }

    // MARK: Reading requests

    private static func endpoint(_ request: HTTPRequest) -> Endpoint? {
        let path = request.url.components(separatedBy: "?")[0]
        switch (request.method, path) {
        case ("POST", let path) where path.hasSuffix("/o/client/register"): return .register
        case ("POST", let path) where path.hasSuffix("/o/client/token"): return .token
        case ("GET", let path) where path.contains("/api/v1/config/"): return .configuration
        case ("GET", let path) where path.contains("/profile-requests/"): return .profileRequest
        case ("POST", let path) where path.hasSuffix("/api/v1/tokens/authn"): return .exchange
        case ("GET", let path) where path.hasSuffix("/api/v1/tokens/authn"): return .authentication
        case ("GET", let path) where path.hasSuffix("/api/v1/tokens/usermetadata"): return .userMetadata
        default: return nil
        }
    }

    private static func form(_ body: Data?) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in String(decoding: body ?? Data(), as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields[String(parts[0])] = parts.last.flatMap { String($0).removingPercentEncoding }
        }
        return fields
    }
}

extension HTTPRequest {
    /// The header field of that name.
    func field(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The body as text.
    var text: String { String(decoding: body ?? Data(), as: UTF8.self) }
}
