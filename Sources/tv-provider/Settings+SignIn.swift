import Base
import PlatformAccount

extension Settings {
    /// Signs the person in; whoever was signed in stays until that is done.
    func signIn(_ invocation: Invocation) async throws(Failure) -> Answer {
        let endpoint = try endpoint(invocation)
        // What cannot be kept need not be asked for.
        try stored { try $0.account() }
        let provider = try await provider(invocation, endpoint)
        let account: DeviceAccount
        do {
            account = try await signIn(at: provider, ProviderSignIn(endpoint: endpoint, clock: clock), invocation)
        } catch let error as ProviderSignInError {
            throw Failure(error, provider: provider.displayName)
        } catch {
            throw Failure(unknown: error)
        }
        let before = try stored { try $0.signIn(account) }
        var lines = ["Signed in at \(account.displayName)."]
        if let expires = account.expires { lines.append("Holds until \(utc(expires)).") }
        if let before, before.session != account.session { await endSession(of: before) }
        return Answer(
            json: Answer.Account(account, at: clock.now), lines: lines, ids: [account.providerIdentifier])
    }

    private func signIn(
        at provider: IdentityProvider, _ signIn: ProviderSignIn, _ invocation: Invocation
    ) async throws -> DeviceAccount {
        if let username = invocation.username {
            let password = try password(invocation, username)
            return try await signIn.withPassword(provider.identifier, username: username, password: password)
        }
        let name = provider.displayName
        if invocation.opensNoBrowser {
            return try await signIn.inBrowser(provider.identifier, port: invocation.port) { page in
                Terminal.say("Open this page in a browser on this device to sign in at \(name):\n\(page)\n")
                return true
            }
        }
        return try await signIn.inBrowser(provider.identifier, port: invocation.port) { page in
            Terminal.say("Sign in at \(name) in your browser. Ctrl-C cancels.\n")
            return await SystemBrowser.open(page)
        }
    }

    private func password(_ invocation: Invocation, _ username: String) throws(Failure) -> Secret {
        if invocation.readsPassword {
            guard let line = Terminal.line(), !line.isEmpty else {
                throw Failure(.usage, "'--password-stdin' found no password on standard input")
            }
            return Secret(line)
        }
        guard let typed = Terminal.askHidden("Password of \(username): ") else {
            throw Failure(.cannotAsk, "no terminal to ask for the password: use --password-stdin")
        }
        guard !typed.isEmpty else { throw Failure(.refused, "no password was given; nothing has changed") }
        return Secret(typed)
    }

    /// The provider named by id, by name, or chosen from the list in the terminal.
    private func provider(
        _ invocation: Invocation, _ endpoint: IdentityEndpoint
    ) async throws(Failure) -> IdentityProvider {
        let all = try await told { try await endpoint.providers() }
        let provider: IdentityProvider
        if let wanted = invocation.subject {
            let named = all.filter { $0.displayName.lowercased() == wanted.lowercased() }
            guard
                let found = all.first(where: { $0.identifier.isSameID(as: wanted) })
                    ?? (named.count == 1 ? named[0] : nil)
            else { throw Failure(.refused, "no provider is called '\(wanted)': see tv-provider providers") }
            provider = found
        } else {
            guard Terminal.isThere else {
                throw Failure(.cannotAsk, "no terminal to choose a provider in: name one, see tv-provider providers")
            }
            provider = try choose(from: all.filter(\.hasSingleSignOn))
        }
        guard provider.hasSingleSignOn else {
            throw Failure(
                .refused, "\(provider.displayName) has no single sign-on: each application signs in by itself")
        }
        return provider
    }

    private func choose(from all: [IdentityProvider]) throws(Failure) -> IdentityProvider {
        let picker = TVProviderDialog(
            providers: all.map { PickerProvider(identifier: $0.identifier, displayName: $0.displayName) }
        ) { _ in }
        var shown = picker.providers
        while true {
            for (number, provider) in shown.prefix(20).enumerated() {
                Terminal.say("\(number + 1 < 10 ? " " : "")\(number + 1)  \(provider.displayName)\n")
            }
            if shown.count > 20 { Terminal.say("    and \(shown.count - 20) more\n") }
            guard let typed = Terminal.ask("Number, or part of a name; Enter leaves: "), !typed.isEmpty else {
                throw Failure(.refused, "no provider was chosen; nothing has changed")
            }
            if let number = Int(typed), shown.prefix(20).indices.contains(number - 1) {
                let chosen = shown[number - 1].identifier
                if let provider = all.first(where: { $0.identifier.isSameID(as: chosen) }) { return provider }
            }
            let found = picker.search(typed)
            if found.isEmpty { Terminal.say("No provider is called so.\n") }
            shown = found.isEmpty ? picker.providers : found
        }
    }

    /// The account replaced is of no use any more; if its provider cannot be told, it ends by itself.
    private func endSession(of account: DeviceAccount) async {
        try? await IdentityEndpoint(account.identityURL, transport: transport).signOut(session: account.session)
    }
}
