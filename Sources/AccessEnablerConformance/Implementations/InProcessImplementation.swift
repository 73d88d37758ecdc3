public import AccessEnabler
import Base
import EntitlementStore
import FoundationEssentials
import PlatformAccount

/// `AccessEnablerCore` in this process, on its real store and real HTTP.
public struct InProcessImplementation: Implementation {
    /// Makes the adapter.
    public init() {}

    /// The core's name.
    public var name: String { "AccessEnablerCore" }

    /// All of them.
    public var capabilities: Set<Capability> { Set(Capability.allCases) }

    /// See `Implementation`.
    public func make(
        _ context: ImplementationContext, receive: @escaping @Sendable (Callback) -> Void
    ) async throws -> any ImplementationInstance {
        InProcessInstance(context, receive)
    }

    /// See `Implementation`.
    public func seed(_ tokens: [SeededToken], in context: ImplementationContext) async throws {
        let store = SQLiteTokenStore(
            directory: context.storeDirectory, applicationID: context.applicationID, log: LineLog(take: context.log))
        let isV2 = context.service == .v2
        // On V2 a token goes with its client, which has registered before.
        let client =
            isV2
            ? try store.credentials(
                serviceURL: context.serviceURL,
                statementDigest: AccessEnablerCore.statementDigest(context.softwareStatement)) : nil
        for token in tokens {
            let saved = AuthenticationToken(
                requestor: token.requestor, mvpd: token.mvpd, kind: .regular,
                service: isV2 && !token.isOfV1 ? .restV2 : .restV1,
                expires: context.clock.now + token.life, userID: Secret(Programme.userID),
                deviceID: token.isForeign ? Secret(String(repeating: "f", count: 64)) : try store.deviceID(),
                platformProviderID: nil, serviceURL: context.serviceURL, clientID: token.isOfV1 ? nil : client?.clientID
            )
            try store.save(saved)
            for resource in token.authorizations {
                try store.save(
                    AuthorizationToken(resource: resource, expires: saved.expires), under: saved,
                    at: context.clock.now)
            }
        }
    }

    /// See `Implementation`.
    public func secrets(in context: ImplementationContext) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: context.storeDirectory)) ?? []
        return names.filter { $0.hasSuffix(".sqlite") }.flatMap { name in
            (try? Self.secrets(of: SQLiteFile(path: context.storeDirectory + "/" + name))) ?? []
        }
    }

    private static func secrets(of file: SQLiteFile) throws -> [String] {
        try ["SELECT id FROM device", "SELECT client_secret FROM credentials", "SELECT access_token FROM credentials"]
            .flatMap { sql in
                try file.rows(sql) { (row) throws(SQLiteError) in try row.optionalText(0) }.compactMap { $0 }
            }
    }
}

private final class InProcessInstance: ImplementationInstance {
    private let core: Lock<AccessEnablerCore?>
    private let host: Host

    init(_ context: ImplementationContext, _ receive: @escaping @Sendable (Callback) -> Void) {
        host = Host(receive: receive)
        core = Lock(
            AccessEnablerCore(
                softwareStatement: context.softwareStatement, applicationID: context.applicationID,
                platform: context.platform, integrityCheck: context.integrityCheck,
                service: context.selection, platformAccount: context.platformAccount,
                settings: context.settings, delegate: host))
    }

    func perform(_ verb: Verb) {
        guard let core = core.withLock({ $0 }) else { return }
        switch verb {
        case .setRequestor(let requestor, let serviceProviders):
            core.setRequestor(requestor, serviceProviders: serviceProviders)
        case .checkAuthentication:
            core.checkAuthentication()
        case .getMetadata(let key, let arguments):
            core.getMetadata(key, arguments: arguments)
        case .setOptions(let options):
            core.setOptions(options)
        case .getAuthentication(let forced, let filter):
            core.getAuthentication(forceAuthn: forced, filter: filter)
        case .setSelectedProvider(let mvpd):
            core.setSelectedProvider(mvpd)
        case .handleExternalURL(let url):
            core.handleExternalURL(url)
        case .logout:
            core.logout()
        case .getSelectedProvider:
            core.getSelectedProvider()
        case .checkAuthorization(let resource, let data):
            core.checkAuthorization(resource, data: data)
        case .getAuthorization(let resource, let data):
            core.getAuthorization(resource, data: data)
        case .checkPreauthorizedResources(let resources, let cache):
            core.checkPreauthorizedResources(resources, cache: cache)
        case .preauthorize(let request):
            core.preauthorize(request) { [host] in host.preauthorizeResponse($0) }
        }
    }

