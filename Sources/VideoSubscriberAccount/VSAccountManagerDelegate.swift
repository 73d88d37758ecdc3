public import Foundation
public import PlatformAccount

/// The view controller stand-in, under the name picker code uses.
public typealias UIViewController = PlatformAccount.ViewControllerStandIn

/// Shows and takes away the platform's picker. Called on no particular thread (choice).
///
/// Source: "Video Subscriber Account", VSAccountManagerDelegate.
public protocol VSAccountManagerDelegate: NSObjectProtocol, Sendable {
    /// The picker is to open: nobody is signed in, and the request allows interruption.
    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController)
    /// The picker is over.
    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController)
    /// A supported provider was picked; may it sign in? Optional: yes. Never asked for "Other TV provider".
    func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool
}

extension VSAccountManagerDelegate {
    /// Yes.
    public func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool {
        true
    }
}
