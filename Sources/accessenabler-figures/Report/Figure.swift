/// One line of a table: what was measured, beside what the peer takes for the same.
struct Figure: Sendable {
    /// What was measured.
    var name: String
    /// Our value.
    var ours: String
    /// The peer's value, or why there is none.
    var peer = ""
    /// Ours by the peer's.
    var ratio = ""
    /// What it should be; nil where nothing is asked.
    var aim: Aim?
}

/// What a figure should be, and whether it is.
struct Aim: Sendable {
    /// The aim in words.
    var text: String
    var isMet: Bool
    /// Why it is not met, and what would be next; shown only then.
    var otherwise: String
}

/// Figures that belong together, and how they were got.
struct Chapter: Sendable {
    var title: String
    /// How it was measured, a sentence each.
    var method: [String]
    var figures: [Figure] = []
    /// What else is to be said.
    var notes: [String] = []
}
