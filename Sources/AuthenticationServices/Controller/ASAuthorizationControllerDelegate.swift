public import Foundation

/// Hears the outcome of `performRequests`: one of the first two, once, on the main actor.
///
/// Source: "Authentication Services", ASAuthorizationControllerDelegate. All of its methods are optional.
@MainActor
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    /// There is a credential.
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    /// There is none; the error is an `ASAuthorizationError`.
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
    /// The person chose another way to sign in. Never called here: no page offers one.
    func authorizationController(
        _ controller: ASAuthorizationController, didCompleteWithCustomMethod method: ASAuthorizationCustomMethod)
}

extension ASAuthorizationControllerDelegate {
    /// Does nothing.
    public func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {}
    /// Does nothing.
    public func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {}
    /// Does nothing.
    public func authorizationController(
        _ controller: ASAuthorizationController, didCompleteWithCustomMethod method: ASAuthorizationCustomMethod
    ) {}
}

/// Another way to sign in that a person may choose. Raw values: choice.
///
/// Source: "Authentication Services", ASAuthorizationCustomMethod.
public struct ASAuthorizationCustomMethod: RawRepresentable, Sendable, Hashable {
    /// The way's name.
    public let rawValue: String

    /// A way of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// By the TV provider.
    public static let videoSubscriberAccount = ASAuthorizationCustomMethod(rawValue: "videoSubscriberAccount")
    /// By purchases made before.
    public static let restorePurchase = ASAuthorizationCustomMethod(rawValue: "restorePurchase")
    /// Another.
    public static let other = ASAuthorizationCustomMethod(rawValue: "other")
}
