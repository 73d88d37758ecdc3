import Foundation
import TestSupport
import Testing

/// Answers nobody can have whole: the programs say so, or end without a word when the reader left.
@Suite("Commands whose answer cannot be written", .timeLimit(.minutes(5))) struct StandardOutputTests {
    private static let commands = [
        "tv-provider --help", "tv-provider status", "tv-provider apps --json", "pass-simulator --help",
        "pass-simulator", "apple-id-simulator --help", "apple-id-simulator",
    ]

    /// To a reader that has come and gone before the first word; then tells the exit status.
    private static let leaving = #"( : <"$GONE" ) & exec 5>"$GONE"; wait; "$0" "$@" >&5; echo $? >&2"#
    /// To a disk without room; then tells the exit status.
    private static let filling = #""$0" "$@" >/dev/full; echo $? >&2"#
    private static let isFull = ": standard output cannot be written: No space left on device\n"

    @Test("A full disk: one line, and 2", arguments: commands)
    func full(_ command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let child = try Child(
            words[0], Array(words.dropFirst()), home: try Home(),
            through: ["/bin/sh", "-c", #"exec "$0" "$@" >/dev/full"#])
        let ended = try child.end()
        #expect(ended.status == 2)
        #expect(ended.complaints == words[0] + Self.isFull)
    }

    @Test("None at all: nothing else takes its place, one line, and 2", arguments: commands)
    func closed(_ command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let child = try Child(
            words[0], Array(words.dropFirst()), home: try Home(), through: ["/bin/sh", "-c", #"exec "$0" "$@" >&-"#])
        let ended = try child.end()
        #expect(ended.status == 2)
        #expect(ended.complaints == "\(words[0]): standard output cannot be written: Bad file descriptor\n")
    }

    @Test("Console hosts, too, and nothing of theirs is left", arguments: SampleTroubleTests.consoles)
    func consoles(_ name: String) throws {
        let home = try Home()
        let directory = home.directory.path(of: "tmp")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let gone = home.directory.path(of: "gone")
        mkfifo(gone, 0o600)
        for (line, said) in [(Self.leaving, "141\n"), (Self.filling, "\(name)\(Self.isFull)1\n")] {
            let child = try Child(
                name, [], home: home, more: ["GONE": gone, "TMPDIR": directory], through: ["/bin/sh", "-c", line])
            #expect(try child.end().complaints == said)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
        }
    }

    @Test("The demo, too")
    func demo() throws {
        let home = try Home()
        let gone = home.directory.path(of: "gone")
        mkfifo(gone, 0o600)
        for (line, said) in [(Self.leaving, "141\n"), (Self.filling, "Demo\(Self.isFull)1\n")] {
            let more = ["GONE": gone, "TMPDIR": home.directory.path]
            let child = try Child("Demo", [], home: home, more: more, through: ["/bin/sh", "-c", line])
            #expect(try child.end().complaints == said)
        }
    }

    @Test("A reader that left: not a word, and the status of that signal", arguments: commands)
    func left(_ command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let home = try Home()
        let gone = home.directory.path(of: "gone")
        mkfifo(gone, 0o600)
        let child = try Child(
            words[0], Array(words.dropFirst()), home: home, more: ["GONE": gone],
            through: ["/bin/sh", "-c", Self.leaving])
        #expect(try child.end().complaints == "141\n")
    }
}
