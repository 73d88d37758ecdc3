import Base
import Foundation
import Testing

private struct Holder: CustomStringConvertible {
    var name = "holder"
    var secret = Secret("SECRET-77")
    var list = [Secret("SECRET-77")]
    var table = ["key": Secret("SECRET-77")]
    var maybe: Secret? = Secret("SECRET-77")
    var description: String { "\(name) \(secret) \(list) \(table) \(String(describing: maybe))" }
}

struct SecretTests {
    private let secret = Secret("SECRET-77")

    @Test("However it is shown, the text does not show")
    func shown() {
        var dumped = ""
        dump(secret, to: &dumped)
        dump(Holder(), to: &dumped)
        dump([secret], to: &dumped)
        let texts = [
            "\(secret)", String(describing: secret), String(reflecting: secret), secret.debugDescription,
            "\(String(describing: Optional(secret)))", "\([secret])", "\(["a": secret])", "\((1, secret))",
            "\(Result<Secret, any Error>.success(secret))", "\(Holder())", String(reflecting: Holder()), dumped,
            "\(Mirror(reflecting: secret).children.map { "\($0)" })", String(describing: Mirror(reflecting: secret)),
        ]
        for text in texts { #expect(!text.contains("SECRET"), "\(text)") }
        #expect("\(secret)" == "<redacted>")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test("It cannot be written as JSON by mistake")
    func json() {
        #expect(!((secret as Any) is any Encodable))
    }

    @Test func itIsComparedAndHashedByItsText() {
        #expect(secret == Secret("SECRET-77"))
        #expect(secret != Secret("SECRET-78"))
        #expect(Set([secret, Secret("SECRET-77")]).count == 1)
        #expect(secret.exposed == "SECRET-77")
        #expect(Secret("").isEmpty && !secret.isEmpty)
    }
}
