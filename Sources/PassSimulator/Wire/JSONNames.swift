import FoundationEssentials

/// The names of a document's members, as they stand in it: what reads a document keeps one of those that repeat.
enum JSONNames {
    /// Whether an object of a well-formed document names a member twice.
    static func `repeat`(in document: [UInt8]) -> Bool {
        // Of each object or array that is open: the names so far; nil in an array.
        var open: [Set<[UInt8]>?] = []
        // Whether the next text is a name.
        var isName = false
        var index = 0
        while index < document.count {
            switch document[index] {
            case UInt8(ascii: "{"):
                open.append([])
                isName = true
            case UInt8(ascii: "["):
                open.append(nil)
                isName = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = open.popLast()
            case UInt8(ascii: ","):
                isName = open.last.map { $0 != nil } ?? false
            case UInt8(ascii: "\""):
                let start = index
                index += 1
                while index < document.count, document[index] != UInt8(ascii: "\"") {
                    index += document[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                guard isName, !open.isEmpty else { break }
                isName = false
                let text = document[start..<min(index + 1, document.count)]
                if open[open.count - 1]?.insert(plain(text)).inserted == false { return true }
            default: break
            }
            index += 1
        }
        return false
    }

    /// The name, without escapes: the same name can be spelt in many ways.
    private static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "\\")), let name = try? JSONDecoder().decode(String.self, from: Data(text))
        else {
            return Array(text.dropFirst().dropLast())
        }
        return Array(name.utf8)
    }
}
