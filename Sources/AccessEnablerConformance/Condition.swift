/// One condition of the contract, as data.
public struct Condition: Sendable, Hashable {
    /// The id in the contract, such as `S2.E1`.
    public var id: String
}
