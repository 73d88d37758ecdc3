import Base

/// Dynamic client registration (rest-v1, section 3).
struct Registration: Sendable {
    let statements: SoftwareStatement

    /// `POST /o/client/register`
    func register(_ request: Request, _ state: inout ServiceState, at moment: Moment) -> Response {
        guard request.mediaType == "application/json", hasReadableDeviceInfo(request),
            let body = JSON(parsing: request.body), let statement = body["software_statement"]?.string,
            !statement.isEmpty
        else { return Self.error("invalid_request") }
        switch statements.verdict(on: statement) {
        case .accepted where state.dashboard.isStatementRevoked, .invalid:
            return Self.error("invalid_software_statement")
        case .unapproved: return Self.error("unapproved_software_statement")
        case .accepted: break
        }
        var redirectURIs = SoftwareStatement.redirectURIs
        switch body["redirect_uri"] {
        case .none, .null: break
        case .string(let uri) where Self.isRedirectURI(uri): redirectURIs = [uri]
        default: return Self.error("invalid_redirect_uri")
        }
        let (id, secret) = (hexText(randomBytes(16)), hexText(randomBytes(32)))
        state.clients[id] = ServiceState.Client(secret: secret)
        return Response(
            201,
            .object([
                "client_id": .string(id), "client_secret": .string(secret),
                "client_id_issued_at": .integer(moment.now.milliseconds / 1000),
                "redirect_uris": .strings(redirectURIs), "grant_types": .strings(["client_credentials"]),
                "scopes": .strings(SoftwareStatement.scopes),
            ]), headers: Self.uncached)
    }

    /// `POST /o/client/token`
    func token(_ request: Request, _ state: inout ServiceState, at moment: Moment) -> Response {
        let form = request.form
        func field(_ name: String) -> String? {
            let fields = form.filter { $0.name == name }
            guard fields.count == 1, let value = fields[0].value, !value.isEmpty else { return nil }
            return value
        }
        guard hasReadableDeviceInfo(request), let grant = field("grant_type"), let id = field("client_id"),
            let secret = field("client_secret")
        else { return Self.error("invalid_request") }
        guard grant == "client_credentials" else { return Self.error("unsupported_grant_type") }
        guard let client = state.clients[id], client.secret == secret else { return Self.error("invalid_client") }
        // A revoked statement stops every flow.
        if state.dashboard.isStatementRevoked { return Self.error("unauthorized_client") }
        let token = base64URL(randomBytes(48))
        let life = state.dashboard.accessTokenLife
        state.accessTokens = state.accessTokens.filter { $0.value.expires > moment.now }
        state.accessTokens[token] = ServiceState.AccessToken(client: id, expires: moment.now + life)
        return Response(
            201,
            .object([
                "id": .string(hexText(randomBytes(16))), "access_token": .string(token),
                "created_at": .integer(moment.now.milliseconds),
                "expires_in": .integer(life.inMilliseconds / 1000), "token_type": "bearer",
            ]), headers: Self.uncached)
    }

    /// The client whose valid access token a request carries; nil when it carries none.
    static func client(of request: Request, _ state: ServiceState, at moment: Moment) -> String? {
        guard let field = request.header("Authorization") else { return nil }
        let parts = field.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer", !state.dashboard.isStatementRevoked,
            let token = state.accessTokens[String(parts[1])], token.expires > moment.now,
            state.clients[token.client] != nil
        else { return nil }
        return token.client
    }

    /// What every endpoint but configuration answers without a valid access token.
    ///
    /// The pages of REST API V1 give no form; this is the one of V2 (rest-v1 #3), JSON whatever was asked for: it
    /// comes from the gate before the API.
    static let unauthorized = Response(
        401, .object(["error": "access_denied"]), headers: [("WWW-Authenticate", "Bearer")])

    private static let uncached = [(name: "Cache-Control", value: "no-store")]

    private static func error(_ code: String) -> Response {
        Response(400, .object(["error": .string(code)]), headers: uncached)
    }

    private func hasReadableDeviceInfo(_ request: Request) -> Bool {
        do throws(Refusal) {
            _ = try DeviceInfo(of: request)
            return true
        } catch {
            return false
        }
    }

    /// An absolute URI without fragment (RFC 6749, section 3.1.2).
    private static func isRedirectURI(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.unicodeScalars.first, first.properties.isAlphabetic
        else { return false }
        return text[..<colon].utf8.allSatisfy(isSchemeByte) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && !text.contains("#") && text[colon...].count > 1
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
