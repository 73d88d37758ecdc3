import Base

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
        let command = ProgramStart(["xdg-open", url], input: .nothing, output: .nothing, errors: .nothing)
        guard isAddress(url), hasAnywhereToOpen, let process = try? command.start() else { return false }
        return await withCheckedContinuation { continuation in
            // The browser may live as long as the process does.
            let isWaitedFor = OwnThread.detach(named: "SystemBrowser") {
                var status: Int32 = 0
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                continuation.resume(returning: status == 0)
            }
            if !isWaitedFor { continuation.resume(returning: true) }
        }
    }

    /// Nothing a command could take for an option or a file.
    private static func isAddress(_ url: String) -> Bool {
        (url.hasPrefix("https://") || url.hasPrefix("http://")) && url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static var hasAnywhereToOpen: Bool {
        ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"].contains { UserDirectory.value(of: $0)?.isEmpty == false }
    }
}
