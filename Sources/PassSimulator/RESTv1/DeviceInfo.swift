/// The device information of a request: base64 of a JSON object, in `X-Device-Info` or `device_info` (rest-v1, section 2).
struct DeviceInfo: Sendable, Hashable {
    var osName: String

    /// Reads it; nil when there is none, which passes (rest-v1 #2).
    /// - Throws: a refusal when it is there and cannot be read, or lacks a mandatory key.
    init?(of request: Request) throws(Refusal) {
        guard let text = Self.text(of: request) else { return nil }
        guard let bytes = decodedBase64(text), let json = JSON(parsing: bytes), json.members != nil else {
            throw .invalid("The device information is no base64 of a JSON object", code: "invalid_device_info")
        }
        guard json["model"]?.string?.isEmpty == false, let osName = json["osName"]?.string, !osName.isEmpty else {
            throw .invalid("The device information lacks model or osName", code: "invalid_device_info")
        }
        self.osName = osName
    }

    private static func text(of request: Request) -> String? {
        // The header may be percent-encoded or not (rest-v1 #5).
        if let field = request.header("X-Device-Info") { return percentDecoded(field, plusIsSpace: false) ?? field }
        return (request.query + request.form).first { $0.name == "device_info" }.map { $0.value ?? $0.raw }
    }
}

/// Which platform a request comes from.
enum Platform {
    /// `deviceType` if given, else `osName` of the device information; nil when neither tells.
    static func name(of request: Request) -> String? {
        let type = (request.query + request.form).first { $0.name == "deviceType" }?.value
        if let type, !type.isEmpty { return String(type.prefix(50)) }
        guard let info = try? DeviceInfo(of: request) else { return nil }
        return String(info.osName.prefix(50))
    }
}
