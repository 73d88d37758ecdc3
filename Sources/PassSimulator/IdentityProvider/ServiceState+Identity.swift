import Base

extension ServiceState {
    /// What the identity endpoint knows.
    struct Identity: Sendable {
        /// Who signed in where, and until when that holds.
        struct Grant: Sendable {
            /// The provider's id, a `platformMappingId`.
            var provider: String
            var user: String
            var expires: Timestamp
        }

        /// An open sign-in page.
        struct SignIn: Sendable {
            var provider: String
            /// Where the browser goes.
            var redirect: String
            /// Handed back as it came.
            var state: String?
            var expires: Timestamp
        }

        /// Open sign-in pages, by their key.
        var pages: [String: SignIn] = [:]
        /// Codes not redeemed yet.
        var codes: [String: Grant] = [:]
        /// Sessions, by their secret.
        var sessions: [String: Grant] = [:]
    }

    /// What a SAML response of a provider says; nil when the provider is unknown or the verification token is not one
    /// of its open profile requests.
    func assertion(
        of provider: String, answering token: String?, _ attributes: [String], at moment: Moment
    ) -> SAMLDocument.Assertion? {
        let candidates: [Dashboard.MVPD]
        if let token {
            guard let asked = profileRequests[token], asked.expires > moment.now else { return nil }
            candidates = dashboard.requestors[asked.requestor]?.integrated(asked.mvpd).map { [$0] } ?? []
        } else {
            candidates = dashboard.identityProviders
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

extension Dashboard {
    /// MVPDs that are providers of a platform, each mapping id once, by requestor and in its order.
    var identityProviders: [MVPD] {
        var seen: Set<[UInt8]> = []
        return requestors.sorted { $0.key < $1.key }.flatMap(\.value.mvpds).filter { mvpd in
            mvpd.platformMappingID.map { seen.insert(Array($0.utf8)).inserted } ?? false
        }
    }

    /// The provider of that id, byte for byte.
    func identityProvider(_ id: String) -> MVPD? {
        identityProviders.first { $0.platformMappingID.map { isSameID($0, id) } ?? false }
    }
}

extension Dashboard.MVPD {
    /// User metadata as a SAML attribute says it: a text is itself, anything else its JSON.
    fileprivate func text(of name: String) -> String? {
        userMetadata[name].map { text in JSON(parsing: Array(text.utf8))?.string ?? text }
    }
}
