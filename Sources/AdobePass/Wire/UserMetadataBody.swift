import FoundationEssentials

/// The answer to `GET tokens/usermetadata`, JSON.
enum UserMetadataBody {
    static func parse(_ body: Data, contentType: String?) throws(UnreadableAnswer) -> UserMetadata {
        throw UnreadableAnswer("the user metadata cannot be read yet")
    }
}
