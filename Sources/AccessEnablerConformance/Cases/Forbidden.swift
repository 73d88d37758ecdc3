/// A callback that must not come in a case, and why: what a failing run tells first.
public struct Forbidden: Sendable, Hashable {
    /// Which callback.
    public var callback: Pattern
    /// Why it must not come.
    public var reason: String

    /// Callbacks by what they say.
    public enum Pattern: Sendable, Hashable {
        /// Any of this kind.
        case kind(CallbackKind)
        /// A `status` with this code.
        case code(String)
        /// `setRequestorComplete` with this value.
        case complete(Int)
        /// `setAuthenticationStatus` with this value.
        case authentication(Int)
    }

    /// Forbids a callback.
    public init(_ callback: Pattern, _ reason: String) {
        self.callback = callback
        self.reason = reason
    }
}

extension [Forbidden] {
    /// Steps 1 to 3 and metadata: nobody is shown anything.
    static let dialogs: Self = [
        Forbidden(.kind(.displayProviderDialog), "only getAuthentication lets a person choose"),
        Forbidden(.kind(.navigateToUrl), "only a login or a logout opens a page"),
        Forbidden(.kind(.presentTVProviderDialog), "only getAuthentication opens the platform's picker"),
        Forbidden(.kind(.dismissTVProviderDialog), "no picker was opened"),
    ]

    /// Step 2 alone: nothing but its completion and codes.
    static let setRequestor: Self =
        dialogs + [
            Forbidden(.kind(.setAuthenticationStatus), "setRequestor never tells whether somebody is signed in"),
            Forbidden(.kind(.sendTrackingData), "step 2 is not tracked"),
            Forbidden(.kind(.setMetadataStatus), "nobody asked for metadata"),
        ]

    /// Step 3 alone: one status, and at most one code.
    static let checkAuthentication: Self =
        dialogs + [
            Forbidden(.kind(.setRequestorComplete), "setRequestor was not called"),
            Forbidden(.kind(.setMetadataStatus), "nobody asked for metadata"),
        ]

    /// Step 4 alone.
    static let getAuthentication: Self = [
        Forbidden(.kind(.setRequestorComplete), "setRequestor was not called"),
        Forbidden(.kind(.setMetadataStatus), "nobody asked for metadata"),
        Forbidden(.kind(.tokenRequestFailed), "nobody asked for an authorization"),
        Forbidden(.code("N000"), "only step 3 says that nobody is signed in"),
        Forbidden(.code("APPL_ERROR"), "VSA503 stands for it in step 4"),
    ]

    /// Step 4 in which nobody has to choose from the host's own list.
    static let noDialog: Self =
        getAuthentication + [Forbidden(.kind(.displayProviderDialog), "there is nothing to choose")]

    /// Verbs about resources alone, when nobody has to sign in.
    static let resources: Self =
        dialogs + [
            Forbidden(.kind(.setRequestorComplete), "setRequestor was not called"),
            Forbidden(.kind(.setAuthenticationStatus), "nobody asked whether somebody is signed in"),
            Forbidden(.kind(.setMetadataStatus), "nobody asked for metadata"),
        ]

    /// Logout alone.
    static let logout: Self = [
        Forbidden(.kind(.setRequestorComplete), "setRequestor was not called"),
        Forbidden(.kind(.displayProviderDialog), "only getAuthentication lets a person choose"),
        Forbidden(.kind(.presentTVProviderDialog), "only getAuthentication opens the platform's picker"),
        Forbidden(.kind(.sendTrackingData), "logout is not tracked"),
        Forbidden(.code("N000"), "only step 3 says that nobody is signed in"),
    ]

    /// Other codes that would explain what this case must explain otherwise.
    static func codes(_ codes: [String], _ reason: String) -> Self {
        codes.map { Forbidden(.code($0), reason) }
    }
}

extension Forbidden {
    /// The rule, for people.
    var text: String {
        switch callback {
        case .kind(let kind): "\(kind.rawValue): \(reason)"
        case .code(let code): "status \(code): \(reason)"
        case .complete(let value): "setRequestorComplete(\(value)): \(reason)"
        case .authentication(let value): "setAuthenticationStatus(\(value)): \(reason)"
        }
    }
}