    func release() {
        // Taken out under the lock, released outside: the object's end may call anything.
        let released = core.withLock { core in
            defer { core = nil }
            return core
        }
        _ = released
    }
}

extension ImplementationContext {
    /// Everything else, as cases need it: no chance, every log line.
    var settings: Settings {
        Settings(
            storeDirectory: storeDirectory, clock: clock, random: { 0.5 }, log: LineLog(take: log),
            pacesLoopback: pacesService, applicationRedirectURL: redirectURL)
    }

    /// The API to ask, at the service's address.
    var selection: ServiceSelection {
        switch service {
        case .v1: .restV1At(serviceURL)
        case .v2: .restV2At(serviceURL)
        }
    }
}

/// The host's delegate: every callback as a value.
private final class Host: AccessEnablerDelegate {
    private let receive: @Sendable (Callback) -> Void

    init(receive: @escaping @Sendable (Callback) -> Void) {
        self.receive = receive
    }

    func setRequestorComplete(_ status: Int) { receive(.setRequestorComplete(status)) }

    func setAuthenticationStatus(_ status: Int, errorCode: String) {
        receive(.setAuthenticationStatus(status, errorCode: errorCode))
    }

    func status(_ status: AdvancedStatus) { receive(.status(status)) }

    func setMetadataStatus(
        _ metadata: JSONValue?, encrypted: Bool, forKey key: MetadataKey, arguments: [String: String]
    ) {
        receive(.setMetadataStatus(metadata, encrypted: encrypted, key: key, arguments: arguments))
    }

    func sendTrackingData(_ data: [String], forEventType event: TrackingEvent) {
        receive(.sendTrackingData(data, event))
    }

    func displayProviderDialog(_ mvpds: [ConfiguredMVPD]) { receive(.displayProviderDialog(mvpds)) }

    func navigateToUrl(_ url: String) { receive(.navigateToUrl(url, useSVC: false)) }

    func navigateToUrl(_ url: String, useSVC: Bool) { receive(.navigateToUrl(url, useSVC: useSVC)) }

    func presentTVProviderDialog(_ dialog: TVProviderDialog) { receive(.presentTVProviderDialog(dialog)) }

    func dismissTVProviderDialog(_ dialog: TVProviderDialog) { receive(.dismissTVProviderDialog(dialog)) }

    func selectedProvider(_ mvpd: ConfiguredMVPD?) { receive(.selectedProvider(mvpd)) }

    func setToken(_ token: String, forResource resource: String) { receive(.setToken(token, resource: resource)) }

    func tokenRequestFailed(_ resource: String, errorCode: String, errorDescription: String) {
        receive(
            .tokenRequestFailed(resource: resource, errorCode: errorCode, errorDescription: errorDescription))
    }

    func preauthorizedResources(_ resources: [String]) { receive(.preauthorizedResources(resources)) }

    /// No method of the delegate: what `preauthorize` calls.
    func preauthorizeResponse(_ response: PreauthorizeResponse) {
        receive(.preauthorizeResponse(response, completion: { _ in }))
    }
}

/// Gives every line, debug ones included, to the runner.
private struct LineLog: LogSink {
    let take: @Sendable (String) -> Void

    func log(_ level: LogLevel, category: String, _ message: @autoclosure () -> String) {
        take("\(category): \(message())")
    }
}
