/// Random numbers that come again for the same seed, in the form the standard library takes.
struct SeededRandom: RandomNumberGenerator {
    private var numbers: SeededNumbers

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    /// True so many times in a hundred.
    mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// One of them.
    mutating func pick<Element>(_ first: Element, _ more: Element...) -> Element {
        let index = Int.random(in: 0...more.count, using: &self)
        return index == 0 ? first : more[index - 1]
    }
}
