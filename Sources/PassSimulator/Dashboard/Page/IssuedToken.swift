import Base

/// Something the service has given out and still honours, with nothing in it that could be used.
struct IssuedToken: Sendable, Hashable {
    var kind: String
    /// Whose it is, and for what.
    var holder: String
    /// Its secret part, masked.
    var masked: String
    var expires: Timestamp

    /// All that hold now, those that end last first.
    static func all(_ state: ServiceState, at moment: Moment) -> [IssuedToken] {
        var all: [IssuedToken] = []
        for (text, token) in state.accessTokens {
            all.append(
                .init(kind: "access token", holder: "client \(mask(token.client))", masked: mask(text), token.expires))
        }
        for (key, token) in state.authentications {
            all.append(
                .init(
                    kind: token.isPartner ? "authentication, platform" : "authentication",
                    holder: "\(key.requestor) at \(token.mvpd)", masked: mask(key.device), token.expires))
        }
        for (holder, profiles) in state.profiles {
            for profile in profiles {
                all.append(
                    .init(
                        kind: profile.isPartner ? "profile, platform" : "profile",
                        holder: "\(holder.requestor) at \(profile.mvpd)", masked: mask(holder.device), profile.expires))
            }
        }
        for (key, authorization) in state.authorizations {
            let resource = String(decoding: key.resource.prefix(60), as: UTF8.self)
            all.append(
                .init(
                    kind: "authorization", holder: "\(resource) at \(authorization.mvpd)",
                    masked: mask(key.viewer.device), authorization.expires))
        }
        for (code, registration) in state.registrations where !registration.isUsed {
            all.append(
                .init(
                    kind: "registration code", holder: registration.requestor, masked: mask(code), registration.expires)
            )
        }
        for (session, grant) in state.identity.sessions {
            all.append(.init(kind: "device account", holder: grant.provider, masked: mask(session), grant.expires))
        }
        return all.filter { $0.expires > moment.now }
            .sorted { ($0.expires, $0.kind, $0.holder, $0.masked) > ($1.expires, $1.kind, $1.holder, $1.masked) }
    }

    private init(kind: String, holder: String, masked: String, _ expires: Timestamp) {
        self.kind = kind
        self.holder = holder
        self.masked = masked
        self.expires = expires
    }

    /// Enough to tell two apart, too little to use: the last four characters of a long one, nothing of a short one.
    static func mask(_ secret: String) -> String {
        "••••" + (secret.count >= 20 ? secret.suffix(4) : "")
    }
}
