import Base

/// Dates as the service writes them, read by arithmetic alone: no locale, no calendar of the device (E04).
enum ServiceDate {
    /// Reads ms since 1970, HTTP dates (RFC 1123, RFC 850, asctime), ISO 8601 with or without fraction, and `2026/11/30
    /// 15:00:00 GMT +0000`.
    ///
    /// A date without a time zone (asctime apart) is no instant: nil.
    static func parse(_ text: String) -> Timestamp? {
        let text = text.trimmed
        if text.utf8.count > 64 { return nil }
        if !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
            return Int64(text).map { Timestamp(milliseconds: $0) }
        }
        return yearFirst(text) ?? dayFirst(text) ?? weekdayFirst(text)
    }

    /// Reads `2026-11-30T15:00:00.123Z` and `2026/11/30 15:00:00 GMT +0000`.
    private static func yearFirst(_ text: String) -> Timestamp? {
        let form =
            /([0-9]{4})[-\/]([0-9]{2})[-\/]([0-9]{2})[Tt ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(?:[.,]([0-9]+))?(.*)/
        guard let match = text.wholeMatch(of: form)?.output, let offset = zone(match.6) else { return nil }
        let milliseconds = match.5.map { Int64(($0 + "000").prefix(3)) ?? 0 } ?? 0
        return instant(match.1, Int64(match.2), match.3, match.4).map { instant in
            Timestamp(milliseconds: instant - offset * 60_000 + milliseconds)
        }
    }

    /// Reads `Mon, 30 Nov 2026 15:00:00 GMT` and `Monday, 30-Nov-26 15:00:00 GMT`.
    private static func dayFirst(_ text: String) -> Timestamp? {
        let form =
            /(?:[A-Za-z]+, *)?([0-9]{1,2})[ -]([A-Za-z]{3})[ -]([0-9]{4}|[0-9]{2}) ([0-9]{2}:[0-9]{2}:[0-9]{2}) *(.*)/
        guard let match = text.wholeMatch(of: form)?.output, let offset = zone(match.5) else { return nil }
        return instant(match.3, month(match.2), match.1, match.4).map { instant in
            Timestamp(milliseconds: instant - offset * 60_000)
        }
    }

    /// Reads `Mon Nov 30 15:00:00 2026`, UTC by its definition in HTTP.
    private static func weekdayFirst(_ text: String) -> Timestamp? {
        let form = /[A-Za-z]{3} ([A-Za-z]{3}) +([0-9]{1,2}) ([0-9]{2}:[0-9]{2}:[0-9]{2}) ([0-9]{4})/
        guard let match = text.wholeMatch(of: form)?.output else { return nil }
        return instant(match.4, month(match.1), match.2, match.3).map { Timestamp(milliseconds: $0) }
    }

    private static func month(_ name: Substring) -> Int64? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return names.firstIndex(of: name.lowercased()).map { Int64($0 + 1) }
    }

    /// Minutes east of UTC of `Z`, `GMT`, `UTC`, `+01:00`, `+0100`, `+01`, ` GMT +0100`; nil for anything else.
    private static func zone(_ text: Substring) -> Int64? {
        guard let match = text.wholeMatch(of: /\ ?(Z|z|GMT|UTC)? ?(?:([+-])([0-9]{2}):?([0-9]{2})?)?/)?.output else {
            return nil
        }
        guard let sign = match.2, let hours = match.3.flatMap({ Int64($0) }) else { return match.1 == nil ? nil : 0 }
        let minutes = match.4.flatMap { Int64($0) } ?? 0
        guard hours < 24, minutes < 60 else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 60 + minutes)
    }

    /// Milliseconds since 1970 of a date in the Gregorian calendar and a time `15:00` or `15:00:00`, UTC.
    private static func instant(_ year: Substring, _ month: Int64?, _ day: Substring, _ time: Substring) -> Int64? {
        let clock = time.split(separator: ":").compactMap { Int64($0) }
        guard var fullYear = Int64(year), let month, let day = Int64(day), clock.count >= 2 else { return nil }
        // Two digits: 1970 to 2069, as everywhere.
        if year.utf8.count == 2 { fullYear += fullYear < 70 ? 2000 : 1900 }
        let (hour, minute, second) = (clock[0], clock[1], clock.count > 2 ? clock[2] : 0)
        guard (1...12).contains(month), (1...length(of: month, fullYear)).contains(day), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        // Years counted from March, so that the leap day comes last.
        let shifted = month <= 2 ? fullYear - 1 : fullYear
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return (days * 86_400 + hour * 3_600 + minute * 60 + second) * 1_000
    }

    private static func length(of month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
