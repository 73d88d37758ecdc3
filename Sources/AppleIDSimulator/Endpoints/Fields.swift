import PassSimulator

/// Parameters by name; one that stands twice, or is not encoded properly, makes them all unusable.
struct Fields {
    private let values: [String: String]

    init?(_ parameters: [Parameter]) {
        var values: [String: String] = [:]
        for parameter in parameters {
            guard let value = parameter.value, values.updateValue(value, forKey: parameter.name) == nil else {
                return nil
            }
        }
        self.values = values
    }

    subscript(name: String) -> String? { values[name] }
}

extension Response {
    /// A refusal as the endpoints for apps write it.
    static func refused(_ error: String, _ status: Int = 400) -> Response {
        Response(status, .object(["error": .string(error)]))
    }
}
