/// What a case may need of an implementation; one without it is not judged by that case.
///
/// Without any capability there are `setRequestor`, `checkAuthentication`, and `getMetadata` for the device id and for
/// `tokenSource`: the runner asks for these two itself.
public enum Capability: String, Sendable, Hashable, CaseIterable {
    // How it is driven.
    /// It can ask the service by REST API V1.
    case speaksV1
    /// It can ask the service by REST API V2.
    case speaksV2
    /// It can behave as on iOS.
    case behavesAsIOS
    /// It can behave as on tvOS.
    case behavesAsTVOS
    /// Several objects can be there at once.
    case severalObjects
    /// The host can call verbs, block or release the object inside a callback.
    case insideCallbacks
    /// It asks the runner for the device's TV provider account.
    case tvProviderAccount
    /// It reads the runner's clock, and waits on it.
    case deviceClock
    /// Its log lines reach the runner.
    case showsLog

    // Its store.
    /// Tokens can be put into its store: regular ones, and ones of another device.
    case seedsTokens
    /// Its store consists of files in the folder it is given, so that they can be damaged from outside.
    case storesFiles
    /// It checks its store when an object is made: `all` and `clear`.
    case checksStore

    // Its verbs.
    /// `setRequestor` with service providers.
    case serviceProviders
    /// `setOptions`
    case options
    /// `getMetadata` for anything.
    case metadata
    /// `getAuthentication`, `setSelectedProvider`, `handleExternalURL`
    case login
    /// `getAuthentication` with a filter.
    case filters
    /// `logout`
    case logout
    /// `getSelectedProvider`
    case selectedProvider
    /// `checkAuthorization`, `getAuthorization`
    case authorization
    /// `checkPreauthorizedResources`
    case preauthorizedResources
    /// `preauthorize`
    case preauthorize
}
