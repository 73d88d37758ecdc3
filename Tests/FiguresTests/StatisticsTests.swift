import Testing

@testable import accessenabler_figures

@Suite struct StatisticsTests {
    @Test("The median and the middle half do not depend on the order, nor on one wild value")
    func sample() {
        let sample = Sample([5, 1, 1000, 3, 2])
        #expect(sample.median == 3)
        #expect(sample.middleHalf == 2...5)
        #expect(Sample([1, 2]).median == 1.5)
        #expect(Sample([7]).middleHalf == 7...7)
        #expect(Sample([]).median == 0)
    }

    @Test(
        "Three digits that count, in the unit that reads best",
        arguments: [
            (0.000_009_876, "9.88 µs"), (0.000_098_76, "98.8 µs"), (0.000_999, "999 µs"), (0.001, "1.00 ms"),
            (0.123_4, "123 ms"), (12.04, "12.0 s"), (0, "0.00 µs"), (-0.000_001_5, "-1.50 µs"),
        ])
    func time(seconds: Double, text: String) {
        #expect(Quantity.time(seconds) == text)
    }

    @Test("Sizes in kB and MB of a thousand")
    func size() {
        #expect(Quantity.size(1500) == "1.50 kB")
        #expect(Quantity.size(19_999_999) == "20.0 MB")
        #expect(Quantity.ratio(3, to: 2) == "1.50 times")
        #expect(Quantity.ratio(3, to: 0) == "none")
    }
}
