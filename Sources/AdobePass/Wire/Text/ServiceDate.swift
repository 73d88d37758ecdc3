import Base

/// Dates as the service writes them, read by arithmetic alone: no locale, no calendar of the device (E04).
enum ServiceDate {
    /// Reads ms since 1970, HTTP dates (RFC 1123, RFC 850, asctime), ISO 8601, and `2026/11/30 15:00:00 GMT +0000`.
    ///
    /// ISO 8601 may have a fraction. A date without a time zone (asctime apart) is no instant: nil.
    static func parse(_ text: String) -> Timestamp? {
        let text = text.trimmed
        if text.utf8.count > 64 { return nil }
        if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) {
            return Int64(text).map { Timestamp(milliseconds: $0) }
        }
        let milliseconds =
            yearFirst(DateScanner(text)) ?? dayFirst(DateScanner(text)) ?? weekdayFirst(DateScanner(text))
        return milliseconds.map { Timestamp(milliseconds: $0) }
    }

    /// Reads `2026-11-30T15:00:00.123Z` and `2026/11/30 15:00:00 GMT +0000`.
    private static func yearFirst(_ scanner: DateScanner) -> Int64? {
        var scanner = scanner
        guard let year = scanner.number(digits: 4...4), let separator = scanner.take("-/"),
            let month = scanner.number(digits: 2...2), scanner.take("-/") == separator,
            let day = scanner.number(digits: 2...2), scanner.take("Tt ") != nil,
            let time = scanner.time(), let zone = scanner.zone(), scanner.isAtEnd
        else { return nil }
        return midnight(year, month, day).map { $0 + time - zone }
    }

    /// Reads `Mon, 30 Nov 2026 15:00:00 GMT` and `Monday, 30-Nov-26 15:00:00 GMT`.
    private static func dayFirst(_ scanner: DateScanner) -> Int64? {
        var scanner = scanner
        if !scanner.word().isEmpty, scanner.take(",") == nil { return nil }
        scanner.skipSpaces()
        guard let day = scanner.number(digits: 1...2), scanner.take(" -") != nil, let month = month(scanner.word()),
            scanner.take(" -") != nil, var year = scanner.number(digits: 2...4), scanner.take(" ") != nil,
            let time = scanner.time(), let zone = scanner.zone(), scanner.isAtEnd
        else { return nil }
        // Two digits: 1970 to 2069, as everywhere.
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        return midnight(year, month, day).map { $0 + time - zone }
    }

    /// Reads `Mon Nov 30 15:00:00 2026`, UTC by its definition in HTTP.
    private static func weekdayFirst(_ scanner: DateScanner) -> Int64? {
        var scanner = scanner
        guard !scanner.word().isEmpty, scanner.take(" ") != nil, let month = month(scanner.word()) else { return nil }
        scanner.skipSpaces()
        guard let day = scanner.number(digits: 1...2), scanner.take(" ") != nil, let time = scanner.time(),
            scanner.take(" ") != nil, let year = scanner.number(digits: 4...4), scanner.isAtEnd
        else { return nil }
        return midnight(year, month, day).map { $0 + time }
    }

    private static func month(_ name: String) -> Int64? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return names.firstIndex(of: name.lowercased()).map { Int64($0 + 1) }
    }

    /// Milliseconds since 1970 of a day's beginning, UTC, in the Gregorian calendar; nil if there is no such day.
    private static func midnight(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
        let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...lengths[Int(month - 1)]).contains(day) else { return nil }
        // Years counted from March, so that the leap day comes last.
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return days * 86_400_000
    }
}
