import Base
import Foundation
import TestSupport
import Testing

@testable import PlatformAccount

@Suite("Permission prompt in a terminal", .timeLimit(.minutes(1)))
struct PromptTests {
    private static let question = PermissionQuestion(
        applicationIdentifier: "app", applicationName: "One\u{1B}[2J", providerName: "North Cable")

    /// Both ends of a pseudo-terminal: a person's, and the program's.
    private func terminal() throws -> (person: FileHandle, program: Int32) {
        let person = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (lock, number): (Int32, UInt32) = (0, 0)
        // TIOCSPTLCK and TIOCGPTN: unlocks the other end, and tells its name.
        guard person >= 0, ioctl(person, 0x4004_5431, &lock) == 0, ioctl(person, 0x8004_5430, &number) == 0 else {
            throw POSIXError(.ENOTTY)
        }
        let program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        guard program >= 0 else { throw POSIXError(.ENOTTY) }
        return (FileHandle(fileDescriptor: person, closeOnDealloc: true), program)
    }

    @Test(
        "What the person types decides",
        arguments: [
            ("y\n", true), ("YES\n", true), (" n \n", false), ("no\n", false), ("\n", nil), ("maybe\ny\n", true),
            ("\u{4}", nil),
        ] as [(String, Bool?)])
    func typed(_ text: String, _ answer: Bool?) throws {
        let (person, program) = try terminal()
        let bell = try #require(Bell())
        try person.write(contentsOf: Data(text.utf8))
        #expect(PromptTerminal(descriptor: program, bell).ask(Self.question) == answer)
    }

    @Test("The question names the application and the provider, and nothing moves the cursor")
    func text() {
        let text = TerminalPermissionPrompt.text(Self.question)
        #expect(text == "Allow \"One [2J\" to use your TV provider (North Cable)? [y/n] ")
    }

    @Test("A prompt nobody answers ends when its asker gives up")
    func givenUp() async throws {
        let (person, program) = try terminal()
        let bell = try #require(Bell())
        let asking = Task.detached { PromptTerminal(descriptor: program, bell).ask(Self.question) }
        // The question is there: it waits.
        _ = person.availableData
        bell.ring()
        #expect(await asking.value == nil)
    }
}
