import AdobePass
import Foundation
import VideoSubscriberAccount

/// Steps 2, 4, 5 and 7: what the platform is asked.
extension Cookbook {
    /// An account at the platform whose sign-in has not lapsed.
    struct Account: Sendable {
        var provider: String
        var expires: Date?
    }

    /// What step 5 finds.
    enum Picked: Sendable {
        case signedIn(Account)
        /// The person picked an MVPD of ours that the platform does not support.
        case unsupported(ConfiguredMVPD)
        case nobody(String)
    }

    /// Step 2.
    func silentAccount() async -> Account? {
        guard await isGranted(prompting: false) else { return nil }
        let (metadata, _) = await ask(accountRequest(interrupting: false))
        return metadata.flatMap(account)
    }

    /// Steps 4 and 5.
    func askAccount(_ configuration: RequestorConfiguration) async -> Picked {
        guard await isGranted(prompting: true) else { return .nobody("permission is not granted") }
        let request = accountRequest(interrupting: true)
        accounts.delegate = picker
        request.supportedAccountProviderIdentifiers = configuration.mvpds
            .filter { $0.enablePlatformServices && $0.displayInPlatformPicker }.compactMap(\.platformMappingID)
        say(4, "the platform's picker may open, with \(request.supportedAccountProviderIdentifiers.count) providers")
        let (metadata, error) = await ask(request)
        if let account = metadata.flatMap(account) { return .signedIn(account) }
        guard let error = error as NSError? else { return .nobody("no provider id") }
        let picked = error.userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String
        if error.code == VSError.Code.unsupportedProvider.rawValue, let picked,
            let mvpd = configuration.mvpds.first(where: { $0.platformMappingID == picked })
        {
            return .unsupported(mvpd)
        }
        return .nobody("\(error.domain) \(error.code)")
    }

    /// Step 7.
    func samlResponse(verificationToken: String, attributes: [String]) async -> Secret? {
        let request = accountRequest(interrupting: false)
        request.verificationToken = verificationToken
        request.attributeNames = attributes
        let (metadata, _) = await ask(request)
        return metadata?.samlAttributeQueryResponse.map { Secret($0) }
    }

    private func isGranted(prompting: Bool) async -> Bool {
        (try? await accounts.checkAccessStatus(options: [.prompt: prompting])) == .granted
    }

    private func accountRequest(interrupting: Bool) -> VSAccountMetadataRequest {
        let request = VSAccountMetadataRequest()
        request.channelIdentifier = "https://saml.sp.auth.adobe.com"
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.isInterruptionAllowed = interrupting
        return request
    }

    private func account(_ metadata: VSAccountMetadata) -> Account? {
        guard let provider = metadata.accountProviderIdentifier else { return nil }
        let now = Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1000)
        if let expires = metadata.authenticationExpirationDate, expires <= now { return nil }
        return Account(provider: provider, expires: metadata.authenticationExpirationDate)
    }

    private func ask(_ request: VSAccountMetadataRequest) async -> (VSAccountMetadata?, (any Error)?) {
        await withCheckedContinuation { continuation in
            accounts.enqueue(request) { metadata, error in continuation.resume(returning: (metadata, error)) }
        }
    }
}
