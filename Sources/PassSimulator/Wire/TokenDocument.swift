/// The documents tokens come in: JSON keys and XML children share their names, all values are texts (rest-v1, section 5).
enum TokenDocument {
    /// An answer with these fields, in order.
    static func response(_ root: String, _ fields: [(String, String)], _ format: Format) -> Response {
        switch format {
        case .json: Response(200, .object(fields.map { JSON.Member(name: $0.0, value: .string($0.1)) }))
        case .xml:
            Response(
                200, XML(root, fields.map { XML($0.0, $0.1) }).document,
                contentType: "application/xml;charset=UTF-8")
        }
    }
}
