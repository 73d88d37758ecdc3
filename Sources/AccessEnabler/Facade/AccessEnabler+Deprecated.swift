// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

// What the original had until 3.0. Signatures, secrets and keys are not used any more: the software statement took their
// place, and keeping them out of requests is all that is left to do with them.
// Source: "iOS/tvOS SDK API Reference", "iOS/tvOS v3.x Migration Guide".
extension AccessEnabler {
    /// See `setRequestor(_:)`.
    @available(*, deprecated, message: "Signatures ended with 3.0: call setRequestor(_:)")
    public func setRequestor(_ requestorID: String!, signedRequestorID: String!) {
        setRequestor(requestorID)
    }

    /// See `setRequestor(_:serviceProviders:)`.
    @available(*, deprecated, message: "Signatures ended with 3.0: call setRequestor(_:serviceProviders:)")
    public func setRequestor(_ requestorID: String!, signedRequestorID: String!, serviceProviders urls: [Any]!) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// See `setRequestor(_:)`.
    @available(*, deprecated, message: "Signatures ended with 3.0: call setRequestor(_:)")
    public func setRequestor(
        _ requestorID: String!, signedRequestorID: String!, secret: String!, publicKey: String!
    ) {
        setRequestor(requestorID)
    }

    /// See `setRequestor(_:serviceProviders:)`.
    @available(*, deprecated, message: "Signatures ended with 3.0: call setRequestor(_:serviceProviders:)")
    public func setRequestor(
        _ requestorID: String!, signedRequestorID: String!, serviceProviders urls: [Any]!, secret: String!,
        publicKey: String!
    ) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// See `setRequestor(_:)`; with the label of the original's own migration guide.
    @available(*, deprecated, message: "Signatures ended with 3.0: call setRequestor(_:)")
    public func setRequestor(_ requestorID: String!, setSignedRequestorId: String!) {
        setRequestor(requestorID)
    }

    /// See `setRequestor(_:)`; with the label of the original's own migration guide.
    @available(*, deprecated, message: "Signatures ended with 3.0: call setRequestor(_:)")
    public func setRequestor(
        _ requestorID: String!, setSignedRequestorId: String!, secret: String!, publicKey: String!
    ) {
        setRequestor(requestorID)
    }

    /// Ends a login or logout page, as `handleExternalURL(ADOBEPASS_REDIRECT_URL)`.
    @available(*, deprecated, renamed: "handleExternalURL(_:)", message: "Pass the address the page ended at")
    public func getAuthenticationToken() {
        handleExternalURL(ADOBEPASS_REDIRECT_URL)
    }
}
