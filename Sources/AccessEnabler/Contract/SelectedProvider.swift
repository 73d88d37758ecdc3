import AdobePass
package import EntitlementStore

/// getSelectedProvider, decided (A6).
package enum SelectedProvider {
    /// The MVPD the person is signed in at, else the one whose login is on its way or selected for the next; nil without
    /// a configuration.
    ///
    /// `token` is the one for which step 3 would say 1.
    package static func decide(
        token: AuthenticationToken?, selection: BoundMVPD?, configuration: MergedConfiguration?
    ) -> ConfiguredMVPD? {
        guard let configuration else { return nil }
        if let token, let bound = configuration.mvpd(id: token.mvpd) { return bound.mvpd }
        return selection?.mvpd
    }
}
