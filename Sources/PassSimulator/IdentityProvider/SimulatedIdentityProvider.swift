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
            Self.assertion(
                state, provider, verificationToken, attributes, Moment(clock, skew: state.dashboard.clockSkew))
        }
        return assertion.flatMap(platformSignIn.identity.response)
    }

    private static func assertion(
        _ state: ServiceState, _ provider: String, _ token: String?, _ attributes: [String], _ moment: Moment
    ) -> SAMLDocument.Assertion? {
        let candidates: [Dashboard.MVPD]
        if let token {
            guard let asked = state.profileRequests[token], asked.expires > moment.now else { return nil }
            candidates = state.dashboard.requestors[asked.requestor]?.integrated(asked.mvpd).map { [$0] } ?? []
        } else {
            candidates = state.dashboard.requestors.sorted { $0.key < $1.key }.flatMap(\.value.mvpds)
        }
        let mvpd = candidates.first { $0.platformMappingID.map { isSameID($0, provider) } ?? false }
        guard let mvpd else { return nil }
        // Always one beyond ASCII, so that an encoding done wrongly shows.
        var values = ["displayName": "Zoë Müller — 東京 <\(mvpd.displayName)>"]
        for name in attributes {
            values[name] = mvpd.text(of: name) ?? "\(name) auprès de « \(mvpd.displayName) »"
        }
        return SAMLDocument.Assertion(
            provider: provider, answers: token, userID: mvpd.text(of: "userID") ?? "person-of-\(mvpd.id)",
            attributes: values, issued: xmlDate(moment.now), expires: xmlDate(moment.now + .seconds(300)))
    }
}

extension Dashboard.MVPD {
    /// User metadata as a SAML attribute says it: a text is itself, anything else its JSON.
    fileprivate func text(of name: String) -> String? {
        userMetadata[name].map { text in JSON(parsing: Array(text.utf8))?.string ?? text }
    }
}
