/// An answer.
package struct Response: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    /// An answer without a body.
    package init(_ status: Int, headers: [(name: String, value: String)] = []) {
        self.status = status
        self.headers = headers
        body = []
    }

    /// An answer with a text.
    package init(
        _ status: Int, _ body: String, contentType: String, headers: [(name: String, value: String)] = []
    ) {
        self.status = status
        self.headers = [("Content-Type", contentType)] + headers
        self.body = Array(body.utf8)
    }

    /// An answer in JSON.
    package init(_ status: Int, _ json: JSON, headers: [(name: String, value: String)] = []) {
        self.init(status, json.text, contentType: "application/json;charset=UTF-8", headers: headers)
    }
}
