import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What Linux says of the device.
struct LinuxFacts: Sendable, Hashable {
    /// `uname`: the processor, such as `x86_64`.
    var machine = ""
    /// `uname`: the kernel's release.
    var kernel = ""
    /// The fields of `os-release`.
    var osRelease: [String: String] = [:]
    /// The device's model, from its firmware.
    var model: String?
    /// Its maker, from its firmware.
    var manufacturer: String?
    /// The SMBIOS chassis type.
    var chassis: Int?
    /// Whether the default route goes over a radio.
    var isWireless = false
}

extension LinuxFacts {
    /// Reads the fields of an `os-release` file: `NAME=value`, `NAME="value"`, comments; backslashes escape in quotes.
    static func osRelease(_ text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let line = String(line).trimmed
            guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
            var value = String(line[line.index(after: equals)...])
            if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote {
                value = String(value.dropFirst().dropLast())
                if quote == "\"" { value = unescaped(value) }
            }
            fields[String(line[..<equals])] = value
        }
        return fields
    }

    /// The interface of the default route with the lowest metric in a `/proc/net/route` table.
    static func defaultInterface(_ table: String) -> String? {
        // Iface Destination Gateway Flags RefCnt Use Metric Mask …
        let routes = table.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
        let defaults = routes.filter { $0.count > 7 && $0[1] == "00000000" && $0[7] == "00000000" }
        return defaults.min { Int($0[6]) ?? .max < Int($1[6]) ?? .max }.map { String($0[0]) }
    }

    /// A firmware text; nil for blanks and for what makers leave unfilled.
    static func firmware(_ text: String?) -> String? {
        guard let text = text?.split(separator: "\0").first.map({ String($0).trimmed }), !text.isEmpty else {
            return nil
        }
        let unfilled = [
            "to be filled by o.e.m.", "default string", "system product name", "system manufacturer", "none",
        ]
        return unfilled.contains(text.lowercased()) ? nil : text
    }

    private static func unescaped(_ text: String) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}

extension LinuxFacts {
    /// Asks this system.
    ///
    /// What cannot be read is left out.
    static func ofThisDevice() -> LinuxFacts {
        var facts = LinuxFacts()
        var names = utsname()
        if uname(&names) == 0 {
            facts.machine = text(of: names.machine)
            facts.kernel = text(of: names.release)
        }
        facts.osRelease = osRelease(read("/etc/os-release") ?? read("/usr/lib/os-release") ?? "")
        let smbios = "/sys/class/dmi/id/"
        facts.model = firmware(read("/proc/device-tree/model")) ?? firmware(read(smbios + "product_name"))
        facts.manufacturer = firmware(read(smbios + "sys_vendor"))
        facts.chassis = read(smbios + "chassis_type").flatMap { Int($0.trimmed) }
        if let interface = read("/proc/net/route").flatMap(defaultInterface) {
            facts.isWireless = access("/sys/class/net/\(interface)/wireless", F_OK) == 0
        }
        return facts
    }

    private static func read(_ path: String) -> String? {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    /// The text in one of `utsname`'s arrays, which reach Swift as tuples.
    private static func text<Tuple>(of field: Tuple) -> String {
        withUnsafeBytes(of: field) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension DeviceInformation {
    /// This device, as far as Linux tells.
    ///
    /// Reads a few files of the system; never fails.
    public static func linux() -> [String: String] {
        values(LinuxFacts.ofThisDevice())
    }
}
