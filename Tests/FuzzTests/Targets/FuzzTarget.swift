import Foundation

/// Something that reads outside input, and what must hold whatever it is given.
///
/// The same targets are run by libFuzzer (`make fuzz`) and over the checked-in corpus by the tests.
struct FuzzTarget: Sendable {
    /// Its name, which its folder in `Corpus` has too.
    let name: String
    /// The most bytes worth trying: what is longer says nothing new and slows the search down.
    let longestInput: Int
    /// Reads an input.
    ///
    /// Throws `Broken` when something does not hold; any other error is one, too. Refusals are caught inside.
    let run: @Sendable (Data) throws -> Void

    init(_ name: String, longestInput: Int = 4096, run: @escaping @Sendable (Data) throws -> Void) {
        self.name = name
        self.longestInput = longestInput
        self.run = run
    }

    /// All of them.
    static let all: [FuzzTarget] = [
        .configuration, .answers, .answersV2, .replies, .redirects, .addresses, .resources, .device, .saml, .dates,
        .store, .simulator,
    ]
}

/// A property that an input broke.
struct Broken: Error, CustomStringConvertible {
    let description: String
}

/// Throws `Broken` unless the property holds.
func hold(_ property: Bool, _ what: @autoclosure () -> String) throws(Broken) {
    if !property { throw Broken(description: what()) }
}

extension Data {
    /// The input as text: bytes that are no UTF-8 become replacement characters.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// The parts of an input that needs several, parted by lines of three dashes; as many as asked for.
    func parts(_ count: Int) -> [Data] {
        var parts: [Data] = []
        var rest = self[...]
        let mark = Data("\n---\n".utf8)
        while parts.count < count - 1, let range = rest.range(of: mark) {
            parts.append(Data(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        parts.append(Data(rest))
        return parts + [Data](repeating: Data(), count: count - parts.count)
    }
}

/// What may stand in one line of a log: nothing that breaks it, turns it round or rings a bell.
func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        }
    }
}
