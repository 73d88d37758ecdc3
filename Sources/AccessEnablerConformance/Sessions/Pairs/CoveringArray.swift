/// One of the things a situation consists of.
public struct PairDimension: Sendable, Hashable {
    /// What it is about.
    public var name: String
    /// What it can be; no two alike.
    public var values: [String]

    /// Names a dimension and its values.
    public init(_ name: String, _ values: [String]) {
        self.name = name
        self.values = values
    }
}

/// Two values that cannot come together.
public struct ImpossiblePair: Sendable, Hashable {
    /// The dimensions' names.
    public var dimensions: [String]
    /// Their values, in the same order.
    public var values: [String]
    /// Why not.
    public var reason: String

    /// `first` of one dimension and `second` of another.
    public init(_ first: (String, String), _ second: (String, String), because reason: String) {
        dimensions = [first.0, second.0]
        values = [first.1, second.1]
        self.reason = reason
    }
}

/// Rows of values, one of each dimension, in which every two values that can come together do so at least once.
///
/// Greedy, one row at a time, always the same: a row begins with the first pair still missing; every other dimension
/// takes the value that brings most missing pairs. Source: D. M. Cohen and others, "The AETG System: An Approach to
/// Testing Based on Combinatorial Design", 1997.
public struct CoveringArray: Sendable {
    /// The dimensions.
    public let dimensions: [PairDimension]
    /// The rows: the place of a value for each dimension.
    public let rows: [[Int]]

    private struct Pair: Hashable {
        var first: Int
        var value: Int
        var second: Int
        var other: Int
    }

    /// Makes the rows. A pair that stands in `impossible`, or that no row can hold because of it, is left out.
    public init(_ dimensions: [PairDimension], impossible: [ImpossiblePair] = []) {
        self.dimensions = dimensions
        let forbidden = Self.forbidden(dimensions, impossible)
        var missing: [Pair] = []
        for first in dimensions.indices {
            for second in dimensions.indices where second > first {
                for value in dimensions[first].values.indices {
                    for other in dimensions[second].values.indices {
                        let pair = Pair(first: first, value: value, second: second, other: other)
                        if !forbidden.contains(pair) { missing.append(pair) }
                    }
                }
            }
        }
        var uncovered = Set(missing)
        var rows: [[Int]] = []
        for pair in missing where uncovered.contains(pair) {
            var row = [Int?](repeating: nil, count: dimensions.count)
            row[pair.first] = pair.value
            row[pair.second] = pair.other
            guard let full = Self.fill(row, dimensions, forbidden, uncovered) else {
                uncovered.remove(pair)
                continue
            }
            rows.append(full)
            for covered in Self.pairs(of: full) { uncovered.remove(covered) }
        }
        self.rows = rows
    }

    private static func forbidden(_ dimensions: [PairDimension], _ impossible: [ImpossiblePair]) -> Set<Pair> {
        var pairs: Set<Pair> = []
        for rule in impossible {
            let places = zip(rule.dimensions, rule.values).compactMap { name, value -> (Int, Int)? in
                guard let dimension = dimensions.firstIndex(where: { $0.name == name }),
                    let place = dimensions[dimension].values.firstIndex(of: value)
                else { return nil }
                return (dimension, place)
            }.sorted { $0.0 < $1.0 }
            guard places.count == 2 else { continue }
            pairs.insert(Pair(first: places[0].0, value: places[0].1, second: places[1].0, other: places[1].1))
        }
        return pairs
    }

    /// A full row, by the best values first; one that leads nowhere is taken back.
    private static func fill(
        _ row: [Int?], _ dimensions: [PairDimension], _ forbidden: Set<Pair>, _ uncovered: Set<Pair>
    ) -> [Int]? {
        guard let next = row.firstIndex(of: nil) else { return row.compactMap(\.self) }
        let candidates = dimensions[next].values.indices.compactMap { value -> (gain: Int, value: Int)? in
            var gain = 0
            for (place, set) in row.enumerated() {
                guard let set else { continue }
                let pair =
                    place < next
                    ? Pair(first: place, value: set, second: next, other: value)
                    : Pair(first: next, value: value, second: place, other: set)
                if forbidden.contains(pair) { return nil }
                if uncovered.contains(pair) { gain += 1 }
            }
            return (gain, value)
        }
        for (_, value) in candidates.sorted(by: { ($1.gain, $0.value) < ($0.gain, $1.value) }) {
            var longer = row
            longer[next] = value
            if let full = fill(longer, dimensions, forbidden, uncovered) { return full }
        }
        return nil
    }

    private static func pairs(of row: [Int]) -> [Pair] {
        row.indices.flatMap { first in
            row.indices.filter { $0 > first }.map {
                Pair(first: first, value: row[first], second: $0, other: row[$0])
            }
        }
    }
}
