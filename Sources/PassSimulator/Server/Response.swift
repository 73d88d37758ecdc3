/// An answer.
struct Response: Sendable {
    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    /// An answer without a body.
    init(_ status: Int, headers: [(name: String, value: String)] = []) {
        self.status = status
        self.headers = headers
        body = []
    }

    /// An answer with a text.
    init(_ status: Int, _ body: String, contentType: String, headers: [(name: String, value: String)] = []) {
        self.status = status
        self.headers = [("Content-Type", contentType)] + headers
        self.body = Array(body.utf8)
    }

    /// An answer in JSON.
    init(_ status: Int, _ json: JSON, headers: [(name: String, value: String)] = []) {
        self.init(status, json.text, contentType: "application/json;charset=UTF-8", headers: headers)
    }
}
