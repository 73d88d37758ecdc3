import Base
import Foundation
import TestSupport
import Testing

@testable import AuthenticationServices

private let isOnTestBus = ProcessInfo.processInfo.environment["SECRET_SERVICE_TEST"] != nil

/// In a session of its own, with a service that has nobody's secrets: libsecret and the bus are the real ones.
@Suite("Secret Service")
struct SecretServiceTests {
    @Test("AS.KC6: all of AS.KC1 on a Secret Service, in a session bus of its own", .disabled(if: isOnTestBus))
    func session() throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "secret_service.py").path
        let process = ChildProcess()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-I", script, tests, "--testing-library", "swift-testing", "--filter", "SecretServiceTests/inside",
        ]
        var environment = ProcessInfo.processInfo.environment
        environment["SECRET_SERVICE_TEST"] = "1"
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && text.contains("with 1 test "), "\(text)")
    }

    @Test("AS.KC6: inside", .enabled(if: isOnTestBus))
    func inside() throws {
        let keychain = try #require(SecretServiceKeychain(application: "one"))
        let other = try #require(SecretServiceKeychain(application: "other"))
        #expect(Keychains.standard is SecretServiceKeychain)
        #expect(try keychain.secret(service: "s", account: "a") == nil)
        #expect(try !keychain.remove(service: "s", account: "a"))
        try keychain.save(Secret("1"), service: "s", account: "a")
        try keychain.save(Secret("pässword 2"), service: "s", account: "\u{E9}")
        try keychain.save(Secret("3"), service: "s", account: "e\u{301}")
        try other.save(Secret("4"), service: "s", account: "a")
        try keychain.save(Secret("5"), service: "s", account: "a")
        #expect(try keychain.secret(service: "s", account: "a") == Secret("5"))
        #expect(try keychain.secret(service: "s", account: "\u{E9}") == Secret("pässword 2"))
        #expect(try Set(keychain.accounts(service: "s").map { Array($0.utf8) }).count == 3)
        #expect(try other.accounts(service: "s") == ["a"])
        #expect(try keychain.accounts(service: "none").isEmpty)
        #expect(try keychain.remove(service: "s", account: "a"))
        #expect(try keychain.secret(service: "s", account: "a") == nil)
        #expect(try other.secret(service: "s", account: "a") == Secret("4"))
        #expect(throws: KeychainError.self) { try keychain.save(Secret("a\0b"), service: "s", account: "a") }
    }
}
