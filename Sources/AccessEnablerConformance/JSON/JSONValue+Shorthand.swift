import AccessEnabler
import Base
import FoundationEssentials
import PlatformAccount

extension JSONValue {
    /// A text, or null.
    static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// Texts.
    static func texts(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map { .string($0) }) }

    /// A number.
    static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }

    /// A duration in ms, whole wherever it is; null for none.
    static func time(_ duration: Duration?) -> JSONValue {
        guard let duration else { return .null }
        let whole = duration.inMilliseconds
        if .milliseconds(whole) == duration { return .integer(whole) }
        return .number(duration / .milliseconds(1))
    }

    /// An object of the parts that are there.
    static func parts(_ parts: [String: JSONValue?]) -> JSONValue { .object(parts.compactMapValues(\.self)) }

    /// A part of an object.
    subscript(_ name: String) -> JSONValue? {
        if case .object(let parts) = self { parts[name] } else { nil }
    }

    /// The text, when it is one.
    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The whole number, when it is one.
    var whole: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }

    /// The truth value, when it is one.
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// The values of a list.
    var list: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

    /// The texts of a list of nothing else.
    var strings: [String]? {
        guard let list else { return nil }
        let texts = list.compactMap(\.string)
        return texts.count == list.count ? texts : nil
    }

    /// The texts of an object of nothing else.
    var dictionary: [String: String]? {
        guard case .object(let parts) = self else { return nil }
        let texts = parts.compactMapValues(\.string)
        return texts.count == parts.count ? texts : nil
    }

    /// A duration from ms.
    var duration: Duration? {
        switch self {
        case .integer(let milliseconds): .milliseconds(milliseconds)
        case .number(let milliseconds) where milliseconds.isFinite && abs(milliseconds) < 1e15:
            .microseconds(Int64(milliseconds * 1000))
        default: nil
        }
    }

    /// The value in one line.
    var line: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}

extension PickerChoice {
    /// What the person does, for other programs.
    var json: JSONValue {
        switch self {
        case .provider(let identifier): .object(["provider": .string(identifier)])
        case .otherProvider: .string("otherProvider")
        case .cancel: .string("cancel")
        }
    }
}
