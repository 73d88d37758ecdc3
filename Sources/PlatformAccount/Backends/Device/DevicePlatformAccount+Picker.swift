import Base

extension DevicePlatformAccount {
    /// Opens the picker and signs the person in at the provider they choose.
    ///
    /// The picker stays until the provider's page is done, as Apple's sheet does.
    func pick(
        _ request: AccountRequest, replacing before: DeviceAccount?, _ presenter: any TVProviderPresenter
    ) async throws(PlatformAccountError) -> DeviceAccount {
        let endpoint: IdentityEndpoint
        let offers: [IdentityProvider]
        do throws(IdentityError) {
            guard let url = identityURL ?? before?.identityURL else {
                throw IdentityError(.address, "no identity endpoint is set on this device")
            }
            endpoint = try IdentityEndpoint(url, transport: transport)
            offers = try await endpoint.providers()
        } catch {
            throw Self.failure(error)
        }
        guard !Task.isCancelled else { throw Self.abandoned }

        let list = PickerList(
            offers.map { PickerProvider(identifier: $0.identifier, displayName: $0.displayName) }, for: request)
        let answer = OneAnswer<PickerChoice>()
        let dialog = TVProviderDialog(providers: list.providers, featured: list.featured) { answer.give($0) }
        presenter.present(dialog)
        defer { presenter.dismiss(dialog) }
        switch await answer.wait() {
        case nil:
            throw Self.abandoned
        case .cancel:
            throw PlatformAccountError(.userCancelled, message: "The picker was closed.")
        case .otherProvider:
            throw PlatformAccountError(.unsupportedProvider, message: "Another provider was chosen.")
        case .provider(let identifier):
            let isShown = list.providers.contains { $0.identifier.isSameID(as: identifier) }
            let chosen = offers.first { $0.identifier.isSameID(as: identifier) }
            guard isShown, let chosen, chosen.hasSingleSignOn else {
                throw PlatformAccountError(
                    .unsupportedProvider, message: "The provider is not supported.",
                    unsupportedProviderIdentifier: identifier)
            }
            return try await signIn(at: identifier, endpoint)
        }
    }

    private func signIn(
        at provider: String, _ endpoint: IdentityEndpoint
    ) async throws(PlatformAccountError) -> DeviceAccount {
        let account: DeviceAccount
        do {
            account = try await ProviderSignIn(endpoint: endpoint, clock: clock).inBrowser(provider, open: openBrowser)
        } catch {
            throw Self.failure(error, at: provider)
        }
        _ = try await told { (database) throws(DeviceAccountError) in try database.signIn(account) }
        return account
    }

    static func failure(_ error: ProviderSignInError, at provider: String) -> PlatformAccountError {
        switch error {
        case .cancelled:
            PlatformAccountError(.userCancelled, message: "The provider's page was left.")
        case .tooLate:
            PlatformAccountError(.userCancelled, message: "The provider's page did not come back in time.")
        case .refused(word: "unsupported_provider"):
            PlatformAccountError(
                .unsupportedProvider, message: "The provider is not supported.",
                unsupportedProviderIdentifier: provider)
        case .refused:
            PlatformAccountError(.providerRejected, message: "The provider refused the sign-in.")
        case .noBrowser:
            PlatformAccountError(.serviceTemporarilyUnavailable, message: "No browser can be opened on this device.")
        case .noPort(let reason):
            PlatformAccountError(.serviceTemporarilyUnavailable, message: reason)
        case .abandoned:
            abandoned
        case .identity(let error):
            failure(error)
        }
    }

    private static let abandoned = PlatformAccountError(
        .serviceTemporarilyUnavailable, message: "The asker gave up before an answer came.")
}
