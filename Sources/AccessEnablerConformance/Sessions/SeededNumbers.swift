/// Numbers that look random and follow from a seed alone, on every machine and with every compiler: SplitMix64.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SeededNumbers: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `count - 1`.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

    /// One of a list that is not empty.
    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    /// One of a list, each as often as its weight says.
    mutating func pick<Element>(weighted list: [(weight: Int, element: Element)]) -> Element? {
        var place = below(list.reduce(0) { $0 + $1.weight })
        for (weight, element) in list {
            if place < weight { return element }
            place -= weight
        }
        return nil
    }
}
