import AccessEnabler
import Base
import Dispatch
import PlatformAccount
import TestSupport
import Testing

/// Holds an object so that it can be let go, and tells when everything it was made of is gone.
///
/// The engine alone holds the platform account it was given: once that is gone, nothing runs any more.
final class Holder: Sendable {
    let host = RecordingHost()
    private let core: Lock<AccessEnablerCore?>
    private let seen: Lock<Weak>
    private let gone = Gate()
    private let queue = DispatchQueue(label: "Holder.callbacks")

    private struct Weak {
        weak var core: AccessEnablerCore?
    }

    init(_ world: World, change: (inout Settings) -> Void = { _ in }) {
        let queue = queue
        let made = world.core(account: Witness(world.platform, gone: gone), host: host) { settings in
            settings.callbackExecutor = { queue.async(execute: $0) }
            change(&settings)
        }
        core = Lock(made)
        seen = Lock(Weak(core: made))
    }

    func use(_ body: (AccessEnablerCore) -> Void) {
        if let core = core.withLock({ $0 }) { body(core) }
    }

    func release() {
        let last = core.withLock { core in
            defer { core = nil }
            return core
        }
        withExtendedLifetime(last) {}
    }

    /// Also waits until the callbacks' queue has done what it was given.
    func waitUntilGone(sourceLocation: SourceLocation = #_sourceLocation) async {
        await watched("the object's end", sourceLocation) { [gone] in await gone.wait() }
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    var isReleased: Bool { seen.withLock { $0.core == nil } }
}

/// Passes everything on, and opens a gate when it is released.
private final class Witness: PlatformAccountBackend {
    private let backend: ScriptedPlatformAccount
    private let gone: Gate

    init(_ backend: ScriptedPlatformAccount, gone: Gate) {
        self.backend = backend
        self.gone = gone
    }

    deinit { gone.open() }

    func permission(prompting: Bool) async throws(PlatformAccountError) -> AccessPermission {
        try await backend.permission(prompting: prompting)
    }

    func account(
        _ request: AccountRequest, presenter: (any TVProviderPresenter)?
    ) async throws(PlatformAccountError) -> AccountMetadata {
        try await backend.account(request, presenter: presenter)
    }
}

/// An executor operated by hand: takes work, and does it when told.
final class HandOperated: Sendable {
    private let waiting = Lock<[@Sendable () -> Void]>([])
    private let taken = Recorder<Void>()

    func take(_ work: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(work) }
        taken.add(())
    }

    /// Returns once so much work has been taken.
    func wait(for count: Int) async { await taken.wait(for: count) }

    func runOne() {
        let work = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        work?()
    }
}
