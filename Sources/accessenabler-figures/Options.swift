/// What the command line asks for.
struct Options {
    /// Where the article goes, besides standard output.
    var file: String?
    /// What the compiler says of itself, for the article.
    var toolchain: String?
    /// The chapters wanted; none named = all.
    private var chapters: Set<Substring> = []

    /// A command line that is not understood.
    struct Mistake: Error, CustomStringConvertible {
        var description: String
    }

    init(_ words: [String]) throws(Mistake) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard ["--write", "--toolchain", "--only"].contains(word), let value = rest.popFirst() else {
                throw Mistake(
                    description: "Usage: accessenabler-figures [--write FILE] [--toolchain TEXT] [--only CHAPTER,...]")
            }
            switch word {
            case "--write": file = value
            case "--toolchain": toolchain = value
            default: chapters = Set(value.split(separator: ","))
            }
        }
    }

    func wants(_ chapter: String) -> Bool {
        chapters.isEmpty || chapters.contains(chapter[...])
    }
}
