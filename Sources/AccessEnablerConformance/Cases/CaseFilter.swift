/// Chooses cases by the ids of their conditions.
public struct CaseFilter: Sendable, Hashable {
    private let patterns: [String]

    /// Patterns separated by commas; `*` stands for any text: `S2.*,M1`.
    public init(_ patterns: String) {
        self.patterns = patterns.split(separator: ",").compactMap { pattern in
            var kept = ""
            // A second star in a row says nothing more, and takes twice as long.
            for character in pattern where !character.isWhitespace && !(character == "*" && kept.last == "*") {
                kept.append(character)
            }
            return kept.isEmpty ? nil : kept
        }
    }

    /// Patterns none of these cases fits.
    public func idle(in cases: [ConditionCase]) -> [String] {
        let ids = Set(cases.flatMap(\.conditions))
        return patterns.filter { pattern in !ids.contains { Self.fits(pattern[...], $0[...]) } }
    }

    /// Whether one of the case's conditions fits one of the patterns.
    public func matches(_ conditionCase: ConditionCase) -> Bool {
        patterns.contains { pattern in
            conditionCase.conditions.contains { Self.fits(pattern[...], $0[...]) }
        }
    }

    private static func fits(_ pattern: Substring, _ text: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return fits(pattern.dropFirst(), text) || (!text.isEmpty && fits(pattern, text.dropFirst()))
        }
        return text.first == first && fits(pattern.dropFirst(), text.dropFirst())
    }
}
