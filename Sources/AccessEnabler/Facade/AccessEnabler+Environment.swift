public import AdobePass
public import Base
public import Dispatch
import FoundationEssentials
public import PlatformAccount

extension AccessEnabler {
    /// What the original SDK finds in the application's Info.plist and in the system, said in one place.
    ///
    /// Everything has a default: REST API V2 in production, iOS behaviour, a device without TV provider accounts, callbacks on the main
    /// queue. Design choice: there is no such thing in the original.
    public struct Environment: Sendable {
        /// The software statement for `AccessEnabler()`; nil = the process's variable
        /// `ACCESSENABLER_SOFTWARE_STATEMENT`. Without either the service refuses: `setRequestor` gives R400 and 0.
        public var softwareStatement: Secret?
        /// Names the store, as the bundle id does; objects and processes with the same id share one.
        public var applicationID: String
        /// iOS or tvOS behaviour.
        public var platform: PlatformBehaviour
        /// Which API, and where; `setRequestor(_:serviceProviders:)` still names other places.
        public var service: ServiceSelection
        /// Who keeps the person's TV provider account.
        public var platformAccount: any PlatformAccountBackend
        /// Everything else, such as the store's folder, limits, the log and the application's own redirect address (its
        /// URL scheme on iOS). A `callbackExecutor` set here counts instead of `callbackQueue`.
        public var settings: Settings
        /// Where callbacks arrive, one at a time and in order, also on a concurrent queue.
        ///
        /// The main queue by default, as on iOS. It must be served: by an async `main`, `dispatchMain()`, or Foundation's
        /// `RunLoop.main.run()`. A host that does none of these names another queue, or hears nothing.
        public var callbackQueue: DispatchQueue

        /// Makes an environment.
        /// - Parameters:
        ///   - softwareStatement: for `AccessEnabler()`.
        ///   - applicationID: names the store; nil = the process's name.
        ///   - platform: iOS or tvOS behaviour.
        ///   - service: which API, and where.
        ///   - platformAccount: by default a device without any account.
        ///   - settings: everything with a default.
        ///   - callbackQueue: where callbacks arrive.
        public init(
            softwareStatement: Secret? = nil, applicationID: String? = nil,
            platform: PlatformBehaviour = .iOS, service: ServiceSelection = .restV2,
            platformAccount: any PlatformAccountBackend = AbsentPlatformAccount(), settings: Settings = Settings(),
            callbackQueue: DispatchQueue = .main
        ) {
            self.softwareStatement = softwareStatement
            self.applicationID = applicationID ?? ProcessInfo.processInfo.processName
            self.platform = platform
            self.service = service
            self.platformAccount = platformAccount
            self.settings = settings
            self.callbackQueue = callbackQueue
        }
    }

    private static let current = Lock(Environment())

    /// The environment of the objects made from now on; the one line a host adds, before its first `AccessEnabler`.
    public static var environment: Environment {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

extension AccessEnabler.Environment {
    private static let statementVariable = "ACCESSENABLER_SOFTWARE_STATEMENT"

    /// The statement of an object made without one.
    var statement: String {
        softwareStatement?.exposed ?? ProcessInfo.processInfo.environment[Self.statementVariable] ?? ""
    }

    /// The core of one object.
    func core(
        statement: String, check: StorageIntegrityCheck, delegate: any AccessEnablerDelegate
    ) -> AccessEnablerCore {
        var settings = settings
        if settings.callbackExecutor == nil {
            settings.callbackExecutor = { [callbackQueue] work in callbackQueue.async(execute: work) }
        }
        return AccessEnablerCore(
            softwareStatement: statement, applicationID: applicationID, platform: platform, integrityCheck: check,
            service: service, platformAccount: platformAccount, settings: settings, delegate: delegate)
    }
}
