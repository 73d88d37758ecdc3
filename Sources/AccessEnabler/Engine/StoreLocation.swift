import Base

/// Where stores live unless the host says otherwise: "XDG Base Directory Specification", user data.
enum StoreLocation {
    static func standard() -> String { UserDirectory.standard(.data) + name }

    /// See `UserDirectory`.
    static func directory(dataHome: String?, home: String?, accountHome: String?) -> String {
        UserDirectory.directory(.data, xdg: dataHome, home: home, accountHome: accountHome) + name
    }

    private static let name = "/accessenabler"
}
