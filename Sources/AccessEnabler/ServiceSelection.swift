import AdobePass
import Base
import EntitlementStore

/// Which API of the service, and where.
public enum ServiceSelection: Sendable, Hashable {
    /// REST API V2 at the production host, or where `setRequestor` names service providers: the API that stays.
    case restV2
    /// REST API V2 at this base URL, or where `setRequestor` names service providers.
    case restV2At(String)
    /// REST API V1 at the production host, or where `setRequestor` names service providers.
    case restV1
    /// REST API V1 at this base URL, or where `setRequestor` names service providers.
    case restV1At(String)
}

extension ServiceSelection {
    /// The tokens of each API are kept apart.
    var storeService: AuthenticationToken.Service {
        switch self {
        case .restV1, .restV1At: return .restV1
        case .restV2, .restV2At: return .restV2
        }
    }

    private var standardURL: String {
        switch self {
        case .restV1, .restV2: return ServiceURL.production
        case .restV1At(let url), .restV2At(let url): return ServiceURL.base(url)
        }
    }

    /// The services of one object; registrations are kept in its store.
    func pool(_ softwareStatement: Secret, _ store: any TokenStore, _ queue: EngineQueue, _ settings: Settings)
        -> ServicePool
    {
        let transport = settings.transport ?? settings.standardTransport
        let version = storeService
        return ServicePool(standardURL: standardURL, clock: settings.clock) { url in
            let environment = ServiceEnvironment(
                baseURL: url, softwareStatement: softwareStatement, transport: transport, clock: settings.clock,
                random: settings.random, credentials: StoredCredentials(store: store, queue: queue),
                configurations: StoredConfigurations(store: store, queue: queue, log: settings.log),
                deviceInfo: settings.allDeviceInfo, pacesLoopback: settings.pacesLoopback,
                requestLimit: settings.requestLimit, log: settings.log)
            switch version {
            case .restV1: return RESTv1(environment)
            case .restV2: return RESTv2(environment)
            }
        }
    }
}
