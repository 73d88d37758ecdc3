/// A value with its unit, as it stands in a table.
enum Quantity {
    /// Seconds, in the unit that reads best.
    static func time(_ seconds: Double) -> String {
        switch abs(seconds) {
        case ..<0.001: "\(digits(seconds * 1_000_000)) µs"
        case ..<1: "\(digits(seconds * 1000)) ms"
        default: "\(digits(seconds)) s"
        }
    }

    /// The middle value, and in brackets where the middle half lies.
    static func time(_ sample: Sample) -> String {
        let range = sample.middleHalf
        return "\(time(sample.median)) (\(time(range.lowerBound)) to \(time(range.upperBound)))"
    }

    /// Bytes, as MB of 1,000,000 or kB of 1,000.
    static func size(_ bytes: Int) -> String {
        let bytes = Double(bytes)
        return bytes < 1_000_000 ? "\(digits(bytes / 1000)) kB" : "\(digits(bytes / 1_000_000)) MB"
    }

    /// How many times the other.
    static func ratio(_ value: Double, to other: Double) -> String {
        other > 0 ? "\(digits(value / other)) times" : "none"
    }

    /// Three digits that count.
    static func digits(_ value: Double) -> String {
        let places = abs(value) < 10 ? 2 : abs(value) < 100 ? 1 : 0
        let factor = [1.0, 10, 100][places]
        let scaled = Int64((value * factor).rounded())
        guard places > 0 else { return String(scaled) }
        let fraction = String(abs(scaled) % Int64(factor))
        let padding = String(repeating: "0", count: places - fraction.count)
        return "\(scaled < 0 ? "-" : "")\(abs(scaled) / Int64(factor)).\(padding)\(fraction)"
    }
}
