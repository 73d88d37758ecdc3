/// The storage integrity check a store is constructed with.
///
/// It runs once an object, at its first call: construction touches nothing and cannot fail. While it cannot be carried
/// out (busy, no room), it stays due and the calls throw; once carried out, it is never run again by that object.
///
/// Source: "iOS/tvOS SDK API Reference", Integrity Check; contract I1, I2.
public enum StorageIntegrityCheck: Sendable, Hashable, CaseIterable {
    /// Nothing is probed or cleared; a corrupt file is set aside when it is met.
    case none
    /// A write is tried and every stored value validated; any failure clears the store, device id included. A lock
    /// held elsewhere is waited for, and a full disk is reported: neither is a failure (choice). Nor is a store of a
    /// newer version, which is left alone (choice).
    case all
    /// The store is cleared, device id included, whatever is in it, newer versions too.
    case clear
}
