public import Foundation
import PlatformAccount

/// What is wanted of the account. Nothing by default.
///
/// Source: "Video Subscriber Account", VSAccountMetadataRequest.
public final class VSAccountMetadataRequest: NSObject {
    /// Who asks; with SAML the service's issuer.
    public var channelIdentifier: String?
    /// Non-empty: only these providers may answer.
    public var supportedAccountProviderIdentifiers: [String] = []
    /// Non-empty: these are shown before the others.
    public var featuredAccountProviderIdentifiers: [String] = []
    /// What the provider checks the app by.
    public var verificationToken: String?
    /// The provider's id is wanted.
    public var includeAccountProviderIdentifier = false
    /// The end of the sign-in is wanted.
    public var includeAuthenticationExpirationDate = false
    /// The video that will play, if one given video will. Kept, not shown: the picker has no place for it.
    public var localizedVideoTitle: String?
    /// The person may be interrupted.
    public var isInterruptionAllowed = false
    /// Cached credentials are to be ignored.
    public var forceAuthentication = false
    /// SAML attributes to query.
    public var attributeNames: [String] = []
    /// How the provider may authenticate. SAML is what is answered.
    public var supportedAuthenticationSchemes: [VSAccountProviderAuthenticationScheme] = [.saml]
    /// For apps of TV providers. Kept, not used.
    public var accountProviderAuthenticationToken: String?

    /// An empty request.
    public override init() {
        super.init()
    }

    var values: AccountRequest {
        AccountRequest(
            channelIdentifier: channelIdentifier, supportedProviderIdentifiers: supportedAccountProviderIdentifiers,
            featuredProviderIdentifiers: featuredAccountProviderIdentifiers, verificationToken: verificationToken,
            includesProviderIdentifier: includeAccountProviderIdentifier,
            includesExpirationDate: includeAuthenticationExpirationDate,
            isInterruptionAllowed: isInterruptionAllowed, forcesAuthentication: forceAuthentication,
            attributeNames: attributeNames)
    }
}
