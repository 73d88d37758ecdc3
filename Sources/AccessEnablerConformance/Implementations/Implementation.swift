public import AccessEnabler
public import Base
public import PlatformAccount

/// An implementation of the contract under test: the only way a case reaches it.
public protocol Implementation: Sendable {
    /// How reports name it.
    var name: String { get }

    /// What the runner may do with it besides its verbs.
    var capabilities: Set<Capability> { get }

    /// Makes one object in this context.
    ///
    /// `receive` is called once for each callback, from wherever the implementation delivers it, and may call verbs,
    /// block, or release the object before it returns: it stands for the host's code.
    func make(
        _ context: ImplementationContext, receive: @escaping @Sendable (Callback) -> Void
    ) async throws -> any ImplementationInstance

    /// Puts tokens into the store an object made in this context would use; see `Capability.seedsTokens`.
    func seed(_ tokens: [SeededToken], in context: ImplementationContext) async throws

    /// What its store in this context holds that nobody may see: client secret, access token, device id.
    func secrets(in context: ImplementationContext) -> [String]

    /// What a reader of a report has to know of it besides what came of the cases, one line each.
    var notes: [String] { get }

    /// Why nothing more is to be run with it, such as a process that does not start any more; nil = all can be run.
    var givenUp: String? { get }

    /// A case gave up after `patience` of real time, and not one callback had come in it.
    func heardNothing(within patience: Duration)
}

extension Implementation {
    /// For implementations of which there is nothing to be known: none.
    public var notes: [String] { [] }

    /// For implementations that can always be run: nil.
    public var givenUp: String? { nil }

    /// For implementations that are not given up: nothing.
    public func heardNothing(within patience: Duration) {}

    /// For implementations whose store tells nothing: none.
    public func secrets(in context: ImplementationContext) -> [String] { [] }

    /// For implementations without `Capability.seedsTokens`: throws.
    public func seed(_ tokens: [SeededToken], in context: ImplementationContext) async throws {
        throw MissingCapability(capability: .seedsTokens)
    }
}

/// One object of an implementation.
public protocol ImplementationInstance: Sendable {
    /// Calls a verb. Returns at once.
    func perform(_ verb: Verb)

    /// Lets the object go, as a host that drops its last reference.
    func release()

    /// Returns once an object let go is gone; throws why it does not go.
    func waitUntilGone() async throws

    /// The clock was moved from outside; returns once the implementation knows. One that reads the clock knows already.
    func noticeTime() async throws
}

extension ImplementationInstance {
    /// For implementations whose objects go at once: nothing.
    public func waitUntilGone() async throws {}

    /// For implementations that read the clock: nothing.
    public func noticeTime() async throws {}
}

/// The public verbs, as values.
public enum Verb: Sendable, Hashable {
    /// `setRequestor(requestor, serviceProviders)`; no service providers = the URL of the context.
    case setRequestor(String, serviceProviders: [String])
    /// `checkAuthentication()`
    case checkAuthentication
    /// `getMetadata(key, arguments)`
    case getMetadata(MetadataKey, arguments: [String: String])
    /// `setOptions(options)`
    case setOptions(Options)
    /// `getAuthentication(forceAuthn, filter)`
    case getAuthentication(forced: Bool, filter: ProviderFilter?)
    /// `setSelectedProvider(mvpd)`
    case setSelectedProvider(String?)
    /// `handleExternalURL(url)`
    case handleExternalURL(String)
    /// `logout()`
    case logout
    /// `getSelectedProvider()`
    case getSelectedProvider
    /// `checkAuthorization(resource, data)`
    case checkAuthorization(String, data: [String: String])
    /// `getAuthorization(resource, data)`
    case getAuthorization(String, data: [String: String])
    /// `checkPreauthorizedResources(resources, cache)`
    case checkPreauthorizedResources([String], cache: Bool)
    /// `preauthorize(request)`; its completion is told as `Callback.preauthorizeResponse`.
    case preauthorize(PreauthorizeRequest)
}

/// What an object is made with.
public struct ImplementationContext: Sendable {
    /// The software statement the service accepts.
    public var softwareStatement: String
    /// Names the store.
    public var applicationID: String
    /// iOS or tvOS behaviour.
    public var platform: PlatformBehaviour
    /// The storage check at construction.
    public var integrityCheck: StorageIntegrityCheck
    /// The API to ask the service by.
    public var service: ServiceVersion
    /// The service's base URL.
    public var serviceURL: String
    /// The application's own redirect address, for pages in a Safari view controller.
    public var redirectURL: String
    /// The folder all stores lie in.
    public var storeDirectory: String
    /// The device's TV provider account.
    public var platformAccount: any PlatformAccountBackend
    /// The device's clock.
    public var clock: any DeviceClock
    /// The service's limit of requests is to be kept although it is on loopback.
    public var pacesService: Bool
    /// Takes every log line, debug ones included.
    public var log: @Sendable (String) -> Void
    /// Takes why the implementation is gone for good, as when its process ended: the case ends at once, and fails.
    public var gone: @Sendable (String) -> Void
}

/// A capability a case needs and an implementation lacks.
public struct MissingCapability: Error, Sendable, Hashable {
    /// Which one.
    public var capability: Capability

    /// Names it.
    public init(capability: Capability) { self.capability = capability }
}

/// A token put into the store before a case.
public struct SeededToken: Sendable, Hashable {
    /// The programmer's id.
    public var requestor: String
    /// The MVPD's id.
    public var mvpd: String
    /// Its life from now on the device's clock.
    public var life: Duration
    /// It is bound to another device id than the store's.
    public var isForeign: Bool
    /// It is of REST API V1, whichever API the case asks by.
    public var isOfV1: Bool
    /// The resources it is authorized for, as long as it lives.
    public var authorizations: [String]

    /// A regular token.
    public init(
        requestor: String = Programme.requestor, mvpd: String, life: Duration = .seconds(6 * 3600),
        isForeign: Bool = false, isOfV1: Bool = false, authorizations: [String] = []
    ) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.life = life
        self.isForeign = isForeign
        self.isOfV1 = isOfV1
        self.authorizations = authorizations
    }
}
