/// A verb as a value, as it waits in the inbox.
enum Verb: Sendable {
    case setRequestor(String, serviceProviders: [String])
    case checkAuthentication
    case getMetadata(MetadataKey, arguments: [String: String])
    case setOptions(Options)
}
