public import Base

/// A person with an Apple Account at the stand-in.
public struct AppleAccount: Sendable, Hashable {
    /// The address the person signs in with.
    public var address: String
    /// The password.
    public var password: Secret
    /// The code of the second factor; always the same here.
    public var code: String
    /// The given name.
    public var givenName: String
    /// The family name.
    public var familyName: String

    /// Makes an account.
    public init(
        address: String, password: Secret = Secret("secret"), code: String = "123456", givenName: String,
        familyName: String
    ) {
        self.address = address
        self.password = password
        self.code = code
        self.givenName = givenName
        self.familyName = familyName
    }

    /// The accounts of a simulator that is given none.
    public static let samples = [
        AppleAccount(address: "jane@example.com", givenName: "Jane", familyName: "Appleseed"),
        AppleAccount(address: "juan@example.com", givenName: "Juan", familyName: "Chavez"),
    ]
}
