import Foundation
import Testing

@testable import PlatformAccount

@Suite("Identity endpoint's address")
struct IdentityAddressTests {
    @Test(
        "The last address of a file, without comments; none in what is no such file",
        arguments: [
            ("identity = https://a.example\n# identity = https://b.example", "https://a.example"),
            ("identity=https://a.example\nidentity =  https://b.example  # later\n", "https://b.example"),
            ("other = https://a.example", nil), ("identity =", nil), ("", nil),
            ("identity = https://a.example\n" + String(repeating: "\n", count: IdentityAddress.mostBytes), nil),
        ])
    func address(_ file: String, _ address: String?) {
        #expect(IdentityAddress.address(in: Data(file.utf8)) == address)
    }
}
