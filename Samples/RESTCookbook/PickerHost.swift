import Foundation
import VideoSubscriberAccount

/// The host's side of the platform's picker. A real one draws `viewController.dialog` and answers it.
final class PickerHost: NSObject, VSAccountManagerDelegate {
    private let tell: @Sendable (Cookbook.Line) -> Void

    init(_ tell: @escaping @Sendable (Cookbook.Line) -> Void) {
        self.tell = tell
    }

    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        tell(Cookbook.Line(step: 4, outcome: "the picker opens"))
    }

    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        tell(Cookbook.Line(step: 4, outcome: "the picker closes"))
    }
}
