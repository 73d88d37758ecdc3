import Base

/// The providers' sign-in page for a device's account: it ends where the device listens.
enum IdentitySignIn {
    /// How long a code waits to be redeemed. Choice.
    private static let codeLife = Duration.seconds(300)

    /// `GET /idp/signin?provider=ID&redirect=URL&state=S`; without a provider the person picks one first.
    static func page(_ parameters: Parameters, _ state: inout ServiceState, at moment: Moment) throws(Refusal)
        -> Response
    {
        guard let redirect = try? parameters["redirect"], isDevice(redirect) else {
            return refused("The address to end at is none of a device.")
        }
        guard let handle = try? parameters["state"] ?? "", handle.utf8.count <= 1024 else {
            return refused("The address is badly formed.")
        }
        let provider: String
        do throws(Refusal) {
            guard let given = try parameters["provider"] else {
                return picker(redirect, handle, try parameters["find"] ?? "", state.dashboard)
            }
            provider = given
        } catch {
            return refused("The address is badly formed.")
        }
        guard let mvpd = state.dashboard.identityProvider(provider) else {
            return refused("This TV provider is not known.")
        }
        let key = hexText(randomBytes(16))
        state.identity.pages = state.identity.pages.filter { $0.value.expires > moment.now }
        let page = ServiceState.Identity.SignIn(
            provider: provider, redirect: redirect, state: handle.isEmpty ? nil : handle,
            expires: moment.now + Login.patience)
        state.identity.pages[key] = page
        return form(key, page, mvpd)
    }

    /// `POST /idp/signin`
    static func submit(
        _ parameters: Parameters, _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        guard let key = try parameters["session"], let page = state.identity.pages[key], page.expires > moment.now,
            let mvpd = state.dashboard.identityProvider(page.provider)
        else { return refused("This page is too old. Start again on your device.") }
        guard let user = try parameters["username"], let password = try parameters["password"] else {
            return form(key, page, mvpd, problem: CredentialsPage.incomplete, user: try parameters["username"])
        }
        guard mvpd.people[user] == password else {
            return form(key, page, mvpd, problem: CredentialsPage.wrong, user: user)
        }
        state.identity.pages[key] = nil
        state.identity.codes = state.identity.codes.filter { $0.value.expires > moment.now }
        let code = hexText(randomBytes(24))
        state.identity.codes[code] = .init(provider: page.provider, user: user, expires: moment.now + codeLife)
        return Response(
            302, headers: [("Location", address(page, [("code", code)])), ("Cache-Control", "no-store")])
    }

    private static func form(
        _ key: String, _ page: ServiceState.Identity.SignIn, _ mvpd: Dashboard.MVPD, problem: String? = nil,
        user: String? = nil
    ) -> Response {
        CredentialsPage(
            provider: mvpd.displayName, action: "/idp/signin", key: key, redirect: page.redirect,
            cancel: address(page, [("error", "access_denied")]), problem: problem, username: user ?? ""
        ).response()
    }

    private static func picker(_ redirect: String, _ state: String, _ find: String, _ dashboard: Dashboard) -> Response
    {
        ProviderPicker(
            method: "get", action: "/idp/signin", hidden: [("redirect", redirect), ("state", state)],
            name: "provider", find: find,
            providers: dashboard.identityProviders.filter(\.displayInPlatformPicker).map {
                .init(id: $0.platformMappingID ?? "", name: $0.displayName)
            }
        ).response()
    }

    private static func refused(_ why: String) -> Response { WebPage.refused(400, why) }

    /// The redirect with an answer, and the state it came with.
    private static func address(_ page: ServiceState.Identity.SignIn, _ answer: [(String, String)]) -> String {
        let state = page.state.map { [("state", $0)] } ?? []
        let query = (answer + state).map { "\($0)=\(percentEncoded($1))" }.joined(separator: "&")
        return page.redirect + (page.redirect.contains("?") ? "&" : "?") + query
    }

    /// Whether an application can be there. A fragment would swallow the code.
    private static func isDevice(_ address: String) -> Bool {
        RedirectAddress.isAllowed(address) && !address.contains("#")
    }
}
