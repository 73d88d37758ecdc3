/// The header fields that say which device asks (rest-v2, Headers).
struct DeviceHeaders: Sendable, Hashable {
    /// The device's id, decoded.
    let device: String
    /// `osName` of its information: the platform.
    let platform: String

    /// Reads both fields; each must be there and whole.
    init(_ request: Request) throws(Refusal) {
        device = try Self.device(of: request)
        platform = try Self.platform(of: request)
    }

    /// `AP-Device-Identifier`: `fingerprint`, a space, base64 of the id.
    private static func device(of request: Request) throws(Refusal) -> String {
        let parts = (request.header("AP-Device-Identifier") ?? "").split(separator: " ")
        guard parts.count == 2, parts[0] == "fingerprint", let bytes = decodedBase64(String(parts[1])),
            let id = String(validating: bytes, as: UTF8.self), !id.isEmpty
        else { throw .v2("invalid_header_device_identifier") }
        return id
    }

    /// `X-Device-Info`: base64 of a JSON object with all that is required.
    static func platform(of request: Request) throws(Refusal) -> String {
        guard let text = request.header("X-Device-Info"), let bytes = decodedBase64(text),
            let info = JSON(parsing: bytes)
        else { throw .v2("invalid_header_device_info") }
        for name in ["model", "version", "osName", "osVersion", "connectionType"]
        where info[name]?.string?.isEmpty ?? true {
            throw .v2("invalid_header_device_info", details: "\(name) is missing")
        }
        return info["osName"]?.string ?? ""
    }
}
