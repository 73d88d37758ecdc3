import FoundationEssentials

/// The answer to `GET tokens/usermetadata`, JSON.
///
/// Source: "REST API V1", user metadata.
enum UserMetadataBody {
    /// Reads the answer.
    ///
    /// `data` and `encrypted` may be missing; values may be of any JSON type.
    static func parse(_ body: Data, contentType: String?) throws(UnreadableAnswer) -> UserMetadata {
        try JSONBody.read(UserMetadataObject.self, body, contentType: contentType).metadata
    }
}

private struct UserMetadataObject: Decodable {
    let metadata: UserMetadata

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FieldName.self)
        metadata = UserMetadata(
            values: try object.decodeIfPresent([String: JSONValue].self, forKey: FieldName("data")) ?? [:],
            encryptedKeys: Set(try object.decodeIfPresent(TextList.self, forKey: FieldName("encrypted"))?.texts ?? []))
    }
}
