#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where a user's files go: "XDG Base Directory Specification".
package enum UserDirectory {
    /// The kinds.
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// What programs keep for the user.
        case data
        /// What the user sets.
        case configuration

        var variable: String {
            switch self {
            case .data: "XDG_DATA_HOME"
            case .configuration: "XDG_CONFIG_HOME"
            }
        }

        var pathInHome: String {
            switch self {
            case .data: "/.local/share"
            case .configuration: "/.config"
            }
        }
    }

    /// The directory of this process's user, without a slash at its end.
    package static func standard(_ kind: Kind) -> String {
        directory(kind, xdg: value(of: kind.variable), home: value(of: "HOME"), accountHome: accountHome)
    }

    /// Relative paths are to be ignored, by that specification.
    ///
    /// Services are often started without `HOME`: then the account's own home directory counts.
    package static func directory(_ kind: Kind, xdg: String?, home: String?, accountHome: String?) -> String {
        if let xdg, xdg.hasPrefix("/") { return xdg }
        let home = [home, accountHome].compactMap(\.self).first { $0.hasPrefix("/") } ?? ""
        return home + kind.pathInHome
    }

    /// The value of an environment variable.
    package static func value(of variable: String) -> String? {
        getenv(variable).map { String(cString: $0) }
    }

    /// The home directory the system's user database has for the process's user.
    private static var accountHome: String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        guard getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
            let directory = entry.pw_dir
        else { return nil }
        return String(cString: directory)
    }
}
