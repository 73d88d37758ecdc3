import AdobePass
import Base
import PlatformAccount

/// Step 4: the platform account's exchange.
extension GetAuthentication {
    mutating func started(_ answer: PartnerSignInStart?) -> [Action] {
        guard case .starting(let candidate) = state else { return [] }
        switch answer {
        case .askPlatform(let verificationToken, let attributeNames):
            state = .asking(candidate)
            return [.askSAML(verificationToken: verificationToken, attributeNames: attributeNames)]
        case .signedIn(let authentication):  // S4.D on REST API V2, or a profile that lives already
            let isPartner = authentication.source == .partner
            return save(
                authentication, candidate.bound,
                providerIdentifier: isPartner ? candidate.request.providerIdentifier : nil)
        case .declined, nil:
            return open(candidate.bound)  // S4.D: no exchange, the MVPD's own login
        }
    }

    mutating func saml(
        _ answer: Result<AccountMetadata, PlatformAccountError>, _ now: Timestamp,
        _ configuration: MergedConfiguration
    ) -> [Action] {
        guard case .asking(let candidate) = state else { return [] }
        switch answer {
        case .failure(let error): return accountFailed(error, configuration)
        case .success(let metadata):
            guard let account = signIn(metadata, now),
                account.providerIdentifier.isSameID(as: candidate.request.providerIdentifier),
                let saml = account.samlResponse, !saml.exposed.allSatisfy(\.isWhitespace)
            else {
                return showDialog(.metadataRequestFailed("no SAML response"), configuration)  // S4.E3
            }
            state = .exchanging(candidate)
            return [.exchange(candidate.request, saml, serviceURL: candidate.bound.serviceURL)]
        }
    }

    mutating func exchanged(_ authentication: ServiceAuthentication?) -> [Action] {
        guard case .exchanging(let candidate) = state else { return [] }
        guard let authentication else { return conclude(.loginFailed, .generic) }  // S4.X0
        return save(
            authentication, candidate.bound, providerIdentifier: candidate.request.providerIdentifier)  // S4.X
    }
}
