import AccessEnabler

/// An authentication token in the store.
struct ModelToken: Sendable, Hashable {
    let requestor: String
    let mvpd: String
    let kind: Kind
    let end: Duration
    /// The provider of the platform account a partner token came from.
    var provider: String?
    /// MD5 of the person's id, for tracking.
    let person: String
    /// Who let the person in.
    var source = ModelSource.mvpd
    /// Tells tokens apart.
    let number: Int
    /// The person's metadata kept with it; nil = never read.
    var metadata: [String: JSONValue]?

    enum Kind: Sendable, Hashable { case partner, regular }
}

/// An authorization in the store.
struct ModelAuthorization: Sendable, Hashable {
    let requestor: String
    let mvpd: String
    let resource: String
    let end: Duration
    let source: ModelSource
}

/// Who signs in, or permits.
enum ModelSource: Sendable, Hashable { case mvpd, rule, pass }

/// One object of the implementation.
struct ModelObject: Sendable {
    /// The requestor named last.
    var requestor: String?
    /// S2.C1: the last configuration of each requestor stays in force.
    var configurations: [String: [ModelMVPD]] = [:]
    /// S2.L: why there is none; never called = CFG400.
    var missing = "CFG400"
    /// S2.K: what is added to the device's time.
    var clockOffset = Duration.zero
    var hasWarnedOfClock = false
    /// How far the device's clock was ahead when the service last told its time.
    var seenAhead: Duration?
    var hardware = ""
    var handlesSVC = false
    /// S4.S: selected for the next login.
    var selection: String?
    var flow: ModelFlow?
    /// L3: a logout's page is up until then.
    var logoutEnd: Duration?
    /// Decisions of preauthorizations, by requestor, for one token.
    var preauthorized: [String: (Int, [String: Bool])] = [:]
    /// Whom the platform last named as signed in; goes with calls of REST API V2.
    var framework: String?
    var isReleased = false
    /// L5: somebody signed out here before.
    var hasLoggedOut = false

    /// The configuration in force.
    var configuration: [ModelMVPD]? { requestor.flatMap { configurations[$0] } }
}

/// A login that waits for a person.
struct ModelFlow: Sendable, Hashable {
    var stage: Stage
    /// The configuration it began with.
    let configuration: [ModelMVPD]
    /// The token step 3 would have answered 1 for when it began.
    let before: ModelToken?
    let filter: ProviderFilter?
    let handlesSVC: Bool
    /// A2: the resources that wait for its end.
    var waiting: [String] = []

    enum Stage: Sendable, Hashable {
        /// Nothing is waited for: it goes on.
        case going
        /// The permission prompt is up.
        case prompt(number: Int)
        /// The platform's picker is up; these providers may be chosen.
        case picker(allowed: [String], number: Int)
        /// The host's own list is up.
        case dialog
        case page(ModelLogin)
        case screen(ModelLogin)
    }
}

/// The MVPD's own login.
struct ModelLogin: Sendable, Hashable {
    let requestor: String
    let mvpd: String
    /// When page or code came.
    let opened: Duration
    /// Tells pages and codes apart.
    let number: Int
    /// What the store held then: MVPD and end. That is none of this login.
    let earlier: Earlier?
    /// Somebody signed in with it.
    var isUsed = false

    struct Earlier: Sendable, Hashable {
        var mvpd: String
        var end: Duration
    }

    /// The life of codes.
    static let life = Duration.seconds(1800)
}
