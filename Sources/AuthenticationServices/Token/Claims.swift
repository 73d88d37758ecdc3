/// The claims of a verified token, each read as what it must be.
struct Claims {
    private let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    /// A text that must be there and hold something.
    func text(_ name: String) throws(TokenError) -> String {
        guard let text = try optionalText(name) else { throw TokenError(.missingClaim, member: name) }
        guard !text.isEmpty else { throw TokenError(.wrongType, member: name) }
        return text
    }

    /// A text that may be missing, or null.
    func optionalText(_ name: String) throws(TokenError) -> String? {
        switch value[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw TokenError(.wrongType, member: name)
        }
    }

    /// An instant in seconds since 1970 that must be there (RFC 7519, NumericDate), fractions cut off.
    func seconds(_ name: String) throws(TokenError) -> Int64 {
        guard let seconds = try optionalSeconds(name) else { throw TokenError(.missingClaim, member: name) }
        return seconds
    }

    /// An instant that may be missing, or null; within the times a calendar has.
    func optionalSeconds(_ name: String) throws(TokenError) -> Int64? {
        switch value[name] {
        case nil, .null: return nil
        case .integer(let seconds) where Self.times.contains(seconds): return seconds
        case .number(let seconds):
            guard let whole = Int64(exactly: seconds.rounded(.towardZero)), Self.times.contains(whole)
            else { throw TokenError(.wrongType, member: name) }
            return whole
        default: throw TokenError(.wrongType, member: name)
        }
    }

    /// A truth value, which Apple writes as such or as text.
    func optionalBool(_ name: String) throws(TokenError) -> Bool? {
        switch value[name] {
        case nil, .null: return nil
        case .bool(let bool): return bool
        case .string("true"): return true
        case .string("false"): return false
        default: throw TokenError(.wrongType, member: name)
        }
    }

    /// An integer that may be missing, or null.
    func optionalInteger(_ name: String) throws(TokenError) -> Int64? {
        switch value[name] {
        case nil, .null: return nil
        case .integer(let integer): return integer
        default: throw TokenError(.wrongType, member: name)
        }
    }

    /// The years 1970 to 9999.
    private static let times: ClosedRange<Int64> = 0...253_402_300_799
}

extension Claims {
    /// Whether the token is from `issuer`, to `audience`, and valid at `now`.
    ///
    /// One audience alone: Apple issues no token to several, and a list is where one hides behind another (choice).
    func check(issuer: String, audience: String, now: Int64, leeway: Int64) throws(TokenError) {
        guard try text("iss").utf8.elementsEqual(issuer.utf8) else { throw TokenError(.wrongIssuer, member: "iss") }
        guard try text("aud").utf8.elementsEqual(audience.utf8) else {
            throw TokenError(.wrongAudience, member: "aud")
        }
        let (issued, expires) = (try seconds("iat"), try seconds("exp"))
        guard expires > now - leeway else { throw TokenError(.expired, member: "exp") }
        guard issued <= now + leeway else { throw TokenError(.notYetValid, member: "iat") }
        if let start = try optionalSeconds("nbf"), start > now + leeway {
            throw TokenError(.notYetValid, member: "nbf")
        }
    }
}
