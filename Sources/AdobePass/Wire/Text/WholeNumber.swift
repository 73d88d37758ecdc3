/// Numbers the service writes as numbers, as texts, or with a fraction.
enum WholeNumber {
    /// The number rounded down, at the far end instead of overflowing; nil for anything else.
    static func parse(_ text: String) -> Int64? {
        let text = text.trimmed
        if let whole = Int64(text) { return whole }
        // Double's parser would take "nan", "infinity" and hexadecimal too.
        let isDecimal = text.utf8.allSatisfy { $0.isASCIIDigit || "+-.eE".utf8.contains($0) }
        guard isDecimal, let value = Double(text) else { return nil }
        return Int64(exactly: value.rounded(.down)) ?? (value < 0 ? .min : .max)
    }
}
