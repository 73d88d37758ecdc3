import Base
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Opens an address in a browser, where the person sees it; false when none can be opened.
///
/// May return as soon as the browser has the address, or only when the browser ends.
public typealias BrowserOpener = @Sendable (_ url: String) async -> Bool

/// The desktop's browser.
public enum SystemBrowser {
    /// Opens an http(s) address with `xdg-open`, which honours `BROWSER` and the desktop's choice.
    ///
    /// False without a display and without `BROWSER`, without `xdg-open`, or when that fails. The browser writes nothing to
    /// this process's terminal.
    @Sendable public static func open(_ url: String) async -> Bool {
        guard isAddress(url), hasAnywhereToOpen, let process = start(url) else { return false }
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var status: Int32 = 0
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                continuation.resume(returning: status == 0)
            }
        }
    }

    /// Nothing a command could take for an option or a file.
    private static func isAddress(_ url: String) -> Bool {
        (url.hasPrefix("https://") || url.hasPrefix("http://")) && url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static var hasAnywhereToOpen: Bool {
        ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"].contains { UserDirectory.value(of: $0)?.isEmpty == false }
    }

    private static func start(_ url: String) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for file in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_WRONLY, 0)
        }
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(url), nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        guard posix_spawnp(&process, "xdg-open", &actions, nil, &words, environ) == 0 else { return nil }
        return process
    }
}
