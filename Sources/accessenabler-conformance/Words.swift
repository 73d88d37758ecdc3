/// The words of a command line, one after the other.
struct Words {
    private var words: ArraySlice<String>

    init(_ words: [String]) {
        self.words = words[...]
    }

    /// Somebody asks how it goes.
    var isHelp: Bool { words.contains("--help") || words.contains("-h") }

    /// Takes the next word.
    mutating func next() -> String? { words.popFirst() }

    /// Takes the value of a flag.
    mutating func value(of flag: String) throws -> String {
        guard let value = words.popFirst() else { throw UsageError(message: "'\(flag)' needs a value") }
        return value
    }

    /// Takes the value of a flag that is a number.
    mutating func number(of flag: String, in range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(try value(of: flag)), range.contains(number) else {
            throw UsageError(message: "\(flag) takes a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Takes the value of a flag that is one of a few.
    mutating func choice<Value: RawRepresentable & CaseIterable>(
        of flag: String, _ type: Value.Type = Value.self
    ) throws -> Value where Value.RawValue == String {
        guard let choice = Value(rawValue: try value(of: flag)) else {
            let all = Value.allCases.map(\.rawValue)
            throw UsageError(
                message: "\(flag) takes \(all.dropLast().joined(separator: ", ")) or \(all.last ?? "nothing")")
        }
        return choice
    }
}
