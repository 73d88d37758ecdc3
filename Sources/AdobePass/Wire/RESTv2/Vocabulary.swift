import Base

extension KeyedDecodingContainer<FieldName> {
    /// The instant under this name, nil if there is none or it cannot be read.
    ///
    /// Milliseconds since 1970 everywhere on REST API V2: texts in sessions, numbers in profiles and decisions; both are
    /// read in both.
    func instant(_ name: String) throws -> Timestamp? {
        guard let text = try text(name) else { return nil }
        return ServiceDate.parse(text) ?? WholeNumber.parse(text).map { Timestamp(milliseconds: $0) }
    }

    /// The word under the first of these names that is there, out of a closed list; nil if none is there.
    ///
    /// - Throws: for a word the list does not hold, since what it asks for cannot be guessed.
    func word<Word: RawRepresentable>(_ type: Word.Type, _ names: String...) throws -> Word?
    where Word.RawValue == String {
        for name in names {
            guard let text = try text(name)?.unlessBlank else { continue }
            guard let word = Word(rawValue: text.trimmed) else {
                throw UnreadableAnswer("a value of \(name) unknown to this version")
            }
            return word
        }
        return nil
    }

    /// The texts under this name; none if it is not there.
    func list(_ name: String) throws -> [String] {
        try decodeIfPresent(TextList.self, forKey: FieldName(name))?.texts ?? []
    }

    /// What stands under this name, if it is an object.
    func part(_ names: String...) -> KeyedDecodingContainer<FieldName>? {
        names.lazy.compactMap {
            try? self.nestedContainer(keyedBy: FieldName.self, forKey: FieldName($0))
        }.first
    }
}
