/// What the service's dashboard holds; each value acts from the next request on.
public struct Dashboard: Sendable, Hashable {
    /// The requestors, by id.
    public var requestors: [String: Requestor]
    /// Life of authentication tokens. Default 6 h.
    public var authenticationLife: Duration
    /// Life of authorizations. Default 24 h.
    public var authorizationLife: Duration
    /// Life of media tokens. Default 5 min.
    public var mediaTokenLife: Duration
    /// Life of a session at the providers' identity endpoint, and so of a device's account. Default 30 days.
    public var accountLife: Duration
    /// How many resources one preauthorization may ask about. Default 5.
    public var preauthorizationLimit: Int
    /// `expires_in` of access tokens. Default 21,600 s.
    public var accessTokenLife: Duration
    /// Added to the clock for the `Date` header and every stamp: a service whose time differs from the device's.
    public var clockSkew: Duration
    /// Error bodies in the enhanced form instead of the simple one.
    public var enhancedErrors: Bool
    /// Configuration as XML whatever was asked for.
    public var forcesXML: Bool
    /// Sends `ETag` with configurations and honours `If-None-Match`.
    public var sendsValidators: Bool
    /// Software statements are refused as revoked.
    public var isStatementRevoked: Bool
    /// Limits each client address to 1 request/s after a burst of 10, as the real service does.
    public var throttles: Bool
    /// How REST API V2 answers where the documents leave a choice.
    public var v2 = V2()

    /// A programmer.
    public struct Requestor: Sendable, Hashable {
        /// The id.
        public var id: String
        /// The name.
        public var name: String
        /// Registered domains.
        public var domains: [String]
        /// The MVPDs, in order.
        public var mvpds: [MVPD]

        /// Makes a requestor.
        public init(id: String, name: String, domains: [String], mvpds: [MVPD]) {
            self.id = id
            self.name = name
            self.domains = domains
            self.mvpds = mvpds
        }
    }

    /// An MVPD as one requestor has it.
    public struct MVPD: Sendable, Hashable {
        /// The id.
        public var id: String
        /// The name a person reads.
        public var displayName: String
        /// The logo's address.
        public var logoURL: String
        /// Whether the integration is active.
        public var isIntegrated: Bool
        /// `enablePlatformServices`, by platform (`iOS`, `tvOS`).
        public var enablePlatformServices: [String: Bool]
        /// `boardingStatus`; nil = none, any text allowed.
        public var boardingStatus: String?
        /// `displayInPlatformPicker`
        public var displayInPlatformPicker: Bool
        /// `platformMappingId`
        public var platformMappingID: String?
        /// `requiredMetadataFields`
        public var requiredMetadataFields: [String]
        /// The degradation rule AuthNAll: signs in and permits without the MVPD.
        public var isDegraded: Bool
        /// The degradation rule AuthZAll: permits everything without the MVPD.
        public var permitsEverything: Bool
        /// The degradation rule AuthZNone: denies everything. It beats the other two.
        public var deniesEverything: Bool
        /// What is not permitted, by resource: everything else is.
        ///
        /// A key is the resource, byte for byte; the channel's title of an MRSS fragment; or `*`, all that are not
        /// listed. No temporary pass and no degradation rule minds it.
        public var denials: [String: Denial]
        /// The people's metadata, as JSON texts by key (`"zip": "[\"94040\"]"`).
        public var userMetadata: [String: String]
        /// Keys of `userMetadata` said to be encrypted.
        public var encryptedMetadata: [String]
        /// Who can sign in at the MVPD's page: passwords by user name.
        public var people: [String: String]
        /// The MVPD knows its homes: no page, signed in at once.
        public var signsInWithoutPage: Bool
        /// A temporary pass instead of a real MVPD.
        public var isTempPass: Bool
        /// How long a temporary pass runs from its first authorization, or from its first use until there was one.
        /// Default 1 h.
        public var tempPassLife: Duration
        /// How many resources a promotional temporary pass permits; nil = any number.
        public var tempPassResourceLimit: Int?
        /// Fields added to the configuration, name to text: tomorrow's service.
        public var extraFields: [String: String]

        /// An integrated MVPD; with a mapping id it is SSO supported on both platforms.
        public init(id: String, displayName: String, platformMappingID: String? = nil) {
            self.id = id
            self.displayName = displayName
            logoURL = "https://logos.example/\(id).png"
            isIntegrated = true
            enablePlatformServices = ["iOS": platformMappingID != nil, "tvOS": platformMappingID != nil]
            boardingStatus = platformMappingID == nil ? nil : "SUPPORTED"
            displayInPlatformPicker = platformMappingID != nil
            self.platformMappingID = platformMappingID
            requiredMetadataFields = platformMappingID == nil ? [] : ["userID", "householdID"]
            isDegraded = false
            permitsEverything = false
            deniesEverything = false
            denials = [:]
            userMetadata = ["userID": "\"u-81\"", "householdID": "\"h-7\"", "zip": "[\"94040\"]"]
            encryptedMetadata = []
            people = ["viewer": "secret"]
            signsInWithoutPage = false
            isTempPass = false
            tempPassLife = .seconds(3600)
            extraFields = [:]
        }
    }

    /// An empty dashboard with the default lifetimes.
    public init(requestors: [Requestor]) {
        self.requestors = Dictionary(requestors.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        authenticationLife = .seconds(6 * 3600)
        authorizationLife = .seconds(24 * 3600)
        mediaTokenLife = .seconds(300)
        accountLife = .seconds(30 * 86_400)
        preauthorizationLimit = 5
        accessTokenLife = .seconds(21_600)
        clockSkew = .zero
        enhancedErrors = false
        forcesXML = false
        sendsValidators = true
        isStatementRevoked = false
        throttles = false
    }

    /// The MVPD of a requestor; writing nil removes it, writing to an unknown id adds it.
    public subscript(requestor: String, mvpd: String) -> MVPD? {
        get { requestors[requestor]?.mvpds.first { isSameID($0.id, mvpd) } }
        set {
            guard let list = requestors[requestor]?.mvpds else { return }
            if let index = list.firstIndex(where: { isSameID($0.id, mvpd) }) {
                if let newValue {
                    requestors[requestor]?.mvpds[index] = newValue
                } else {
                    requestors[requestor]?.mvpds.remove(at: index)
                }
            } else if let newValue {
                requestors[requestor]?.mvpds.append(newValue)
            }
        }
    }
}
