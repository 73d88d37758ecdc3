import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A URL scheme registered for this user with the desktop: the other way back from a browser.
///
/// The desktop answers such an address by starting the program anew with `--open ADDRESS`; that second start hands it to the
/// first, which listens at a socket only this user can reach.
public struct URLScheme: Sendable {
    /// What every address that comes back begins with.
    let address: String
    /// The application's id, and its name for a person.
    let (id, name): (String, String)

    /// Names it; nothing is registered yet.
    public init(address: String, id: String, name: String) {
        self.address = address
        (self.id, self.name) = (id, name)
    }

    private var scheme: String { String(address.prefix { $0 != ":" }) }

    /// Writes the desktop file and makes it the scheme's handler; tells so, or gives up with one line.
    public func register() -> Never {
        // Foundation's home is that of the system's user database, whatever HOME says.
        let home = directory("HOME") ?? FileManager.default.homeDirectoryForCurrentUser.path
        let data = directory("XDG_DATA_HOME") ?? home + "/.local/share"
        let file = "\(data)/applications/\(id).desktop"
        do {
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            try FileManager.default.createDirectory(
                atPath: data + "/applications", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try Data(desktopFile(program).utf8).write(to: URL(filePath: file), options: .atomic)
        } catch {
            give(up: "'\(file)' cannot be written: \(String(cString: strerror(errno)))", code: 1)
        }
        say("Written: \(file)")
        if run("xdg-mime", "default", "\(id).desktop", "x-scheme-handler/\(scheme)") {
            say("Addresses of \(scheme): are \(name)'s from now on.")
        } else {
            say("There is no xdg-mime that works here: make it the handler of \(scheme): by your desktop's own means.")
        }
        leave(0)
    }

    /// As the "Desktop Entry Specification" has it: an argument in quotes, then a value of type string.
    private func desktopFile(_ program: String) -> String {
        var quoted = ""
        for character in program {
            switch character {
            case "\"", "`", "$": quoted += "\\\\\(character)"
            case "\\": quoted += #"\\\\"#
            case "%": quoted += "%%"
            default: quoted.append(character)
            }
        }
        return """
            [Desktop Entry]
            Type=Application
            Name=\(name)
            Exec="\(quoted)" --open %u
            MimeType=x-scheme-handler/\(scheme);
            NoDisplay=true
            Terminal=false

            """
    }

    private func run(_ command: String, _ words: String...) -> Bool {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for file in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_WRONLY, 0)
        }
        var all = ([command] + words).map { strdup($0) } + [nil]
        defer { for word in all { free(word) } }
        var (process, status) = (pid_t(), Int32(0))
        guard posix_spawnp(&process, command, &actions, nil, &all, environ) == 0 else { return false }
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return false } }
        return status == 0
    }

    /// Where the first start listens; gives up where this user has no directory for such things.
    var socketPath: String {
        guard let directory = directory("XDG_RUNTIME_DIR") else {
            give(up: "there is no XDG_RUNTIME_DIR here: leave '--scheme' out", code: 1)
        }
        return "\(directory)/\(id).socket"
    }

    /// The second start: hands an address to the first, and ends.
    public func open(_ url: String) -> Never {
        guard let socket = LocalSocket.connect(socketPath) else {
            give(up: "nobody waits for this address", code: 1)
        }
        socket.write(url)
        socket.endWriting()
        guard socket.read(atMost: 16, within: 5) == URLSchemeListener.taken else {
            give(up: "this address is not waited for", code: 1)
        }
        leave(0)
    }

    /// Whether an address is one the program registered for: no other page's, nothing that hides.
    func owns(_ url: String) -> Bool {
        guard url.utf8.count <= URLSchemeListener.longest, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            url.lowercased().hasPrefix(address)
        else { return false }
        return url.dropFirst(address.count).first.map { "/?#".contains($0) } ?? true
    }

    /// Relative ones are to be ignored (XDG Base Directory Specification).
    private func directory(_ variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
