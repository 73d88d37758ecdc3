import AccessEnabler
import PlatformAccount

/// What an implementation said, cut to what a report can show: it may have said megabytes.
enum Clip {
    /// The longest value of a callback, in bytes.
    static let longestValue = 1000
    /// The longest line, in bytes.
    static let longestLine = 4000
    /// So many callbacks, requests or elements of a list are kept of a case, and so many of what was due.
    static let most = 200
    /// So many findings.
    static let mostProblems = 50
    /// What is hidden is longer than this at most, or the shown beginning of a long text could hold a part of it.
    private static let longestSecret = 16_384

    /// The text in one line, with what nobody may see taken out by `hide`, and cut to a limit in bytes; it says then how
    /// long it was.
    static func text(_ text: String, to limit: Int = longestLine, _ hide: (String) -> String = { $0 }) -> String {
        // By scalars: to Swift, CR and LF are one character.
        var line = String.UnicodeScalarView()
        for scalar in cut(text, to: limit, hide).unicodeScalars {
            if scalar == "\n" { line.append(contentsOf: "\\n".unicodeScalars) } else { line.append(scalar) }
        }
        return String(line)
    }

    private static func cut(_ text: String, to limit: Int, _ hide: (String) -> String) -> String {
        let length = text.utf8.count
        if length <= limit { return hide(text) }
        // Hidden before it is cut: a part of a secret is not found any more.
        let start = hide(String(decoding: text.utf8.prefix(limit + longestSecret), as: UTF8.self))
        var shown = String.UnicodeScalarView()
        var count = 0
        for scalar in start.unicodeScalars {
            count += UTF8.width(scalar)
            if count > limit { break }
            shown.append(scalar)
        }
        return String(shown) + "… (\(length) bytes in all)"
    }

    /// The callback as it is, or with long values and lists cut.
    static func callback(_ callback: Callback, _ hide: (String) -> String) -> Callback {
        var dialogs: [TVProviderDialog] = []
        let parts = callback.json { dialog in
            dialogs.append(dialog)
            return dialogs.count
        }
        let whole = JSONValue.object(parts)
        let cut = value(whole, hide)
        if cut == whole { return callback }
        return Callback(json: cut, dialog: { dialogs.indices.contains($0 - 1) ? dialogs[$0 - 1] : nil }) ?? callback
    }

    private static func value(_ value: JSONValue, _ hide: (String) -> String) -> JSONValue {
        switch value {
        case .string(let text):
            return text.utf8.count <= longestValue ? value : .string(cut(text, to: longestValue, hide))
        case .array(let values):
            let kept = values.prefix(most).map { Self.value($0, hide) }
            guard values.count > most, case .string? = values.first else { return .array(kept) }
            return .array(kept + [.string("… (\(values.count) in all)")])
        case .object(let parts):
            let kept = parts.sorted { $0.key < $1.key }.prefix(most)
            return .object(
                Dictionary(
                    kept.map { (cut($0.key, to: longestValue, hide), Self.value($0.value, hide)) },
                    uniquingKeysWith: { first, _ in first }))
        case .null, .bool, .integer, .number: return value
        }
    }
}

extension CaseResult {
    /// Only what reports show is kept: thousands of cases may have said megabytes each.
    mutating func clip() {
        if case .couldNotRun(let why) = unjudged {
            unjudged = .couldNotRun(Clip.text(why, Self.withoutTokens))
        }
        var notes: [String] = []
        func cut<Element>(_ list: inout [Element], to most: Int, _ name: String) {
            if list.count > most { notes.append("\(name) \(most + 1) to \(list.count) are not shown") }
            list = Array(list.prefix(most))
        }
        cut(&seen, to: Clip.most + conditionCase.expected.count, "callbacks")
        cut(&requests, to: Clip.most, "requests")
        cut(&problems, to: Clip.mostProblems, "findings")
        seen = seen.map { Clip.callback($0, hidden) }
        problems = problems.map { Clip.text($0, hidden) }
        // Nothing that holds is that long.
        if !problems.isEmpty { problems += notes }
        log = log.suffix(Self.keptLog).map { Clip.text($0) { hidden(Self.withoutTokens($0)) } }
    }
}
