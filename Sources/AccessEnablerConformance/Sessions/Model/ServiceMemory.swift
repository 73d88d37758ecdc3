/// What the service remembers of this device, by which its later answers go.
struct ServiceMemory: Sendable {
    /// A sign-in.
    struct SignIn: Sendable, Hashable {
        var mvpd: String
        var isPartner: Bool
        var end: Duration
        /// Authorizations of REST API V1 are of one sign-in.
        var number: Int
    }

    /// A resource permitted on REST API V1.
    struct Permit: Sendable, Hashable {
        var signIn: Int
        var end: Duration
    }

    /// REST API V1: one sign-in a requestor, the last one.
    private(set) var last: [String: SignIn] = [:]
    /// REST API V2: one of each kind a requestor and MVPD.
    private(set) var profiles: [String: [SignIn]] = [:]
    /// REST API V1: by requestor and resource.
    var permits: [String: [String: Permit]] = [:]
    /// Temporary passes, by requestor: from when their time runs, and whether it runs since the first authorization.
    private var passes: [String: (start: Duration, isAuthorized: Bool)] = [:]
    private var count = 0

    /// The life of temporary passes.
    static let passLife = Duration.seconds(7200)

    /// The pass is used: its end.
    mutating func usePass(_ requestor: String, at time: Duration) -> Duration {
        let pass = passes[requestor] ?? (time, false)
        passes[requestor] = pass
        return pass.start + Self.passLife
    }

    /// A resource is permitted by the pass: its time runs from the first one on.
    mutating func authorizePass(_ requestor: String, at time: Duration) -> Duration {
        if passes[requestor]?.isAuthorized != true { passes[requestor] = (time, true) }
        let end = usePass(requestor, at: time)
        last[requestor]?.end = end
        return end
    }

    mutating func keep(_ service: ServiceVersion, requestor: String, mvpd: String, isPartner: Bool, end: Duration) {
        count += 1
        let signIn = SignIn(mvpd: mvpd, isPartner: isPartner, end: end, number: count)
        switch service {
        case .v1:
            last[requestor] = signIn
        case .v2:
            profiles[requestor, default: []].removeAll { $0.mvpd == mvpd && $0.isPartner == isPartner }
            profiles[requestor, default: []].append(signIn)
        }
    }

    func profile(_ requestor: String, _ mvpd: String, isPartner: Bool, at time: Duration) -> SignIn? {
        profiles[requestor]?.first { $0.mvpd == mvpd && $0.isPartner == isPartner && $0.end > time }
    }

    func signIn(_ requestor: String, at time: Duration) -> SignIn? {
        last[requestor].flatMap { $0.end > time ? $0 : nil }
    }

    mutating func forget(_ requestor: String, _ mvpd: String) {
        last[requestor] = nil
        profiles[requestor]?.removeAll { $0.mvpd == mvpd }
    }

    mutating func forgetEverybody() {
        last = [:]
        profiles = [:]
    }
}
