public import AccessEnabler
import Base
import Dispatch
import PlatformAccount

/// The source-compatible facade in this process: the original SDK's class, driven by its own verbs, heard through its own
/// delegates.
public struct FacadeImplementation: Implementation {
    /// Makes the adapter.
    public init() {}

    /// The facade's name.
    public var name: String { "AccessEnabler" }

    /// All of them: the facade hands everything to the core, and everything back.
    public var capabilities: Set<Capability> { Set(Capability.allCases) }

    /// See `Implementation`.
    public func make(
        _ context: ImplementationContext, receive: @escaping @Sendable (Callback) -> Void
    ) async throws -> any ImplementationInstance {
        FacadeInstance(context, receive)
    }

    /// See `Implementation`. The store is the core's.
    public func seed(_ tokens: [SeededToken], in context: ImplementationContext) async throws {
        try await InProcessImplementation().seed(tokens, in: context)
    }

    /// See `Implementation`.
    public func secrets(in context: ImplementationContext) -> [String] {
        InProcessImplementation().secrets(in: context)
    }
}

private final class FacadeInstance: ImplementationInstance {
    private let sdk: Lock<AccessEnabler?>
    private let host: FacadeHost

    init(_ context: ImplementationContext, _ receive: @escaping @Sendable (Callback) -> Void) {
        host = FacadeHost(receive)
        let made = AccessEnabler(
            storageCheck: context.integrityCheck.facade, softwareStatement: context.softwareStatement,
            environment: AccessEnabler.Environment(
                applicationID: context.applicationID, platform: context.platform, service: context.selection,
                platformAccount: context.platformAccount, settings: context.settings,
                callbackQueue: DispatchQueue(label: "conformance.host")))
        made.delegate = host
        made.statusDelegate = host
        sdk = Lock(made)
    }

    func perform(_ verb: Verb) {
        guard let sdk = sdk.withLock({ $0 }) else { return }
        switch verb {
        case .setRequestor(let requestor, let serviceProviders) where serviceProviders.isEmpty:
            sdk.setRequestor(requestor)
        case .setRequestor(let requestor, let serviceProviders):
            sdk.setRequestor(requestor, serviceProviders: serviceProviders)
        case .checkAuthentication:
            sdk.checkAuthentication()
        case .getMetadata(let key, let arguments):
            sdk.getMetadata(FacadeMetadata.question(key, arguments))
        case .setOptions(let options):
            sdk.setOptions(options.dictionary)
        case .getAuthentication(false, nil):
            sdk.getAuthentication()
        case .getAuthentication(let forced, let filter?):
            sdk.getAuthentication(forced, withData: nil, andFilter: filter.dictionary)
        case .getAuthentication(let forced, nil):
            sdk.getAuthentication(forced, withData: nil)
        case .setSelectedProvider(let mvpd):
            sdk.setSelectedProvider(mvpd)
        case .handleExternalURL(let url):
            sdk.handleExternalURL(url)
        case .logout:
            sdk.logout()
        case .getSelectedProvider:
            sdk.getSelectedProvider()
        case .checkAuthorization(let resource, let data) where data.isEmpty:
            sdk.checkAuthorization(resource)
        case .checkAuthorization(let resource, let data):
            sdk.checkAuthorization(resource, withData: data)
        case .getAuthorization(let resource, let data) where data.isEmpty:
            sdk.getAuthorization(resource)
        case .getAuthorization(let resource, let data):
            sdk.getAuthorization(resource, withData: data)
        case .checkPreauthorizedResources(let resources, let cache):
            sdk.checkPreauthorizedResources(resources, cache: cache)
        case .preauthorize(let request):
            let built = PreauthorizeRequest.Builder().setResources(resources: request.resources)
                .disableFeatures(features: request.disabledFeatures).build()
            let take: (PreauthorizeResponse) -> Void = { [host] in host.preauthorizeResponse($0) }
            sdk.preauthorize(built, didCompleteWith: AccessEnablerCallback(onResponse: take, onFailure: take))
        }
    }

    func release() {
        // Taken out under the lock, released outside: the object's end may call anything.
        let released = sdk.withLock { sdk in
            defer { sdk = nil }
            return sdk
        }
        _ = released
    }
}

extension StorageIntegrityCheck {
    fileprivate var facade: IntegrityCheckType {
        switch self {
        case .none: .INTEGRITY_CHECK_NONE
        case .all: .INTEGRITY_CHECK_ALL
        case .clear: .INTEGRITY_CHECK_CLEAR
        }
    }
}

extension Options {
    /// As a host of the original SDK says it.
    fileprivate var dictionary: [AnyHashable: Any] {
        var dictionary: [AnyHashable: Any] = [:]
        if let applicationProfile { dictionary["applicationProfile"] = applicationProfile }
        if let visitorID { dictionary["visitorID"] = visitorID }
        if handleSVC { dictionary["handleSVC"] = true }
        if !deviceInfo.isEmpty { dictionary["device_info"] = deviceInfo }
        return dictionary
    }
}

extension ProviderFilter {
    /// As a host of the original SDK says it.
    fileprivate var dictionary: [AnyHashable: Any] {
        [TV_PROVIDERS: tvProviders, FEATURED_TV_PROVIDERS: featuredTVProviders]
    }
}
