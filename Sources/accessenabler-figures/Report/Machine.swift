import CCurl
import CLibXML2
import CSQLite
import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the figures were measured on, and when.
struct Machine: Sendable {
    var lines: [String]

    /// This machine, now. `toolchain` is what the compiler says of itself.
    static func current(toolchain: String?) -> Machine {
        let processor = field("model name", in: SystemFile.lines("/proc/cpuinfo")) ?? "processor not told"
        let memory = field("MemTotal", in: SystemFile.lines("/proc/meminfo"))?.split(separator: " ").first
        let release = SystemFile.lines("/etc/os-release").first { $0.hasPrefix("PRETTY_NAME=") }
        let kernel = SystemFile.lines("/proc/sys/kernel/osrelease").first ?? ""
        let load = SystemFile.lines("/proc/loadavg").first?.split(separator: " ").first ?? "?"
        let gigabytes = memory.flatMap { Double($0) }.map { Quantity.digits($0 * 1024 / 1e9) } ?? "?"
        return Machine(lines: [
            "Date: \(today())",
            "Machine: \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors (\(processor)), \(gigabytes) GB of memory; "
                + "load at the start \(load)",
            "System: \(release.map { $0.dropFirst(12).filter { $0 != "\"" } } ?? "Linux"), kernel \(kernel)",
            "Compiler: \(toolchain ?? "not told"), release mode",
            "Libraries: \(String(cString: curl_version()).split(separator: " ").prefix(2).joined(separator: " ")), "
                + "libxml2 \(LIBXML_DOTTED_VERSION), SQLite \(String(cString: sqlite3_libversion()))",
        ])
    }

    private static func field(_ name: String, in lines: [String]) -> String? {
        lines.first { $0.hasPrefix(name) }?.split(separator: ":").last.map { $0.drop { $0 == " " }.description }
    }

    /// In UTC.
    private static func today() -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        let day = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
        return day.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    }
}
