import AdobePass
import FoundationEssentials
import PassSimulator
import PlatformAccount
import SampleSupport
import VideoSubscriberAccount

/// A console host that walks the cookbook's eleven steps itself, on both platforms' behaviour, against the simulated
/// service in this process.
@main
struct RESTCookbook {
    static func main() async throws {
        expectNoOptions(
            about: "RESTCookbook: the cookbook's eleven steps, against a simulated service in this process.")
        let simulator = try PassSimulator()
        defer { simulator.stop() }
        for platform in PlatformBehaviour.allCases {
            try await walk("signed in at the platform", platform, simulator) {
                $0.account = .init(providerIdentifier: "northcable_apple")
            }
            try await walk("a provider is chosen in the picker", platform, simulator) {
                $0.pickerProviders = [PickerProvider(identifier: "northcable_apple", displayName: "North Cable")]
                $0.pickerChoice = .provider("northcable_apple")
                $0.accountsByChoice = ["northcable_apple": .init(providerIdentifier: "northcable_apple")]
            }
            try await walk("\"Other TV provider\" is chosen", platform, simulator) { $0.pickerChoice = .otherProvider }
            try await walk("permission is denied", platform, simulator) { $0.permission = .denied }
        }
    }

    private static func walk(
        _ title: String, _ platform: PlatformBehaviour, _ simulator: PassSimulator,
        _ change: @Sendable (inout ScriptedPlatformAccount.Script) -> Void
    ) async throws {
        print("\(platform.rawValue), \(title)")
        let cookbook = Cookbook(
            simulator, platform, device(simulator, change),
            tell: { line in print("  step \(line.step): \(line.outcome)") })
        if try await cookbook.signIn() { try await cookbook.signOut(mvpd: "NorthCable") }
        print("")
    }

    private static func device(
        _ simulator: PassSimulator, _ change: @Sendable (inout ScriptedPlatformAccount.Script) -> Void
    ) -> ScriptedPlatformAccount {
        let identityProvider = simulator.identityProvider
        var script = ScriptedPlatformAccount.Script()
        script.saml = .endpoint { provider, verificationToken, attributes in
            await identityProvider.samlResponse(
                provider: provider, verificationToken: verificationToken, attributes: attributes)
        }
        change(&script)
        return ScriptedPlatformAccount(script)
    }
}

extension Cookbook {
    /// A cookbook against the simulated service, with a person who signs in at whatever page opens.
    init(
        _ simulator: PassSimulator, _ platform: PlatformBehaviour, _ device: ScriptedPlatformAccount,
        pick: @escaping @Sendable ([ConfiguredMVPD]) -> ConfiguredMVPD? = { $0.first },
        person: Person? = nil, tell: @escaping @Sendable (Line) -> Void
    ) {
        let baseURL = simulator.baseURL
        self.init(
            service: RESTv1(
                RESTv1.Environment(
                    baseURL: baseURL, softwareStatement: Secret(simulator.softwareStatement),
                    transport: CurlTransport(), credentials: InMemoryClientCredentials())),
            accounts: VSAccountManager(platformAccount: device), picker: PickerHost(tell), requestor: "NORTHSTAR",
            platform: platform,
            deviceID: Secret(UUID().uuidString), clock: SystemClock(), pick: pick,
            person: person ?? { session in
                switch platform {
                case .iOS: _ = await SimulatedPerson().signIn(at: session.loginURL)
                case .tvOS: _ = await SimulatedPerson().activate(session.code, at: baseURL)
                }
            }, tell: tell)
    }
}
