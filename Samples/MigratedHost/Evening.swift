import AccessEnabler
import Dispatch

/// What the app does in an evening: starts, signs in, looks what may be played, plays, signs out.
final class Evening {
    let manager: EntitlementManager
    private let queue: DispatchQueue
    private let room: LivingRoom
    private let tell: (String) -> Void

    /// An evening on `queue`, the callback queue; each line of its transcript goes to `tell`.
    init(_ manager: EntitlementManager, on queue: DispatchQueue, tell: @escaping (String) -> Void) {
        self.manager = manager
        self.queue = queue
        self.tell = tell
        room = LivingRoom(manager, on: queue, provider: "EastFiber")
        manager.note = { tell("    < \($0)") }
    }

    func start(_ accessEnabler: AccessEnabler) async -> Bool {
        await perform("start") { manager, done in
            manager.start(accessEnabler, requestor: "NORTHSTAR", completion: done)
        }
    }

    func login() async -> Bool {
        await perform("login") { manager, done in manager.login(completion: done) }
    }

    func zip() async -> [String] {
        let zip: Any? = await perform("metadata(\"zip\")") { manager, done in
            manager.metadata("zip", completion: done)
        }
        return zip as? [String] ?? []
    }

    func unlocked(among resources: [String]) async -> [String] {
        await perform("unlocked(among: \(resources.joined(separator: ", ")))") { manager, done in
            manager.unlocked(among: resources, completion: done)
        }
    }

    func decisions(for resources: [String]) async -> PreauthorizeResponse {
        let response = await perform("decisions(for: \(resources.joined(separator: ", ")))") { manager, done in
            manager.decisions(for: resources, completion: done)
        }
        for decision in response.getDecisions() {
            let reason = decision.getError()?.getDetails() ?? ""
            tell("    \(decision.getId()): \(decision.isAuthorized() ? "open" : "locked. \(reason)")")
        }
        return response
    }

    func play(_ resource: String) async -> (token: String?, message: String) {
        await perform("play(\"\(resource)\")") { manager, done in
            manager.play(resource) { token, message in done((token, message)) }
        }
    }

    func logout() async -> Bool {
        await perform("logout") { manager, done in manager.logout(completion: done) }
    }

    /// What went to the app's analytics, a line an event.
    func analytics() async -> [String] {
        await withCheckedContinuation { continuation in
            queue.async { [manager] in
                continuation.resume(
                    returning: manager.analytics.map { $0.map { "\($0)" }.joined(separator: ",") })
            }
        }
    }

    /// Calls the manager where its callbacks arrive, as an app does on its main queue.
    private func perform<Answer>(
        _ name: String, _ call: @escaping (EntitlementManager, @escaping (Answer) -> Void) -> Void
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            queue.async { [manager, tell] in
                tell("  > \(name)")
                call(manager) { continuation.resume(returning: $0) }
            }
        }
    }
}
