import AdobePass
import Base
import EntitlementStore

/// Which API of the service, and where.
public enum ServiceSelection: Sendable, Hashable {
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
        }
    }

    private var standardURL: String {
        switch self {
        case .restV1: return ServiceURL.production
        case .restV1At(let url): return ServiceURL.base(url)
        }
    }

    /// The services of one object; registrations are kept in its store.
    func pool(_ softwareStatement: Secret, _ store: any TokenStore, _ queue: EngineQueue, _ settings: Settings)
        -> ServicePool
    {
        let transport = settings.transport ?? settings.standardTransport
        return ServicePool(standardURL: standardURL, clock: settings.clock) { url in
            RESTv1(
                RESTv1.Environment(
                    baseURL: url, softwareStatement: softwareStatement, transport: transport, clock: settings.clock,
                    random: settings.random, credentials: StoredCredentials(store: store, queue: queue),
                    configurations: StoredConfigurations(store: store, queue: queue, log: settings.log),
                    deviceInfo: settings.allDeviceInfo, pacesLoopback: settings.pacesLoopback,
                    requestLimit: settings.requestLimit, log: settings.log))
        }
    }
}
