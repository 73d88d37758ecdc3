import AccessEnabler
import Base
import Dispatch
import PassSimulator
import TestSupport
import Testing

/// A host of the original SDK that keeps every callback in order, in words, and may do something inside one.
final class OldHost: EntitlementDelegate, EntitlementStatus, Sendable {
    let lines = Recorder<String>()
    /// What came that words do not tell.
    let pickers = Lock<[UIViewController]>([])
    private let reaction = Lock<(@Sendable (String) -> Void)?>(nil)

    init(_ reaction: (@Sendable (String) -> Void)? = nil) {
        if let reaction { react(reaction) }
    }

    /// Does `reaction` inside each callback from now on.
    func react(_ reaction: @escaping @Sendable (String) -> Void) {
        self.reaction.withLock { $0 = reaction }
    }

    /// Returns once a line that begins so has come; a watchdog turns never into a failure.
    func wait(for prefix: String, count: Int = 1) async {
        await watched("\(count) times \(prefix)") { [lines] in
            while true {
                // One look: what comes after it is waited for.
                let seen = lines.values
                if seen.count(where: { $0.hasPrefix(prefix) }) >= count { return }
                await lines.wait(for: seen.count + 1)
            }
        }
    }

    private func note(_ line: String) {
        lines.add(line)
        reaction.withLock { $0 }?(line)
    }

    func setRequestorComplete(_ status: Int32) { note("setRequestorComplete \(status)") }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        note("setAuthenticationStatus \(status) \(code ?? "nil")")
    }

    func setToken(_ token: String!, forResource resource: String!) {
        note("setToken \(token ?? "nil") \(resource ?? "nil")")
    }

    func preauthorizedResources(_ resources: [Any]!) {
        note("preauthorizedResources \(resources as? [String] ?? ["?"])")
    }

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        note("tokenRequestFailed \(resource ?? "nil") \(code ?? "nil") \(description ?? "nil")")
    }

    func selectedProvider(_ mvpd: MVPD!) { note("selectedProvider \(Self.words(mvpd))") }

    func displayProviderDialog(_ mvpds: [Any]!) {
        note("displayProviderDialog \((mvpds ?? []).map { Self.words($0 as? MVPD) })")
    }

    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        note("sendTrackingData \(event) \(data as? [String] ?? ["?"])")
    }

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        let call = arguments.map { "\($0["call"] ?? "none")" } ?? "nil"
        note("setMetadataStatus \(metadata.map { "\($0)" } ?? "nil") \(encrypted) \(key) \(call)")
    }

    func navigate(toUrl url: String!) { note("navigate \(url ?? "nil")") }
    func navigate(toUrl url: String!, useSVC: Bool) { note("navigate \(url ?? "nil") \(useSVC)") }

    func presentTvProviderDialog(_ viewController: UIViewController!) {
        pickers.withLock { $0.append(viewController) }
        note("present \(viewController.dialog.providers.map(\.identifier))")
    }

    func dismissTvProviderDialog(_ viewController: UIViewController!) {
        pickers.withLock { $0.append(viewController) }
        note("dismiss")
    }

    func status(_ statusDictionary: [AnyHashable: Any]!) {
        let level = statusDictionary["level"] as? String ?? "nil"
        note("status \(statusDictionary["errorId"] as? String ?? "nil") \(level)")
    }

    private static func words(_ mvpd: MVPD?) -> String {
        guard let mvpd else { return "nil" }
        let values = [
            mvpd.id, mvpd.displayName, mvpd.logoURL, "\(mvpd.enablePlatformServices)", mvpd.boardingStatus,
        ]
        return values.map { $0 ?? "nil" }.joined(separator: "|")
    }
}

extension World {
    /// What an app of the original SDK says here.
    func environment(
        _ platform: PlatformBehaviour = .iOS, queue: DispatchQueue = DispatchQueue(label: "World.callbacks")
    ) -> AccessEnabler.Environment {
        AccessEnabler.Environment(
            softwareStatement: Secret(simulator.softwareStatement), applicationID: "tv.example.app",
            platform: platform, service: .restV1At(simulator.baseURL), platformAccount: self.platform,
            settings: settings, callbackQueue: queue)
    }

    /// An object of the original SDK, and its host.
    func facade(_ host: OldHost, _ platform: PlatformBehaviour = .iOS) -> AccessEnabler {
        let accessEnabler = AccessEnabler(environment: environment(platform))
        accessEnabler.delegate = host
        accessEnabler.statusDelegate = host
        return accessEnabler
    }
}
