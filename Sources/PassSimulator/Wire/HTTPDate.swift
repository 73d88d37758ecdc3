package import Base

/// An instant as HTTP writes it: `Mon, 30 Nov 2026 15:00:00 GMT` (RFC 9110, IMF-fixdate).
package func httpDate(_ instant: Timestamp) -> String {
    let (date, time) = CivilTime(instant).parts
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int(CivilTime(instant).weekday)]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return "\(weekday), \(digits(date.day, 2)) \(months[date.month - 1]) \(digits(date.year, 4)) "
        + "\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2)) GMT"
}

/// An instant as XML Schema writes it: `2026-11-30T15:00:00.000Z`.
func xmlDate(_ instant: Timestamp) -> String {
    let (date, time) = CivilTime(instant).parts
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))T"
        + "\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2)).\(digits(time.millisecond, 3))Z"
}

/// Date and time of day in UTC. By arithmetic alone: no locale or calendar of the system has a say.
private struct CivilTime {
    private let days: Int64
    private let millisecond: Int64

    init(_ instant: Timestamp) {
        // A clock set beyond the years four digits can say shows the last of them.
        let milliseconds = min(max(instant.milliseconds, 0), 253_402_300_799_999)
        days = milliseconds / 86_400_000
        millisecond = milliseconds % 86_400_000
    }

    /// 0 = Thursday, the day of 1970-01-01.
    var weekday: Int64 { days % 7 }

    var parts: (date: (year: Int, month: Int, day: Int), time: (hour: Int, minute: Int, second: Int, millisecond: Int))
    {
        // Years from March on, in eras of 400 years, so that the leap day comes last.
        let shifted = days + 719_468
        let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let civilMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
        let seconds = millisecond / 1000
        return (
            (Int(year), Int(civilMonth), Int(day)),
            (Int(seconds / 3600), Int(seconds / 60 % 60), Int(seconds % 60), Int(millisecond % 1000))
        )
    }
}

private func digits(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
}
