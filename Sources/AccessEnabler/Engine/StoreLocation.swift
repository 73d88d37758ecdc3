#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where stores live unless the host says otherwise: "XDG Base Directory Specification", user data.
enum StoreLocation {
    static func standard() -> String {
        directory(dataHome: variable("XDG_DATA_HOME"), home: variable("HOME"), accountHome: accountHome)
    }

    /// Relative paths are to be ignored, by that specification.
    ///
    /// Services are often started without `HOME`: then the account's own home directory counts.
    static func directory(dataHome: String?, home: String?, accountHome: String?) -> String {
        if let dataHome, dataHome.hasPrefix("/") { return dataHome + "/accessenabler" }
        let home = [home, accountHome].compactMap(\.self).first { $0.hasPrefix("/") } ?? ""
        return home + "/.local/share/accessenabler"
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
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
