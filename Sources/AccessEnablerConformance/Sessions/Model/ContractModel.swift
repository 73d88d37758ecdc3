import AccessEnabler

/// The contract as a model: what the host must be told, step by step.
///
/// Pure, and written from the contract alone: it shares no decision with the implementation it judges. Ids of the
/// contract stand where they are decided, and are counted, so that a run can say what it exercised.
struct ContractModel: Sendable {
    let platform: PlatformBehaviour
    var world: ModelWorld
    /// The store, the latest token last.
    var tokens: [ModelToken] = []
    var authorizations: [ModelAuthorization] = []
    private(set) var objects: [ModelObject] = []
    private(set) var current = 0
    /// What the host must be told in this step.
    private(set) var told: [ExpectedCallback] = []
    /// The conditions this step decided by.
    private(set) var exercised: [String] = []
    private var numbers = 0
    /// The page, code or picker shown last: what a person can act on.
    var lastPage = 0
    var lastCode = 0
    var lastPicker = 0
    var lastPrompt = 0
    /// How long the next poll of a second screen is waited for.
    var pollWait = Duration.seconds(5)

    init(_ service: ServiceVersion, _ platform: PlatformBehaviour) {
        self.platform = platform
        world = ModelWorld(service)
        launch()
    }

    /// The object that is used.
    var object: ModelObject {
        get { objects[current] }
        set { objects[current] = newValue }
    }

    /// The service's time, as far as the object knows it (S2.K).
    var now: Duration { world.deviceTime + object.clockOffset }

    /// I1: no callback.
    mutating func launch() {
        objects.append(ModelObject())
        current = objects.count - 1
        cover("I1")
    }

    mutating func use(_ place: Int) { current = place }

    /// Always.release: what is open is dropped, and nothing comes any more.
    mutating func release() {
        object.flow = nil
        object.logoutEnd = nil
        object.isReleased = true
        cover("Always.release")
    }

    mutating func tell(_ callbacks: ExpectedCallback...) { told += callbacks }

    mutating func cover(_ ids: String...) { exercised += ids }

    mutating func nextNumber() -> Int {
        numbers += 1
        return numbers
    }

    /// Begins a step.
    mutating func begin() {
        told = []
        exercised = []
    }

    // MARK: The store

    /// Words: the stored token is the requestor's latest.
    var latest: ModelToken? {
        guard let requestor = object.requestor else { return nil }
        return tokens.last { $0.requestor == requestor }
    }

    /// Kept per requestor and MVPD; what was authorized under the one before goes with it (A8).
    mutating func save(_ token: ModelToken) {
        remove { $0.requestor == token.requestor && $0.mvpd == token.mvpd }
        tokens.append(token)
        object.preauthorized[token.requestor] = nil
    }

    mutating func remove(_ isGone: (ModelToken) -> Bool) {
        let gone = tokens.filter(isGone)
        tokens.removeAll(where: isGone)
        authorizations.removeAll { authorization in
            gone.contains { $0.requestor == authorization.requestor && $0.mvpd == authorization.mvpd }
        }
    }

    // MARK: Tracking

    /// T1: ok, MVPD, person, already cached, device, client, OS.
    mutating func trackAuthentication(_ token: ModelToken?, isCached: Bool) {
        cover("T1")
        tell(
            .tracking(
                [token == nil ? "false" : "true", token?.mvpd ?? "", token?.person ?? "", isCached ? "true" : "false"]
                    + device))
    }

    /// T2
    mutating func trackSelection(_ mvpd: String) {
        cover("T2")
        tell(.selectionTracking([mvpd] + device))
    }

    /// T3: ok, MVPD, person, cached, error, details, device, client, OS.
    mutating func trackAuthorization(_ token: ModelToken?, isCached: Bool, error: String = "", text: String = "") {
        cover("T3")
        tell(
            .authorizationTracking(
                [
                    error.isEmpty ? "true" : "false", token?.mvpd ?? "", token?.person ?? "",
                    isCached ? "true" : "false", error, text,
                ] + device))
    }

    private var device: [String] {
        let types = [
            "Desktop": "computer", "GamesConsole": "gameconsole", "Tablet": "tablet", "MobilePhone": "mobile",
        ]
        return [types[object.hardware] ?? "unknown", "ios", "Linux"]
    }

    // MARK: Verbs

    /// What the verb tells, up to the next wait for a person.
    mutating func perform(_ verb: Verb) {
        switch verb {
        case .setRequestor(let requestor, _): setRequestor(requestor)
        case .checkAuthentication: checkAuthentication()
        case .getMetadata(let key, _): getMetadata(key)
        case .setOptions(let options):
            cover("I3")
            object.hardware = options.deviceInfo["primaryHardwareType"] ?? ""
            object.handlesSVC = options.handleSVC
        case .getAuthentication(let isForced, let filter): getAuthentication(isForced: isForced, filter)
        case .setSelectedProvider(let id): setSelectedProvider(id)
        case .handleExternalURL(let url): handleExternalURL(url)
        case .logout: logout()
        case .getSelectedProvider: getSelectedProvider()
        case .checkAuthorization(let resource, _): checkAuthorization(resource)
        case .getAuthorization(let resource, _): getAuthorization(resource)
        case .checkPreauthorizedResources(let resources, let usesCache):
            checkPreauthorizedResources(resources, usesCache: usesCache)
        case .preauthorize(let request): preauthorize(request)
        }
    }
}
