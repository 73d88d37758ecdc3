/// Judges whether figures taken at rest, one after the other, stay where they are.
///
/// A process warms up: caches fill, pools grow to what is needed at once. So the second half alone counts: a straight
/// line is laid through it (least squares), and what it rises by from end to end must stay under a bound.
public struct Flatness: Sendable {
    /// The fewest figures that tell anything.
    public static let fewest = 12

    /// One figure's line through the second half.
    public struct Trend: Sendable {
        /// What was looked at.
        public let name: String
        /// The figures themselves: the first, the one at half time, the last.
        public let samples: [Int]
        /// What the line rises by, from the first of these figures to the last.
        public let rise: Double
        /// The standard error of the rise: how far chance alone may take it.
        public let error: Double
        /// What it may rise by. Choice: noise of allocators, and of what happens to be cached.
        public let bound: Double

        /// It rises by more than the bound, and chance does not explain it: three standard errors.
        public var isGrowth: Bool { rise - 3 * error > bound }
    }

    /// The lines through heap, resident memory, descriptors and threads; empty when there are too few figures to tell.
    public let trends: [Trend]

    /// Looks at figures.
    public init(of figures: [ProcessFigures]) {
        guard figures.count >= Self.fewest else {
            trends = []
            return
        }
        let samples = [figures[0], figures[figures.count / 2], figures[figures.count - 1]]
        let late = figures.suffix(figures.count / 2)
        func trend(_ name: String, _ bound: Int, _ figure: (ProcessFigures) -> Int) -> Trend {
            let (rise, error) = Self.rise(late.map { Double(figure($0)) })
            return Trend(name: name, samples: samples.map(figure), rise: rise, error: error, bound: Double(bound))
        }
        trends = [
            trend("heap bytes", 1 << 20, \.heap), trend("resident bytes", 8 << 20, \.resident),
            trend("descriptors", 3, \.descriptors), trend("threads", 3, \.threads),
        ]
    }

    /// The rise of the line through values at equal distances, and its standard error.
    private static func rise(_ values: [Double]) -> (rise: Double, error: Double) {
        let count = Double(values.count)
        let (middle, mean) = ((count - 1) / 2, values.reduce(0, +) / count)
        var (square, product) = (0.0, 0.0)
        for (place, value) in values.enumerated() {
            square += (Double(place) - middle) * (Double(place) - middle)
            product += (Double(place) - middle) * (value - mean)
        }
        let slope = product / square
        var rest = 0.0
        for (place, value) in values.enumerated() {
            let distance = value - mean - slope * (Double(place) - middle)
            rest += distance * distance
        }
        return (slope * (count - 1), (rest / (count - 2) / square).squareRoot() * (count - 1))
    }
}
