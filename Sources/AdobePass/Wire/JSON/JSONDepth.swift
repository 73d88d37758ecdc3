import FoundationEssentials

/// How deep a JSON document nests, known before it is decoded: decoding takes stack for every level, and a thread of
/// the host may have little.
enum JSONDepth {
    /// The most lists and objects inside each other; choice: the documents due are 6 deep.
    static let limit = 64

    /// Whether the document stays within the limit. What else may be wrong with it is for the decoder to say.
    static func isBounded(_ json: Data) -> Bool {
        json.withUnsafeBytes { bytes in
            var depth = 0
            var isInString = false
            var isEscaped = false
            for byte in bytes {
                if isInString {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isInString = false
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
                if depth > limit { return false }
            }
            return true
        }
    }
}
