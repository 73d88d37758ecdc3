/// The keychains of this device.
public enum Keychains {
    /// The Secret Service of the person's session where one answers, else a file only this person can read.
    ///
    /// Chosen once for the process, at first use.
    public static let standard: any KeychainStorage = SecretServiceKeychain() ?? SQLiteKeychain()
}
