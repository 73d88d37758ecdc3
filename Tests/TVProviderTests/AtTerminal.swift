import Foundation
import TestSupport
import Testing

/// A program of this package at a terminal of its own, with a person who types. Used from one task at a time.
final class AtTerminal {
    private let process = ChildProcess()
    /// The person's end, and the program's, which stays open here so that its state can be read at the end.
    private let person: FileHandle
    private let terminal: FileHandle
    private(set) var shown = ""

    /// Starts it.
    init(_ name: String, _ words: [String], home: Home, more: [String: String] = [:]) throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(master >= 0)
        person = FileHandle(fileDescriptor: master, closeOnDealloc: true)
        // TIOCSPTLCK and TIOCGPTN: unlocks the other end, and tells its number.
        var (lock, number) = (CInt(0), CUnsignedInt(0))
        try #require(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(slave >= 0)
        terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        // The terminal's Ctrl-C reaches who it controls.
        process.executableURL = URL(filePath: "/usr/bin/setsid")
        process.arguments = ["--ctty", "--wait", try Child.program(name)] + words
        process.environment = home.environment.merging(more) { _, new in new }
        process.standardInput = terminal
        process.standardOutput = terminal
        process.standardError = terminal
        try process.run()
    }

    /// Waits until the terminal shows a text after what was seen last.
    func see(_ text: String, at place: SourceLocation = #_sourceLocation) throws {
        while !shown.contains(text) {
            try #require(read(within: 30_000), "never shown: \(text), but: \(shown)", sourceLocation: place)
        }
        shown = String(shown[(try #require(shown.firstRange(of: text))).upperBound...])
    }

    /// Types, as it is: Ctrl-C is U+0003, Ctrl-D is U+0004.
    func type(_ keys: String) throws { try person.write(contentsOf: Data(keys.utf8)) }

    /// Asks it to end, as `kill` does.
    func terminate(by signal: Int32) {
        // The terminal's own process group: setsid waits outside of it.
        let group = tcgetpgrp(person.fileDescriptor)
        if group > 0 { kill(-group, signal) }
    }

    /// Whether what is typed shows.
    var echoes: Bool {
        var state = termios()
        return tcgetattr(terminal.fileDescriptor, &state) == 0 && state.c_lflag & tcflag_t(ECHO) != 0
            && state.c_lflag & tcflag_t(ISIG) != 0 && state.c_lflag & tcflag_t(ICANON) != 0
    }

    /// Waits for its end: how it ended, and what it showed since what was seen last.
    func end() -> (status: Int32, shown: String) {
        process.waitUntilExit()
        while read(within: 0) {}
        return (process.terminationStatus, shown)
    }

    private func read(within milliseconds: Int32) -> Bool {
        var wanted = pollfd(fd: person.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, milliseconds) == 1, wanted.revents & Int16(POLLIN) != 0 else { return false }
        let more = person.availableData
        shown += String(decoding: more, as: UTF8.self).replacing("\r\n", with: "\n")
        return !more.isEmpty
    }
}
