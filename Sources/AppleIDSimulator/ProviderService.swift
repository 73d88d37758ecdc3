import Base
import PassSimulator

/// The provider at work: decides on each request, under one lock.
final class ProviderService: Sendable {
    let client: AppleClient
    let room: WaitingRoom
    let state: Lock<Provider>
    let arrivals = Arrivals()
    private let developerKey: ECKey
    private let clock: any DeviceClock
    private let issuer = Lock("")

    init(
        _ client: AppleClient, _ developerKey: ECKey, _ provider: Provider, room: WaitingRoom, _ clock: any DeviceClock
    ) {
        self.client = client
        self.developerKey = developerKey
        self.room = room
        self.clock = clock
        state = Lock(provider)
    }

    /// The address is known once it listens.
    func start(issuer: String) { self.issuer.withLock { $0 = issuer } }

    /// What happens to a request that has come in.
    func plan(_ request: Request) -> Plan {
        let endpoint = AppleIDEndpoint(request.method, request.path)
        // Read first: whoever sees the record may release what was held by then.
        let releases = room.releases
        let fault = state.withLock { provider in
            if provider.requests.count < 10_000 { provider.requests.append(endpoint) }
            return provider.takeFault(at: endpoint)
        }
        arrivals.tell()
        let proper: @Sendable () -> Response = { [self] in dated(answer(request, endpoint)) }
        return fault?.effect.plan(after: releases, proper: proper, instead: { [self] in dated($0) })
            ?? Plan(answer: proper)
    }

    private func dated(_ response: Response) -> Response {
        var response = response
        response.headers.append(("Date", httpDate(clock.now)))
        return response
    }

    private func answer(_ request: Request, _ endpoint: AppleIDEndpoint) -> Response {
        if request.isTooLarge { return .refused("invalid_request", 413) }
        let issuer = issuer.withLock { $0 }
        let pages = PersonPages(issuer: issuer, client: client)
        let tokens = TokenEndpoint(issuer: issuer, client: client, developerKey: developerKey)
        let now = clock.now
        return state.withLock { provider in
            switch endpoint {
            case .discovery: Self.discovery(issuer, provider)
            case .authorize: pages.open(request, &provider, at: now)
            case .signIn: pages.signIn(request, &provider, at: now)
            case .code: pages.enterCode(request, &provider, at: now)
            case .consent: pages.consent(request, &provider, at: now)
            case .token: tokens.token(request, &provider, at: now)
            case .keys: Response(200, .object(["keys": .array(provider.keys.map(\.jwk))]))
            case .revoke: tokens.revoke(request, &provider, at: now)
            case .dashboard: ProviderDashboard(issuer: issuer, client: client).answer(request, &provider)
            case .other: WebAssets.answer(request) ?? Response(404, .object(["error": "not_found"]))
            }
        }
    }

    private static func discovery(_ issuer: String, _ provider: Provider) -> Response {
        var members: [JSON.Member] = [
            .init(name: "issuer", value: .string(issuer)),
            .init(name: "authorization_endpoint", value: .string(issuer + "/auth/authorize")),
            .init(name: "token_endpoint", value: .string(issuer + "/auth/token")),
            .init(name: "revocation_endpoint", value: .string(issuer + "/auth/revoke")),
            .init(name: "jwks_uri", value: .string(issuer + "/auth/keys")),
            .init(name: "response_types_supported", value: .strings(["code"])),
            .init(name: "response_modes_supported", value: .strings(["query", "fragment", "form_post"])),
            .init(name: "id_token_signing_alg_values_supported", value: .strings(["RS256"])),
            .init(name: "scopes_supported", value: .strings(["openid", "email", "name"])),
        ]
        if provider.settings.supportsProofKey {
            members.append(.init(name: "code_challenge_methods_supported", value: .strings(["S256"])))
        }
        return Response(200, .object(members))
    }

    /// Signed now, of what happened at `time`; nil = now.
    func notification(_ type: String, about subject: String, id: String?, at time: Timestamp? = nil) -> String? {
        let now = clock.now
        let issuer = issuer.withLock { $0 }
        return state.withLock { provider in
            var event: [JSON.Member] = [
                .init(name: "type", value: .string(type)), .init(name: "sub", value: .string(subject)),
                .init(name: "event_time", value: .integer((time ?? now).milliseconds)),
            ]
            if type.hasPrefix("email-"), let consent = provider.consents[subject] {
                event.append(.init(name: "email", value: .string(consent.email)))
                event.append(.init(name: "is_private_email", value: .string("\(consent.isRelay)")))
            }
            let seconds = now.milliseconds / 1000
            let claims = JSON.object([
                "iss": .string(issuer), "aud": .string(client.id), "iat": .integer(seconds),
                "exp": .integer(seconds + 86_400), "jti": .string(id ?? base64URL(randomBytes(16))),
                "events": .string(JSON.object(event).text),
            ])
            return provider.keys.last?.token(claims).map { JSON.object(["payload": .string($0)]).text }
        }
    }
}
