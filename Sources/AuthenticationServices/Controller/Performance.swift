import Base
import Foundation

/// An account that exists on this device.
public enum ExistingAccount: Sendable, Hashable {
    /// A sign-in with Apple, by the person's id.
    case appleID(user: String)
    /// A saved password, by its name.
    case password(user: String)
}

/// Chooses one of several accounts; nil = the person wants none, which ends with `canceled`.
public typealias AccountChooser = @Sendable ([ExistingAccount]) async -> ExistingAccount?

/// Requests being performed, with their values of the moment it began.
struct Performance: Sendable {
    private enum Part: Sendable {
        case appleID(ASAuthorizationAppleIDProvider, SignInRequest, ASAuthorization.OpenIDOperation)
        case password(ASAuthorizationPasswordProvider)
    }

    typealias Anchor = @Sendable () async -> ASPresentationAnchor?

    private let parts: [Part]
    private let isImmediate: Bool

    init(_ requests: [ASAuthorizationRequest], _ options: ASAuthorizationController.RequestOptions) {
        isImmediate = options.contains(.preferImmediatelyAvailableCredentials)
        parts = requests.compactMap { request in
            if let request = request as? ASAuthorizationAppleIDRequest,
                let provider = request.provider as? ASAuthorizationAppleIDProvider
            {
                let values = SignInRequest(
                    scopes: request.requestedScopes ?? [], state: request.state, nonce: request.nonce,
                    user: request.user)
                return .appleID(provider, values, request.requestedOperation)
            }
            return (request.provider as? ASAuthorizationPasswordProvider).map(Part.password)
        }
    }

    func outcome(_ anchor: @escaping Anchor) async -> Result<ASAuthorization, ASAuthorizationError> {
        do throws(ASAuthorizationError) {
            let authorization = try await authorization(anchor)
            if Task.isCancelled { throw ASAuthorizationError(.canceled, "the app cancelled") }
            return .success(authorization)
        } catch {
            return .failure(Task.isCancelled ? ASAuthorizationError(.canceled, "the app cancelled") : error)
        }
    }

    private func authorization(_ anchor: @escaping Anchor) async throws(ASAuthorizationError) -> ASAuthorization {
        if parts.count == 1, !isImmediate, case .appleID(let provider, let request, let operation) = parts[0] {
            return try await perform(provider, request, operation, anchor)
        }
        guard !parts.isEmpty else { throw ASAuthorizationError(.notHandled, "there is no request") }
        let accounts = try existingAccounts()
        guard !accounts.isEmpty else {
            throw ASAuthorizationError(.canceled, "no account exists on this device")
        }
        var chosen = accounts.first?.account
        if accounts.count > 1, let chooser = ASAuthorizationController.accountChooser {
            chosen = await chooser(accounts.map(\.account))
        }
        guard let found = accounts.first(where: { $0.account == chosen }) else {
            throw ASAuthorizationError(.canceled, "the person chose no account")
        }
        switch (found.part, found.account) {
        case (.password(let provider), .password(let user)):
            guard let credential = try keeping({ () throws(KeychainError) in try SavedPasswords.credential(of: user) })
            else { throw ASAuthorizationError(.canceled, "the account is gone") }
            return ASAuthorization(provider: provider, credential: credential)
        case (.appleID(let provider, var request, let operation), .appleID(let user)):
            request.user = user
            return try await perform(provider, request, operation, anchor)
        default: throw ASAuthorizationError(.notHandled)
        }
    }

    private func perform(
        _ provider: ASAuthorizationAppleIDProvider, _ request: SignInRequest,
        _ operation: ASAuthorization.OpenIDOperation, _ anchor: Anchor
    ) async throws(ASAuthorizationError) -> ASAuthorization {
        guard let service = provider.currentService else {
            throw ASAuthorizationError(.unknown, "no service is configured")
        }
        let credential =
            switch operation {
            case .operationRefresh: try await service.refreshed(request)
            case .operationLogout: try service.loggedOut(request)
            case .operationImplicit, .operationLogin: try await service.signIn(request, anchor: await anchor())
            default: throw ASAuthorizationError(.notHandled, "an unknown operation")
            }
        return ASAuthorization(provider: provider, credential: credential)
    }

    private func existingAccounts() throws(ASAuthorizationError) -> [(account: ExistingAccount, part: Part)] {
        try keeping { () throws(KeychainError) in
            var accounts: [(account: ExistingAccount, part: Part)] = []
            for part in parts {
                switch part {
                case .password:
                    accounts += try SavedPasswords.users().map { (ExistingAccount.password(user: $0), part) }
                case .appleID(let provider, let request, _):
                    let users = try provider.currentService?.users() ?? []
                    accounts += users.filter { request.user == nil || request.user == $0 }
                        .map { (ExistingAccount.appleID(user: $0), part) }
                }
            }
            return accounts
        }
    }

    private func keeping<Value>(_ body: () throws(KeychainError) -> Value) throws(ASAuthorizationError) -> Value {
        do throws(KeychainError) {
            return try body()
        } catch {
            throw ASAuthorizationError(.unknown, "the keychain failed: \(error.message)")
        }
    }
}
