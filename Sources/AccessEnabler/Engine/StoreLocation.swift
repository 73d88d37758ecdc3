#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where stores live unless the host says otherwise: "XDG Base Directory Specification", user data.
enum StoreLocation {
    static func standard() -> String {
        directory(dataHome: variable("XDG_DATA_HOME"), home: variable("HOME"))
    }

    /// Relative paths are to be ignored, by that specification.
    static func directory(dataHome: String?, home: String?) -> String {
        if let dataHome, dataHome.hasPrefix("/") { return dataHome + "/accessenabler" }
        return (home ?? "") + "/.local/share/accessenabler"
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
