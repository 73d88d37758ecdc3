/// A list a person chooses from by number or by part of a name.
public struct Menu: Sendable {
    /// What a line typed means.
    public enum Answer: Sendable {
        /// This row of the list.
        case chosen(Int)
        /// Nothing typed.
        case left
        /// Nothing chosen yet: show and ask again.
        case again
    }

    private let names: [String]
    private let featured: Int
    private let search: @Sendable (String) -> [Int]
    private var shown: [Int]

    /// A list; the first `featured` rows are marked. `search` gives the rows a text finds.
    public init(_ names: [String], featured: Int = 0, search: @escaping @Sendable (String) -> [Int]) {
        self.names = names
        self.featured = featured
        self.search = search
        shown = Array(names.indices)
    }

    /// Prints what is shown.
    public func show() {
        for (number, row) in shown.prefix(20).enumerated() {
            say("  \(row < featured ? "*" : " ") \(number < 9 ? " " : "")\(number + 1)  \(names[row])")
        }
        if shown.count > 20 { say("       and \(shown.count - 20) more: type part of a name") }
    }

    /// Takes a line.
    public mutating func take(_ line: String) -> Answer {
        if line.isEmpty { return .left }
        if let number = Int(line), shown.prefix(20).indices.contains(number - 1) { return .chosen(shown[number - 1]) }
        let found = search(line)
        if found.isEmpty { say("No provider is called so.") }
        shown = found.isEmpty ? Array(names.indices) : found
        return .again
    }
}
