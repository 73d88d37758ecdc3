extension String {
    /// Whether there is nothing but spaces, tabs and line ends.
    var isBlank: Bool { utf8.allSatisfy(\.isASCIISpace) }

    /// The text, or nil if it is blank.
    var unlessBlank: String? { isBlank ? nil : self }

    /// The text without spaces, tabs and line ends around it.
    var trimmed: String {
        if let first = utf8.first, let last = utf8.last, !first.isASCIISpace, !last.isASCIISpace { return self }
        guard let first = utf8.firstIndex(where: { !$0.isASCIISpace }),
            let last = utf8.lastIndex(where: { !$0.isASCIISpace })
        else { return "" }
        return String(self[first...last])
    }
}

extension UInt8 {
    /// Space, tab, line feed, vertical tab, form feed, carriage return.
    var isASCIISpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// `0` to `9`.
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
