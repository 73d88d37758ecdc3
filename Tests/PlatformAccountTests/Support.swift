import Base
import Testing

@testable import PlatformAccount

typealias Scripted = ScriptedPlatformAccount

/// A platform with permission granted and `provider` signed in, changed by `body`.
func platform(
    signedIn provider: String? = "adobe-tv", clock: any DeviceClock = ManualClock(),
    _ body: (inout Scripted.Script) -> Void = { _ in }
) -> Scripted {
    var script = Scripted.Script()
    script.account = provider.map { Scripted.Account(providerIdentifier: $0) }
    body(&script)
    return Scripted(script, clock: clock)
}

/// The question of steps 2 and 3: local only, nothing shown.
let silent = AccountRequest()

/// The question with attributes.
let withAttributes = AccountRequest(
    channelIdentifier: "https://saml.sp.auth.adobe.com", verificationToken: "payload", attributeNames: ["userID"])

/// The question of step 4: the person may be interrupted.
let interrupting = AccountRequest(isInterruptionAllowed: true)

/// Presents nothing; remembers what it was told, and does what a person would.
final class RecordingPresenter: TVProviderPresenter {
    enum Event: Equatable { case present([String]), dismiss([String]) }

    private let state = Lock<(events: [Event], dialogs: [TVProviderDialog])>(([], []))
    private let gate = OneAnswer<TVProviderDialog>()
    private let person: @Sendable (TVProviderDialog) -> Void

    init(person: @escaping @Sendable (TVProviderDialog) -> Void = { _ in }) { self.person = person }

    var events: [Event] { state.withLock { $0.events } }
    var dialogs: [TVProviderDialog] { state.withLock { $0.dialogs } }

    /// The first dialog, once it is presented.
    func firstDialog() async -> TVProviderDialog? { await gate.wait() }

    func present(_ dialog: TVProviderDialog) {
        note(dialog) { .present($0) }
        gate.give(dialog)
        person(dialog)
    }

    func dismiss(_ dialog: TVProviderDialog) { note(dialog) { .dismiss($0) } }

    private func note(_ dialog: TVProviderDialog, _ event: ([String]) -> Event) {
        let event = event(dialog.providers.map(\.identifier))
        state.withLock {
            $0.events.append(event)
            $0.dialogs.append(dialog)
        }
    }

    /// Present and dismiss came once each, in that order, with one dialog.
    var isPaired: Bool {
        let (events, dialogs) = state.withLock { ($0.events, $0.dialogs) }
        guard events.count == 2, case .present(let shown) = events[0] else { return false }
        return events[1] == .dismiss(shown) && dialogs[0] === dialogs[1]
    }
}

/// Every code the platform knows, and one it does not.
let everyCode = (0...7).map(PlatformAccountError.Code.init(rawValue:)) + [PlatformAccountError.Code(rawValue: 4242)]
