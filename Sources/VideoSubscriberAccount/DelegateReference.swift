import Base
import PlatformAccount

/// A weak reference that any thread may read.
final class DelegateReference: Sendable {
    private struct State {
        weak var delegate: (any VSAccountManagerDelegate)?
    }

    private let state = Lock(State())

    var delegate: (any VSAccountManagerDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }
}

/// The platform account of the process.
enum ProcessAccount {
    private static let stored = Lock<any PlatformAccountBackend>(AbsentPlatformAccount())

    static var backend: any PlatformAccountBackend {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}
