import Base
import PassSimulator

/// The pages a person goes through: sign in, second factor, consent with name and address, or cancel.
struct PersonPages {
    /// How long a page waits for a person. Choice.
    private static let patience = Duration.seconds(1800)
    /// How long a code lasts.
    private static let codeLifetime = Duration.seconds(300)

    let issuer: String
    let client: AppleClient

    /// `GET /auth/authorize`
    func open(_ request: Request, _ provider: inout Provider, at now: Timestamp) -> Response {
        do throws(AuthorizeRefusal) {
            let authorize = try AuthorizeRequest(Fields(request.query), client: client)
            let session = provider.open(
                Provider.Visit(request: authorize, expires: now + Self.patience), at: now)
            return signInPage(session, authorize)
        } catch {
            return .refused(error.code)
        }
    }

    /// `POST /person/sign-in`
    func signIn(_ request: Request, _ provider: inout Provider, at now: Timestamp) -> Response {
        guard let (session, fields, visit) = visit(request, .signIn, provider, at: now) else { return Self.over }
        if fields["action"] == "cancel" { return cancel(session, visit, &provider) }
        guard let account = provider.accounts[fields["username"] ?? ""],
            account.password == Secret(fields["password"] ?? "")
        else {
            return signInPage(
                session, visit.request, username: fields["username"] ?? "",
                problem: "The Apple Account or the password is wrong.")
        }
        provider.visits[session]?.account = account.address
        guard provider.settings.asksForCode else { return consentPage(session, account, &provider) }
        provider.visits[session]?.step = .code
        return codePage(session, visit.request)
    }

    /// `POST /person/code`
    func enterCode(_ request: Request, _ provider: inout Provider, at now: Timestamp) -> Response {
        guard let (session, fields, visit) = visit(request, .code, provider, at: now),
            let account = visit.account.flatMap({ provider.accounts[$0] })
        else { return Self.over }
        if fields["action"] == "cancel" { return cancel(session, visit, &provider) }
        guard fields["code"] == account.code else {
            return codePage(session, visit.request, problem: "The code is wrong.")
        }
        return consentPage(session, account, &provider)
    }

    /// `POST /person/consent`
    func consent(_ request: Request, _ provider: inout Provider, at now: Timestamp) -> Response {
        guard let (session, fields, visit) = visit(request, .consent, provider, at: now),
            let account = visit.account.flatMap({ provider.accounts[$0] })
        else { return Self.over }
        if fields["action"] == "cancel" { return cancel(session, visit, &provider) }
        provider.visits[session] = nil
        var (user, consent) = (JSON?.none, provider.consent(of: account.address))
        if consent == nil {
            let fresh = Self.newConsent(account, hidesAddress: fields["address"] == "hide")
            provider.consents[fresh.subject] = fresh
            consent = fresh
            user = Self.user(visit.request, fields, fresh)
        }
        guard let consent else { return Response(500) }
        let code = provider.grant(
            Provider.Grant(request: visit.request, subject: consent.subject, expires: now + Self.codeLifetime),
            at: now)
        var reply = [("code", code)]
        if visit.request.wantsToken {
            let tokens = IdentityTokens(issuer: issuer, client: client)
            guard
                let token = tokens.token(
                    about: consent, nonce: visit.request.nonce, extra: [("c_hash", IdentityTokens.half(code))],
                    provider, at: now)
            else { return Response(500) }
            reply.append(("id_token", token))
        }
        if let user { reply.append(("user", user.text)) }
        return goBack(visit.request, reply)
    }

    private func cancel(_ session: String, _ visit: Provider.Visit, _ provider: inout Provider) -> Response {
        provider.visits[session] = nil
        return goBack(visit.request, [("error", "user_cancelled_authorize")])
    }

    private func visit(
        _ request: Request, _ step: Provider.Visit.Step, _ provider: Provider, at now: Timestamp
    ) -> (String, Fields, Provider.Visit)? {
        guard let fields = Fields(request.form), let session = fields["session"],
            let visit = provider.visits[session], visit.step == step, visit.expires > now
        else { return nil }
        return (session, fields, visit)
    }

    private static func newConsent(_ account: AppleAccount, hidesAddress: Bool) -> Provider.Consent {
        let digits = { (count: Int) in hexText(randomBytes(count)) }
        return Provider.Consent(
            account: account.address, subject: "001\(digits(2)).\(digits(16)).\(digits(2))",
            email: hidesAddress ? "\(digits(5))@privaterelay.appleid.com" : account.address, isRelay: hidesAddress)
    }

    /// The object that comes once: what was asked for, and what the person made of it.
    private static func user(_ request: AuthorizeRequest, _ fields: Fields, _ consent: Provider.Consent) -> JSON? {
        var members: [JSON.Member] = []
        if request.wantsName {
            let name = JSON.object([
                "firstName": .string(fields["firstName"] ?? ""), "lastName": .string(fields["lastName"] ?? ""),
            ])
            members.append(.init(name: "name", value: name))
        }
        if request.wantsEmail { members.append(.init(name: "email", value: .string(consent.email))) }
        return members.isEmpty ? nil : .object(members)
    }
}
