// @unchecked: `arguments` is the host's own; it is read where the host calls, and handed back unread.

/// `getMetadata` as a host of the original SDK asks it.
struct MetadataQuestion: @unchecked Sendable {
    /// The opcode as given, for `forKey`; -1 for none (choice).
    let opcode: Int32
    /// The host's dictionary, to be handed back.
    let arguments: [AnyHashable: Any]?
    /// What it asks for.
    let key: MetadataKey

    /// Reads a host's dictionary. One that names nothing known asks for something that never exists.
    init(_ arguments: [AnyHashable: Any]?) {
        let opcode = HostValue.number(arguments?[METADATA_OPCODE_KEY]) ?? -1
        self.opcode = opcode
        self.arguments = arguments
        key = Self.key(opcode, arguments) ?? .authorizationExpiry(resource: "")
    }

    private static func key(_ opcode: Int32, _ arguments: [AnyHashable: Any]?) -> MetadataKey? {
        switch opcode {
        case METADATA_AUTHENTICATION: return .authenticationExpiry
        case METADATA_AUTHORIZATION:
            return HostValue.text(arguments?[METADATA_RESOURCE_ID_KEY]).map { .authorizationExpiry(resource: $0) }
        case METADATA_DEVICE_ID: return .deviceID
        case METADATA_USER_META:
            return HostValue.text(arguments?[METADATA_USER_META_KEY]).map { .userMetadata($0) }
        default: return nil
        }
    }
}
