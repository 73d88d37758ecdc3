import Base
import Foundation
import Testing

@testable import AdobePass

@Suite struct ServiceDateTests {
    static let instant: Int64 = 1_796_050_800_000  // 2026-11-30 15:00:00 UTC

    @Test(
        "E04: one instant in every form",
        arguments: [
            "1796050800000", " 1796050800000\n", "Mon, 30 Nov 2026 15:00:00 GMT", "Mon, 30 Nov 2026 16:00:00 +0100",
            "30 Nov 2026 15:00:00 GMT", "Monday, 30-Nov-26 15:00:00 GMT", "Mon Nov 30 15:00:00 2026",
            "2026/11/30 15:00:00 GMT +0000", "2026/11/30 07:00:00 GMT -0800", "2026/11/30 15:00:00 GMT",
            "2026-11-30T15:00:00Z", "2026-11-30T15:00:00.000Z", "2026-11-30T15:00:00.0Z", "2026-11-30T15:00Z",
            "2026-11-30T20:30:00+05:30", "2026-11-30T20:30:00+0530", "2026-11-30T10:00:00-05", "2026-11-30t15:00:00z",
            "2026-11-30 15:00:00 UTC",
        ])
    func reads(_ text: String) {
        #expect(ServiceDate.parse(text) == Timestamp(milliseconds: Self.instant))
    }

    @Test(
        "E04: fractions",
        arguments: [
            (".123Z", 123), (".1Z", 100), (".123456789Z", 123), (",999+00:00", 999), (".0009Z", 0),
        ] as [(String, Int64)])
    func fractions(_ end: String, _ milliseconds: Int64) {
        let date = ServiceDate.parse("2026-11-30T15:00:00" + end)
        #expect(date == Timestamp(milliseconds: Self.instant + milliseconds))
    }

    @Test(arguments: [
        "", " ", "soon", "-1", "1.5", "99999999999999999999", "2026-11-30", "2026-11-30T15:00:00",
        "2026/11/30 15:00:00",
        "2026-13-30T15:00:00Z", "2026-00-30T15:00:00Z", "2026-11-31T15:00:00Z", "2026-11-00T15:00:00Z",
        "2027-02-29T15:00:00Z", "2100-02-29T15:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T15:60:00Z",
        "2026-11-30T15:00:61Z", "2026-11-30T15:00:00.Z", "2026-11-30T15:00:00Zx", "2026-11-30T15:00:00+25:00",
        "Mon, 30 Foo 2026 15:00:00 GMT", "Mon, 30 Nov 2026 15:00:00", "Mon, 30 Nov 2026 15:00:00 PST",
        "٢٠٢٦-١١-٣٠T١٥:٠٠:٠٠Z", "１７９６０５０８００", "2026-11-30T15:00:00Z2026-11-30T15:00:00Z",
        String(repeating: "9", count: 100_000),
    ])
    func anythingElseIsNone(_ text: String) {
        #expect(ServiceDate.parse(text) == nil)
    }

    @Test("E04: every third day of 200 years, as the system counts them") func calendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let pad = { (number: Int, width: Int) in
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        for day in stride(from: -25_600, to: 47_500, by: 3) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3_723)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let text = "\(pad(parts.year ?? 0, 4))-\(pad(parts.month ?? 0, 2))-\(pad(parts.day ?? 0, 2))T01:02:03Z"
            let milliseconds = (Int64(day) * 86_400 + 3_723) * 1000
            guard ServiceDate.parse(text) == Timestamp(milliseconds: milliseconds) else {
                Issue.record("\(text) is read wrong")
                return
            }
        }
    }
}
