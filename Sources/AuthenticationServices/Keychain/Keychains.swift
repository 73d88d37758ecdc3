/// The keychains of this device.
public enum Keychains {
    /// A file only this person can read.
    public static let standard: any KeychainStorage = SQLiteKeychain()
}
