public import Foundation

/// Where the host wants the provider's page to appear: its window, or whatever stands for one. Subclass it to carry what
/// the page presenter needs.
///
/// Source: "Authentication Services", ASPresentationAnchor, which is a window there.
@MainActor
open class ASPresentationAnchor: NSObject {
    /// An anchor without anything.
    public nonisolated override init() {}
}

/// Tells over which window the provider's page is to appear.
///
/// Optional here: without it the page presenter gets no anchor (choice).
///
/// Source: "Authentication Services", ASAuthorizationControllerPresentationContextProviding.
@MainActor
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    /// The window.
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}
