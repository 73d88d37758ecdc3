import Base
import PlatformAccount

/// Asks the platform silently, each question within its time limit.
struct PlatformAsker: Sendable {
    let backend: any PlatformAccountBackend
    let clock: any DeviceClock
    let limit: Duration

    /// The service's SAML issuer: who asks.
    private static let channelIdentifier = "https://saml.sp.auth.adobe.com"

    /// Permission, then the account, without attributes: local only.
    func look(now: @Sendable () -> Timestamp) async -> PlatformReading {
        await inquire(.askPermission, AccountRequest(channelIdentifier: Self.channelIdentifier), now)
    }

    /// The account with its SAML response.
    func saml(
        verificationToken: String, attributeNames: [String], now: @Sendable () -> Timestamp
    ) async -> PlatformReading {
        let request = AccountRequest(
            channelIdentifier: Self.channelIdentifier, verificationToken: verificationToken,
            attributeNames: attributeNames)
        return await inquire(.askAccount, request, now)
    }

    /// The permission; with `prompting` the person may be asked, and takes the time they need.
    func permission(prompting: Bool) async -> Result<AccessPermission, PlatformAccountError> {
        if !prompting { return await withinLimit { [backend] in try await backend.permission(prompting: false) } }
        return await unlimited { () async throws(PlatformAccountError) in try await backend.permission(prompting: true)
        }
    }

    /// The account, with the picker if need be (S4.F: its content).
    func account(
        _ content: PickerContent, forced: Bool, presenter: any TVProviderPresenter
    ) async -> Result<AccountMetadata, PlatformAccountError> {
        let request = AccountRequest(
            channelIdentifier: Self.channelIdentifier, supportedProviderIdentifiers: content.supported,
            featuredProviderIdentifiers: content.featured, isInterruptionAllowed: true, forcesAuthentication: forced)
        return await unlimited { () async throws(PlatformAccountError) in
            try await backend.account(request, presenter: presenter)
        }
    }

    /// The account with its SAML response, in an explicit sign-in: the person may be asked.
    func saml(
        verificationToken: String, attributeNames: [String], presenter: any TVProviderPresenter
    ) async -> Result<AccountMetadata, PlatformAccountError> {
        let request = AccountRequest(
            channelIdentifier: Self.channelIdentifier, verificationToken: verificationToken,
            isInterruptionAllowed: true, attributeNames: attributeNames)
        return await unlimited { () async throws(PlatformAccountError) in
            try await backend.account(request, presenter: presenter)
        }
    }

    private func unlimited<Answer>(
        _ question: () async throws(PlatformAccountError) -> Answer
    ) async -> Result<Answer, PlatformAccountError> {
        do {
            return .success(try await question())
        } catch {
            return .failure(error)
        }
    }

    private func inquire(
        _ first: PlatformInquiry.Step, _ request: AccountRequest, _ now: @Sendable () -> Timestamp
    ) async -> PlatformReading {
        var inquiry = PlatformInquiry()
        var step = first
        while true {
            switch step {
            case .askPermission:
                let answer = await withinLimit { [backend] in try await backend.permission(prompting: false) }
                step = inquiry.permission(answer)
            case .askAccount:
                let answer = await withinLimit { [backend] in try await backend.account(request, presenter: nil) }
                step = inquiry.account(answer, now: now())
            case .done(let reading):
                return reading
            }
        }
    }

    /// No answer in time is a communication error like any other.
    private func withinLimit<Answer: Sendable>(
        _ question: @escaping @Sendable () async throws -> Answer
    ) async -> Result<Answer, PlatformAccountError> {
        do {
            return .success(try await withTimeLimit(limit, on: clock, question))
        } catch let error as PlatformAccountError {
            return .failure(error)
        } catch {
            return .failure(
                PlatformAccountError(.serviceTemporarilyUnavailable, message: "no answer within the time limit"))
        }
    }
}
