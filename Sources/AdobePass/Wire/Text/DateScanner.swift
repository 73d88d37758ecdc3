/// Takes a date's parts from the front of a text; a part that is not there is nil.
struct DateScanner {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) {
        rest = Array(text.utf8)[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// A number of so many digits.
    mutating func number(digits: ClosedRange<Int>) -> Int64? {
        let taken = rest.prefix(digits.upperBound).prefix(while: \.isASCIIDigit)
        guard digits.contains(taken.count) else { return nil }
        rest = rest.dropFirst(taken.count)
        return taken.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// One of these characters.
    mutating func take(_ characters: String) -> UInt8? {
        guard let first = rest.first, characters.utf8.contains(first) else { return nil }
        rest = rest.dropFirst()
        return first
    }

    /// The letters that follow; empty if none do.
    mutating func word() -> String {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let taken = rest.prefix { letters.contains($0 | 0x20) }
        rest = rest.dropFirst(taken.count)
        return String(decoding: taken, as: UTF8.self)
    }

    mutating func skipSpaces() {
        rest = rest.drop { $0 == UInt8(ascii: " ") }
    }

    /// Milliseconds since midnight of `15:00`, `15:00:00`, `15:00:00.123`.
    mutating func time() -> Int64? {
        guard let hour = number(digits: 2...2), take(":") != nil, let minute = number(digits: 2...2) else { return nil }
        var seconds = (hour * 60 + minute) * 60
        var milliseconds: Int64 = 0
        if take(":") != nil {
            // 60 is a leap second.
            guard let second = number(digits: 2...2), second <= 60 else { return nil }
            seconds += second
            if take(".,") != nil {
                let digits = rest.prefix(while: \.isASCIIDigit)
                if digits.isEmpty { return nil }
                rest = rest.dropFirst(digits.count)
                let firstThree = (digits + [UInt8](repeating: UInt8(ascii: "0"), count: 3)).prefix(3)
                milliseconds = firstThree.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
            }
        }
        guard hour < 24, minute < 60 else { return nil }
        return seconds * 1000 + milliseconds
    }

    /// Milliseconds east of UTC of `Z`, `GMT`, `UTC`, `+01:00`, `+0100`, `+01`, `GMT +0100`, spaces around them or not.
    mutating func zone() -> Int64? {
        skipSpaces()
        let name = word().uppercased()
        guard ["", "Z", "GMT", "UTC"].contains(name) else { return nil }
        skipSpaces()
        guard let sign = take("+-") else { return name.isEmpty ? nil : 0 }
        guard let hours = number(digits: 2...2), hours < 24 else { return nil }
        let hasColon = take(":") != nil
        let minutes = number(digits: 2...2)
        guard minutes ?? 0 < 60, minutes != nil || !hasColon else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + (minutes ?? 0)) * 60_000
    }
}
