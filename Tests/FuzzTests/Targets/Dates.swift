import Base
import Foundation

@testable import AdobePass
@testable import PassSimulator

extension FuzzTarget {
    /// Dates and numbers as services write them, and headers with a time in them.
    static let dates = FuzzTarget("dates", longestInput: 128) { input in
        let text = input.text
        if let whole = Int64(text) { try hold(WholeNumber.parse(text) == whole, "a whole number is read otherwise") }
        if let number = WholeNumber.parse(text), number != .min, number != .max, let value = Double(text) {
            let low = Double(number)
            try hold(low <= value && value - low < 1 + abs(value) * 1e-15, "a number is not rounded down")
        }
        guard let instant = ServiceDate.parse(text) else { return }
        try hold(text.utf8.count < 400, "an endless date is read")
        try hold(ServiceDate.parse(" " + text + "\n") == instant, "blanks around a date count")
        let isCounted = !text.utf8.contains { !(0x30...0x39).contains($0) && $0 > 0x20 }
        // Years have four digits, and nothing before the year 0 or after 9999 is a date; a zone adds a day at most.
        let year0 = -62_167_219_200_000 - 86_400_000
        let year10000 = 253_402_300_800_000 + 86_400_000
        try hold(isCounted || (Int64(year0)...Int64(year10000)).contains(instant.milliseconds), "a date out of time")
        guard (0...253_402_300_799_999).contains(instant.milliseconds) else { return }
        try hold(ServiceDate.parse(xmlDate(instant)) == instant, "a date is another one in XML Schema's form")
        let second = Timestamp(milliseconds: instant.milliseconds / 1000 * 1000)
        try hold(ServiceDate.parse(httpDate(instant)) == second, "a date is another one in HTTP's form")
        try hold(ServiceDate.parse(String(instant.milliseconds)) == instant, "a date is another one in milliseconds")
    }
}
