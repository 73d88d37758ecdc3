public import Foundation
import PlatformAccount

/// What the account answered. A value not asked for is nil (choice: Apple does not say).
///
/// Source: "Video Subscriber Account", VSAccountMetadata.
public final class VSAccountMetadata: NSObject, Sendable {
    /// The provider's id; the service's `platformMappingId`.
    public let accountProviderIdentifier: String?
    /// The end of the sign-in. Compare it with now; nil = none known, or nobody is signed in.
    public let authenticationExpirationDate: Date?
    /// Opaque proof of the provider's. Never given here (choice).
    public let verificationData: Data?
    /// The provider's SAML response, when attributes were asked for.
    public let samlAttributeQueryResponse: String?
    /// The same with its scheme.
    public let accountProviderResponse: VSAccountProviderResponse?

    init(_ answer: AccountMetadata, includesResponse: Bool) {
        accountProviderIdentifier = answer.providerIdentifier
        authenticationExpirationDate = answer.expirationDate.map {
            Date(timeIntervalSince1970: Double($0.milliseconds) / 1000)
        }
        verificationData = nil
        let response = includesResponse ? answer.samlResponse?.exposed : nil
        samlAttributeQueryResponse = response
        accountProviderResponse = response.map {
            VSAccountProviderResponse(authenticationScheme: .saml, status: nil, body: $0)
        }
    }
}

/// A provider's answer with its scheme.
///
/// Source: "Video Subscriber Account", VSAccountProviderResponse.
public final class VSAccountProviderResponse: NSObject, Sendable {
    /// How the provider authenticated the person.
    public let authenticationScheme: VSAccountProviderAuthenticationScheme
    /// The status the provider gave.
    public let status: String?
    /// The answer itself.
    public let body: String?

    init(authenticationScheme: VSAccountProviderAuthenticationScheme, status: String?, body: String?) {
        self.authenticationScheme = authenticationScheme
        self.status = status
        self.body = body
    }
}

/// How a provider authenticates.
///
/// Source: "Video Subscriber Account", VSAccountProviderAuthenticationScheme.
public struct VSAccountProviderAuthenticationScheme: RawRepresentable, Hashable, Sendable {
    /// The scheme's name.
    public let rawValue: String
    /// A scheme by name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A scheme by name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// SAML.
    public static let saml = VSAccountProviderAuthenticationScheme(rawValue: "SAML")
    /// The provider's own API.
    public static let api = VSAccountProviderAuthenticationScheme(rawValue: "API")
}
