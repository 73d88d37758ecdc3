/// JSON Schemas (2020-12) of everything other programs read or write.
public enum Schemas: String, Sendable, CaseIterable {
    /// `ConditionList.json()`
    case list
    /// `JSONReport.json(_:)`
    case report
    /// One message of the adapter protocol, in either direction.
    case message = "protocol"

    /// The schema.
    public var json: String {
        switch self {
        case .list: Self.listSchema
        case .report: Self.reportSchema
        case .message: Self.messageSchema
        }
    }
}
