import FoundationEssentials

/// The answer to a configuration request, JSON or XML.
enum ConfigurationBody {
    static func parse(
        _ body: Data, contentType: String?, requestor: String
    ) throws(UnreadableAnswer) -> RequestorConfiguration {
        throw UnreadableAnswer("the configuration cannot be read yet")
    }
}
