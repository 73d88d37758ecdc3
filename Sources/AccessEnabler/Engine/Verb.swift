/// A verb as a value, as it waits in the inbox.
enum Verb: Sendable {
    case setRequestor(String, serviceProviders: [String])
    case checkAuthentication
    case getAuthentication(isForced: Bool, data: [String: String], filter: ProviderFilter?)
    case setSelectedProvider(String?)
    case handleExternalURL(String)
    case logout
    case getMetadata(MetadataKey, arguments: [String: String])
    case setOptions(Options)
    case getSelectedProvider
    case checkAuthorization(String, data: [String: String])
    case getAuthorization(String, data: [String: String])
    case checkPreauthorizedResources([String], usesCache: Bool)
    case preauthorize(PreauthorizeRequest, completion: @Sendable (PreauthorizeResponse) -> Void)
}

/// What waits in the inbox: verbs of the host, and news for a flow that waits for a person.
enum InboxItem: Sendable {
    case verb(Verb)
    /// `flow` tells late news of an abandoned flow from that of the present one.
    case news(GetAuthentication.Event, flow: Int)
    /// The host never came back from the logout page.
    case logoutTimedOut(flow: Int)
}
