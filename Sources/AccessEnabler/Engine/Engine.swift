import AdobePass
import Base
import EntitlementStore
import PlatformAccount

/// Carries the contract's decisions out, one verb after the other (S2.L).
///
/// It knows no rule of the contract: it gathers facts, asks `Contract/`, does what is decided and posts the callbacks.
actor Engine {
    /// What an engine works with; all of it comes from outside.
    struct Surroundings: Sendable {
        var platform: PlatformBehaviour
        /// Where the engine runs.
        var queue: EngineQueue
        var store: any TokenStore
        var storeService: AuthenticationToken.Service
        /// Names the software statement, as the store does.
        var statementDigest: String
        var platformAccount: PlatformAsker
        var services: ServicePool
        var clock: any DeviceClock
        var verbLimit: Duration
        var logoutLimit: Duration
        var deviceInfo: [String: String]
        var log: any LogSink
        var mailbox: Mailbox
        /// Puts news for a waiting flow into the inbox.
        var post: @Sendable (InboxItem) -> Void
        /// The application's own redirect address, for hosts with `handleSVC`.
        var applicationRedirect: RedirectURL?
        /// The redirect address of all others.
        var redirect = RedirectURL.standard
    }

    let surroundings: Surroundings
    nonisolated var unownedExecutor: UnownedSerialExecutor { surroundings.queue.asUnownedSerialExecutor() }
    /// I3; locked, since a second screen's polls read it too.
    let hostOptions = Lock(Options())
    var options: Options { hostOptions.withLock { $0 } }
    /// The requestor named last, whether or not its configuration came.
    var requestor: String?
    /// The last configuration of each requestor this object asked for.
    var configurations: [ExactText: MergedConfiguration] = [:]
    /// Why the requestor named last has no configuration in force.
    var missingConfiguration = AdvancedStatus.noConfiguration
    /// S2.K: what to add to the device's time to judge expiry.
    var clockOffset = Duration.zero
    var hasWarnedOfClock = false
    /// Decisions of preauthorizations by requestor, each for one sign-in.
    var preauthorizations: [ExactText: KeptPreauthorizations] = [:]
    /// What the platform said of the account behind the stored partner token, for the calls about it; nil = no such token.
    var partnerFramework: PartnerFrameworkStatus?
    /// The getAuthentication on its way.
    var flow: Flow?
    /// Counts flows and logouts, so that late news is told from present.
    var lastFlow = 0
    /// S4.S: the MVPD selected for the next getAuthentication.
    var selection: BoundMVPD?
    /// The logout whose page is up.
    var pendingLogout: PendingLogout?

    init(_ surroundings: Surroundings) {
        self.surroundings = surroundings
    }

    /// Runs the inbox until it is closed.
    func run(_ inbox: Inbox) async {
        prepareStore()
        while let item = await inbox.next() {
            if Task.isCancelled { break }
            switch item {
            case .verb(let verb): await perform(verb)
            case .news(let event, let flow): await take(event, of: flow)
            case .logoutTimedOut(let flow):
                if pendingLogout?.id == flow { concludeLogout() }
            }
        }
        // Released: what waits for a person is closed; the mailbox tells nobody any more.
        endFlow()
    }

    private func perform(_ verb: Verb) async {
        switch verb {
        case .setRequestor(let requestor, let urls): await setRequestor(requestor, urls)
        case .checkAuthentication: await checkAuthentication()
        case .getAuthentication(let isForced, let data, let filter):
            await getAuthentication(isForced: isForced, data: data, filter: filter)
        case .setSelectedProvider(let id): await setSelectedProvider(id)
        case .handleExternalURL(let url): await handleExternalURL(url)
        case .logout: await logout()
        case .getMetadata(let key, let arguments): await getMetadata(key, arguments)
        case .setOptions(let options): hostOptions.withLock { $0 = options }  // I3
        case .getSelectedProvider: await getSelectedProvider()
        case .checkAuthorization(let resource, let data):
            await checkAuthorization(ResourceWish(resource: resource, data: data))
        case .getAuthorization(let resource, let data):
            await getAuthorization(ResourceWish(resource: resource, data: data))
        case .checkPreauthorizedResources(let resources, let usesCache):
            await checkPreauthorizedResources(resources, usesCache: usesCache)
        case .preauthorize(let request, let completion): await preauthorize(request, completion)
        }
    }

    func tell(_ callbacks: Callback...) {
        surroundings.mailbox.post(callbacks)
    }

    /// The service's time, as far as it is known (S2.K).
    var now: Timestamp { surroundings.clock.now + clockOffset }

    /// What every call to the service carries, counted from now.
    func serviceCall(deviceID: Secret, deadline: Deadline) -> ServiceCall {
        ServiceCall(
            deadline: deadline, deviceID: deviceID, platform: surroundings.platform, options: options.service,
            partnerFramework: partnerFramework)
    }

    /// Tries something on the store; an error is logged and gives nil.
    func attempt<Value>(_ purpose: String, _ body: (any TokenStore) throws(StoreError) -> Value) -> Value? {
        do {
            return try body(surroundings.store)
        } catch {
            surroundings.log.log(.error, category: "store", "\(purpose): \(error.message)")
            return nil
        }
    }

    /// I2: the integrity check belongs to construction, so the store is opened before the first verb.
    private func prepareStore() {
        _ = attempt("opening") { store throws(StoreError) in try store.deviceID() }
    }
}

extension Options {
    /// I3: as far as they go with requests.
    var service: ServiceOptions {
        ServiceOptions(applicationProfile: applicationProfile, visitorID: visitorID, deviceInfo: deviceInfo)
    }
}
