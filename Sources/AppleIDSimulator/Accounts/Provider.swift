import Base
import PassSimulator

/// All the stand-in knows.
struct Provider: Sendable {
    /// A person's consent to an app.
    struct Consent: Sendable, Hashable {
        var account: String
        var subject: String
        /// The address the app sees.
        var email: String
        var isRelay: Bool
        /// The person's id under the team the app moved to.
        var transferSubject: String?
    }

    /// A page somebody has open.
    struct Visit: Sendable {
        enum Step: Sendable { case signIn, code, consent }

        var request: AuthorizeRequest
        var step = Step.signIn
        var account: String?
        var expires: Timestamp
    }

    /// A code that was given out.
    struct Grant: Sendable {
        var request: AuthorizeRequest
        var subject: String
        var expires: Timestamp
    }

    /// Accounts by address.
    var accounts: [String: AppleAccount]
    /// Consents by subject.
    var consents: [String: Consent] = [:]
    var visits: [String: Visit] = [:]
    var grants: [String: Grant] = [:]
    /// Subjects by token.
    var refreshTokens: [String: String] = [:]
    var accessTokens: [String: String] = [:]
    var keys: [IssuerKey]
    var settings = AppleIDSettings()
    var faults: [AppleIDEndpoint: Fault] = [:]
    var requests: [AppleIDEndpoint] = []

    /// Pages open at once, and codes not yet exchanged: more than any test has, and few enough to look through. The oldest
    /// goes when there is no room. Choice.
    static let most = 1000

    /// Keeps a page somebody has opened, and gives its key.
    mutating func open(_ visit: Visit, at now: Timestamp) -> String {
        let key = base64URL(randomBytes(16))
        Self.keep(visit, as: key, in: &visits, until: \.expires, at: now)
        return key
    }

    /// Gives a code out.
    mutating func grant(_ grant: Grant, at now: Timestamp) -> String {
        let code = "c." + base64URL(randomBytes(24))
        Self.keep(grant, as: code, in: &grants, until: \.expires, at: now)
        return code
    }

    private static func keep<Value>(
        _ value: Value, as key: String, in values: inout [String: Value], until end: (Value) -> Timestamp,
        at now: Timestamp
    ) {
        values = values.filter { end($0.value) > now }
        if values.count >= most, let oldest = values.min(by: { end($0.value) < end($1.value) })?.key {
            values[oldest] = nil
        }
        values[key] = value
    }

    /// The consent of an account, if there is one.
    func consent(of account: String) -> Consent? { consents.values.first { $0.account == account } }

    /// Takes a consent away: its tokens end, and the next sign-in is a first one again.
    mutating func endConsent(_ subject: String) {
        consents[subject] = nil
        refreshTokens = refreshTokens.filter { $0.value != subject }
        accessTokens = accessTokens.filter { $0.value != subject }
        grants = grants.filter { $0.value.subject != subject }
    }

    /// The fault to happen now, counted.
    mutating func takeFault(at endpoint: AppleIDEndpoint) -> Fault? {
        guard let fault = faults[endpoint] else { return nil }
        guard let times = fault.times else { return fault }
        faults[endpoint] = times > 1 ? Fault(fault.effect, times: times - 1) : nil
        return times > 0 ? fault : nil
    }
}
