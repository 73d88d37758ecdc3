package import FoundationEssentials

/// A value to bind to a statement.
package enum SQLiteValue: Sendable, Hashable {
    /// NULL.
    case null
    /// INTEGER.
    case integer(Int64)
    /// TEXT, its UTF-8 bytes as they are: no normalisation, NUL bytes included.
    case text(String)
    /// BLOB.
    case blob(Data)

    /// Text, or NULL.
    package static func text(orNull text: String?) -> SQLiteValue { text.map(Self.text) ?? .null }
    /// An integer, or NULL.
    package static func integer(orNull integer: Int64?) -> SQLiteValue { integer.map(Self.integer) ?? .null }
    /// A blob, or NULL.
    package static func blob(orNull data: Data?) -> SQLiteValue { data.map(Self.blob) ?? .null }
}
