import AdobePass
import Base
import PlatformAccount

/// Step 4 through the platform account: permission, picker, and the provider chosen there.
extension GetAuthentication {
    mutating func permission(
        _ answer: Result<AccessPermission, PlatformAccountError>, _ configuration: MergedConfiguration
    ) -> [Action] {
        let refusal: PlatformAccountError?
        switch state {
        case .prompting: refusal = nil
        case .rereading(let error): refusal = error
        default: return []
        }
        switch answer {
        case .success(.denied), .success(.restricted):
            return showDialog(.permissionDenied, configuration)  // S4.E1
        case .success(.notDetermined):
            return showDialog(.permissionUndetermined, configuration)  // S4.E2
        case .success(.granted):
            // Granted, yet the account was refused: the platform contradicts itself.
            if let refusal { return failed(refusal, configuration) }
            state = .choosing
            return [.askAccount(PickerContent(start.filter, in: configuration), forced: false)]
        case .failure(let error) where error.frameworkCode == .accessNotGranted:
            if wasPermissionRefused { return showDialog(.permissionDenied, configuration) }
            return reread(error)
        case .failure(let error):
            return failed(error, configuration)  // S4.E3
        }
    }

    mutating func account(
        _ answer: Result<AccountMetadata, PlatformAccountError>, _ now: Timestamp,
        _ configuration: MergedConfiguration
    ) -> [Action] {
        guard case .choosing = state else { return [] }
        switch answer {
        case .success(let metadata):
            guard let account = signIn(metadata, now) else {
                return showDialog(.metadataRequestFailed(noAccountText(metadata)), configuration)  // S4.E3
            }
            return chosen(account.providerIdentifier, account, configuration)
        case .failure(let error):
            return accountFailed(error, configuration)
        }
    }

    /// What a query for the account that failed means, before or after the profile request.
    mutating func accountFailed(
        _ error: PlatformAccountError, _ configuration: MergedConfiguration
    ) -> [Action] {
        switch error.frameworkCode {
        case .accessNotGranted: return reread(error)
        case .userCancelled: return showDialog(.pickerCancelled, configuration)  // S4.E6a
        case .unsupportedProvider:
            guard let provider = error.unsupportedProviderIdentifier, !provider.isEmpty else {
                return showDialog(.otherProviderChosen, configuration)  // S4.E4
            }
            return chosen(provider, nil, configuration)
        default: return failed(error, configuration)  // S4.E3
        }
    }

    /// The provider named by metadata, or, with `account` nil, by the error `unsupportedProvider`.
    private mutating func chosen(
        _ provider: String, _ account: PlatformSignIn?, _ configuration: MergedConfiguration
    ) -> [Action] {
        guard let bound = configuration.mvpd(providerIdentifier: provider) else {
            return showDialog(.providerNotSupported(provider), configuration)  // S4.E5a
        }
        if bound.mvpd.boardingStatus == .picker { return open(bound) }  // S4.P
        guard bound.isSSOEnabled else {
            return showDialog(.providerNotSupported(provider), configuration)  // S4.E5b
        }
        guard let account else { return open(bound) }  // S4.P: SSO enabled, yet unsupported to VSA
        let request = PartnerSignInRequest(
            requestor: configuration.requestor, mvpd: bound.mvpd, providerIdentifier: provider,
            accountExpires: account.expires, domain: configuration.domains.first)
        state = .starting(Candidate(request: request, bound: bound))
        return [.start(request, serviceURL: bound.serviceURL)]
    }

    private mutating func reread(_ error: PlatformAccountError) -> [Action] {
        wasPermissionRefused = true
        state = .rereading(error)
        return [.askPermission(prompting: false)]
    }

    mutating func failed(_ error: PlatformAccountError, _ configuration: MergedConfiguration) -> [Action] {
        let text = "\(error.domain) \(error.code.rawValue) \(error.message)"
        return showDialog(.metadataRequestFailed(text), configuration)
    }

    /// The account of an answer that names one which has not lapsed.
    func signIn(_ metadata: AccountMetadata, _ now: Timestamp) -> PlatformSignIn? {
        guard let provider = metadata.providerIdentifier, !provider.isEmpty else { return nil }
        if let expires = metadata.expirationDate, expires <= now { return nil }
        return PlatformSignIn(
            providerIdentifier: provider, expires: metadata.expirationDate, samlResponse: metadata.samlResponse)
    }

    private func noAccountText(_ metadata: AccountMetadata) -> String {
        metadata.providerIdentifier?.isEmpty == false ? "the account has lapsed" : "no provider id"
    }
}
