/// A device without TV provider accounts: the SDK's default.
///
/// Permission stays undetermined (VSA404) and nobody is ever prompted, so that a host runs its regular flow.
public struct AbsentPlatformAccount: PlatformAccountBackend {
    /// The only value.
    public init() {}

    /// Always `notDetermined`; shows nothing.
    public func permission(prompting: Bool) async throws(PlatformAccountError) -> AccessPermission { .notDetermined }

    /// Never answers with an account.
    /// - Throws: `accessNotGranted`.
    public func account(
        _ request: AccountRequest, presenter: (any TVProviderPresenter)?
    ) async throws(PlatformAccountError) -> AccountMetadata {
        throw PlatformAccountError(.accessNotGranted, message: "This device keeps no TV provider account.")
    }
}
