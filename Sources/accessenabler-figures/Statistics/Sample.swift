/// Values measured several times.
struct Sample: Sendable, Equatable {
    private let sorted: [Double]

    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    /// The middle value; 0 when nothing was measured.
    var median: Double { quantile(0.5) }

    /// Where the middle half of the values lies.
    var middleHalf: ClosedRange<Double> { quantile(0.25)...quantile(0.75) }

    var least: Double { sorted.first ?? 0 }

    var greatest: Double { sorted.last ?? 0 }

    /// The value that this share of the values does not exceed, interpolated between neighbours.
    func quantile(_ share: Double) -> Double {
        guard let last = sorted.indices.last else { return 0 }
        let place = min(max(share, 0), 1) * Double(last)
        let below = Int(place)
        let above = min(below + 1, last)
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
}
