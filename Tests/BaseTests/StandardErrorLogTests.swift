import Foundation
import Testing

@testable import Base

struct StandardErrorLogTests {
    @Test(
        "One message is one line, whatever it holds",
        arguments: [
            ("plain", "plain"), ("a\nb", "a b"), ("a\r\nb", "a  b"), ("a\u{2028}b\u{2029}c\u{85}d\u{0B}e", "a b c d e"),
            ("a\0b", "a b"), ("\u{1B}[2J", " [2J"), ("Télévision スカパー 📺", "Télévision スカパー 📺"), ("", ""),
        ])
    func folding(_ message: String, _ shown: String) {
        #expect(StandardErrorLog.line(.error, "http", message) == "[AccessEnabler] error http: \(shown)\n")
        #expect(StandardErrorLog.line(.debug, message, "x") == "[AccessEnabler] debug \(shown): x\n")
    }

    @Test("Only messages of the level asked for are written, and only those are made")
    func threshold() throws {
        let pipe = Pipe()
        let log = StandardErrorLog(from: .error, to: pipe.fileHandleForWriting.fileDescriptor)
        var made = 0
        func message(_ text: String) -> String {
            made += 1
            return text
        }
        log.log(.debug, category: "c", message("quiet"))
        log.log(.error, category: "c", message("one"))
        StandardErrorLog(from: .debug, to: pipe.fileHandleForWriting.fileDescriptor).log(.debug, category: "c", "two")
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text == "[AccessEnabler] error c: one\n[AccessEnabler] debug c: two\n")
        #expect(made == 1)
    }

    @Test("A log that cannot be written harms nobody")
    func closed() {
        StandardErrorLog(from: .debug, to: -1).log(.error, category: "c", "lost")
    }
}
