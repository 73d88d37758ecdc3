public import Base

/// Signs SAML responses as the MVPDs' identity endpoints would.
///
/// No full XML-DSig: see `samlResponse`.
public struct SimulatedIdentityProvider: Sendable {
    let service: Service

    /// A signed response for the person signed in at `provider` (a `platformMappingId`), answering the profile request
    /// `verificationToken`, with the attributes asked for. Nil when the provider is unknown or refuses the token.
    ///
    /// The text is indented and holds runs of blanks, several kinds of line ends and letters beyond ASCII; its
    /// signature (RSA-SHA256) covers the text as "Apple SSO Cookbook (REST API V1)" has the client normalise it, with
    /// the content of `ds:SignatureValue` taken out. That is no XML-DSig: no canonical XML, no references.
    ///
    /// An attribute is the user metadata of that key, or an invented text where there is none. A nil token gives a
    /// signed response that answers nothing: whoever asks on their own behalf gets one, the exchange refuses it. It
    /// holds for 5 minutes by the service's clock (choice).
    public func samlResponse(provider: String, verificationToken: String?, attributes: [String]) async -> Secret? {
        service.samlResponse(provider: provider, verificationToken: verificationToken, attributes: attributes)
    }
}

extension Service {
    func samlResponse(provider: String, verificationToken: String?, attributes: [String]) -> Secret? {
        let assertion = state.withLock { state in
            state.assertion(
                of: provider, answering: verificationToken, attributes,
                at: Moment(clock, skew: state.dashboard.clockSkew))
        }
        return assertion.flatMap(platformSignIn.identity.response)
    }
}
