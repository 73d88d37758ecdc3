package import Base

/// Signs the person in at their provider: in the browser, or by name and password.
package struct ProviderSignIn: Sendable {
    private let endpoint: IdentityEndpoint
    private let clock: any DeviceClock

    /// How long a page in the browser may take. Choice.
    package static let patience = Duration.seconds(600)

    package init(endpoint: IdentityEndpoint, clock: any DeviceClock) {
        self.endpoint = endpoint
        self.clock = clock
    }

    /// Opens the provider's page and waits, for `limit` at most, until it comes back with a code to this port of 127.0.0.1;
    /// port 0 lets the system choose.
    package func inBrowser(
        _ provider: String, port: UInt16 = 0, limit: Duration = patience, open: @escaping BrowserOpener
    ) async throws(ProviderSignInError) -> DeviceAccount {
        let listener: LoopbackListener
        do {
            listener = try LoopbackListener(port: port, checksState: true, title: "Signed in on this device")
        } catch {
            throw .noPort(error.message)
        }
        defer { listener.stop() }
        let page = endpoint.signInPage(provider: provider, redirect: listener.redirectURL, state: listener.state)
        let redirect = try await redirect(to: listener, from: page, limit, open)
        if let error = redirect["error"] { throw error == "access_denied" ? .cancelled : .refused(word: nil) }
        guard let code = redirect["code"], !code.isEmpty else {
            throw .identity(IdentityError(.unreadable, "the provider's page came back without a code"))
        }
        return try await account(of: provider) { () async throws(IdentityError) in
            try await endpoint.session(code: Secret(code))
        }
    }

    /// Signs in by user name and password.
    package func withPassword(
        _ provider: String, username: String, password: Secret
    ) async throws(ProviderSignInError) -> DeviceAccount {
        try await account(of: provider) { () async throws(IdentityError) in
            try await endpoint.session(provider: provider, username: username, password: password)
        }
    }

    /// The browser may stay in the foreground until it is closed: both are waited for at once.
    private func redirect(
        to listener: LoopbackListener, from page: String, _ limit: Duration, _ open: @escaping BrowserOpener
    ) async throws(ProviderSignInError) -> LoopbackRedirect {
        let hasBrowser = Lock(true)
        let opening = Task {
            if await open(page) { return }
            hasBrowser.withLock { $0 = false }
            listener.stop()
        }
        defer { opening.cancel() }
        do {
            if let redirect = try await withTimeLimit(limit, on: clock, { await listener.redirect() }) {
                return redirect
            }
        } catch is TimeLimitExceeded {
            throw .tooLate
        } catch {
            throw .abandoned
        }
        throw hasBrowser.withLock { $0 } ? .abandoned : .noBrowser
    }

    private func account(
        of provider: String, _ session: () async throws(IdentityError) -> IdentitySession
    ) async throws(ProviderSignInError) -> DeviceAccount {
        let answer: IdentitySession
        do {
            answer = try await session()
        } catch {
            if error.code == .cancelled { throw .abandoned }
            throw error.code == .refused ? .refused(word: error.reason) : .identity(error)
        }
        guard answer.providerIdentifier.isSameID(as: provider) else {
            throw .identity(IdentityError(.unreadable, "another provider answers than the one asked"))
        }
        return DeviceAccount(
            providerIdentifier: answer.providerIdentifier, displayName: answer.displayName,
            expires: answer.life.map { clock.now + $0 }, session: answer.session, identityURL: endpoint.url,
            signedIn: clock.now)
    }
}

/// Why nobody was signed in.
package enum ProviderSignInError: Error, Sendable, Hashable {
    /// The person closed the provider's page by its own means.
    case cancelled
    /// The provider said no: a wrong password, as a rule. `word` is the provider's own, if it has one.
    case refused(word: String?)
    /// No browser can be opened.
    case noBrowser
    /// The port for the way back cannot be had.
    case noPort(String)
    /// The page did not come back in time.
    case tooLate
    /// Whoever asked gave up.
    case abandoned
    /// The identity endpoint gave no answer.
    case identity(IdentityError)
}
