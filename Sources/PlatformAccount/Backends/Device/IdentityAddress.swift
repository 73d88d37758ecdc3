import Base
import FoundationEssentials

/// Where the address of the identity endpoint is set: the environment, then the user's file, then the system's.
///
/// A file is `tv-provider/config` in an XDG configuration directory, with a line `identity = URL`; `#` begins a comment.
package enum IdentityAddress {
    /// The environment variable.
    package static let variable = "TV_PROVIDER_IDENTITY"

    /// The address set for this user; nil = none. An empty value counts as none.
    package static func configured() -> String? {
        if let set = UserDirectory.value(of: variable), !set.isEmpty { return set }
        let system = (UserDirectory.value(of: "XDG_CONFIG_DIRS") ?? "").split(separator: ":").map(String.init)
        let directories = [UserDirectory.standard(.configuration)] + (system.isEmpty ? ["/etc/xdg"] : system)
        return directories.filter { $0.hasPrefix("/") }.lazy.compactMap { directory in
            FileManager.default.contents(atPath: directory + "/tv-provider/config").flatMap(address)
        }.first
    }

    /// A larger file is something else. Choice.
    static let mostBytes = 64 << 10

    /// The last `identity` of a file.
    static func address(in file: Data) -> String? {
        guard file.count <= mostBytes else { return nil }
        let values = String(decoding: file, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.prefix { $0 != "#" }.split(separator: "=", maxSplits: 1).map { part in
                part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            return parts.count == 2 && parts[0] == "identity" && !parts[1].isEmpty ? parts[1] : nil
        }
        return values.last
    }
}
