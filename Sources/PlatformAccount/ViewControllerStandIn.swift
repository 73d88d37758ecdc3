/// Stands where Apple's frameworks pass a view controller that shows the platform's picker.
///
/// There is nothing to draw on Linux: a host renders `dialog` its own way and answers it. `AccessEnabler` and
/// `VideoSubscriberAccount` know it as `UIViewController`, so that picker code compiles (choice).
public final class ViewControllerStandIn: Sendable {
    /// The picker to render and answer.
    public let dialog: TVProviderDialog

    /// Wraps a picker.
    public init(_ dialog: TVProviderDialog) {
        self.dialog = dialog
    }
}
