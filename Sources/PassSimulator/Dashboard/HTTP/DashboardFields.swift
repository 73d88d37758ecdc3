/// Why the dashboard refuses what it was sent, for a person to read.
struct BadInput: Error, Sendable, Hashable {
    var message: String

    init(_ message: String) { self.message = message }
}

/// A value of the dashboard with its name in JSON: read and written by the same row.
struct DashboardField<Target>: Sendable {
    let name: String
    let read: @Sendable (Target) -> JSON
    let write: @Sendable (JSON, inout Target) throws(BadInput) -> Void
}

extension DashboardField {
    typealias Path<Value> = WritableKeyPath<Target, Value> & Sendable

    static func bool(_ name: String, _ path: any Path<Bool>) -> DashboardField {
        field(name, path, "true or false", JSON.bool, \.bool)
    }

    static func text(_ name: String, _ path: any Path<String>) -> DashboardField {
        field(name, path, "a text", JSON.string, \.string)
    }

    static func optionalText(_ name: String, _ path: any Path<String?>) -> DashboardField {
        field(name, path, "a text or null", JSON.optional) { json in
            if json == .null { .some(nil) } else { json.string.map { .some($0) } }
        }
    }

    static func texts(_ name: String, _ path: any Path<[String]>) -> DashboardField {
        field(name, path, "an array of texts", JSON.strings, \.strings)
    }

    /// An object of flags by name.
    static func bools(_ name: String, _ path: any Path<[String: Bool]>) -> DashboardField {
        field(
            name, path, "an object of true and false", { .object($0.mapValues(JSON.bool)) },
            { $0.dictionary(of: \.bool) })
    }

    /// An object of texts by name.
    static func textsByName(_ name: String, _ path: any Path<[String: String]>) -> DashboardField {
        field(name, path, "an object of texts", { .object($0.mapValues(JSON.string)) }, { $0.dictionary(of: \.string) })
    }

    /// An object of anything, kept as JSON texts.
    static func valuesByName(_ name: String, _ path: any Path<[String: String]>) -> DashboardField {
        field(
            name, path, "an object",
            { .object($0.mapValues { JSON(parsing: Array($0.utf8)) ?? .string($0) }) },
            { json in json.dictionary(of: \.text) })
    }

    /// A whole number.
    static func count(_ name: String, _ path: any Path<Int>, _ range: ClosedRange<Int64>) -> DashboardField {
        field(
            name, path, "a whole number from \(range.lowerBound) to \(range.upperBound)", { .integer(Int64($0)) },
            { json in json.integer.flatMap { range.contains($0) ? Int($0) : nil } })
    }

    /// A whole number, or null.
    static func optionalCount(_ name: String, _ path: any Path<Int?>, _ range: ClosedRange<Int64>) -> DashboardField {
        field(
            name, path, "a whole number from \(range.lowerBound) to \(range.upperBound), or null",
            { $0.map { .integer(Int64($0)) } ?? .null },
            { json in
                if json == .null { return .some(nil) }
                return json.integer.flatMap { range.contains($0) ? .some(Int($0)) : nil }
            })
    }

    /// Seconds, whole or with a fraction down to ms.
    static func seconds(
        _ name: String, _ path: any Path<Duration>, _ range: ClosedRange<Double>
    ) -> DashboardField {
        let expected = "a number of seconds from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
        return field(
            name, path, expected,
            { duration in
                let milliseconds = duration.inMilliseconds
                return milliseconds % 1000 == 0
                    ? .integer(milliseconds / 1000) : .number(Double(milliseconds) / 1000)
            },
            { json in
                guard let seconds = json.double, range.contains(seconds) else { return nil }
                return .milliseconds(Int64((seconds * 1000).rounded()))
            })
    }

    /// `{"R1": {"code": "authorization_denied_by_mvpd", "details": "…"}}`; both are optional.
    static func denials(_ name: String, _ path: any Path<[String: Dashboard.Denial]>) -> DashboardField {
        field(
            name, path,
            "an object of objects with 'details' and 'code', one of \(Dashboard.Denial.codes.joined(separator: ", "))",
            { denials in
                .object(denials.mapValues { .object(["code": .string($0.code), "details": .optional($0.details)]) })
            },
            { $0.dictionary(of: denial) })
    }

    private static func denial(_ json: JSON) -> Dashboard.Denial? {
        guard let members = json.members, members.allSatisfy({ ["code", "details"].contains($0.name) }) else {
            return nil
        }
        var denial = Dashboard.Denial.byMVPD()
        if let code = json["code"] {
            guard let text = code.string, Dashboard.Denial.codes.contains(text) else { return nil }
            denial.code = text
        }
        if let details = json["details"], details != .null {
            guard let text = details.string else { return nil }
            denial.details = text
        }
        return denial
    }

    private static func field<Value>(
        _ name: String, _ path: any Path<Value>, _ expected: String,
        _ read: @escaping @Sendable (Value) -> JSON, _ parse: @escaping @Sendable (JSON) -> Value?
    ) -> DashboardField {
        DashboardField(
            name: name, read: { read($0[keyPath: path]) },
            write: { (json, target) throws(BadInput) in
                guard let value = parse(json) else { throw BadInput("'\(name)' must be \(expected).") }
                target[keyPath: path] = value
            })
    }
}

/// Ten years in seconds.
private let decade = 315_360_000.0

extension [DashboardField<Dashboard>] {
    /// The switches and lifetimes.
    static let settings: [DashboardField<Dashboard>] = [
        .seconds("authenticationLifeSeconds", \.authenticationLife, 0...decade),
        .seconds("authorizationLifeSeconds", \.authorizationLife, 0...decade),
        .seconds("mediaTokenLifeSeconds", \.mediaTokenLife, 0...decade),
        .seconds("accountLifeSeconds", \.accountLife, 0...decade),
        .count("preauthorizationLimit", \.preauthorizationLimit, 0...1000),
        .seconds("accessTokenLifeSeconds", \.accessTokenLife, 0...decade),
        .seconds("clockSkewSeconds", \.clockSkew, -decade...decade),
        .bool("enhancedErrors", \.enhancedErrors), .bool("forcesXML", \.forcesXML),
        .bool("sendsValidators", \.sendsValidators), .bool("isStatementRevoked", \.isStatementRevoked),
        .bool("throttles", \.throttles), .bool("v2SendsAbsoluteURLs", \.v2.sendsAbsoluteURLs),
        .bool("v2SpellsAsBefore", \.v2.spellsAsBefore),
        .bool("v2RefusesDecisionsWhole", \.v2.refusesDecisionsWhole),
        .bool("v2ForgetsSessionParameters", \.v2.forgetsSessionParameters),
    ]

}

extension [DashboardField<Dashboard.MVPD>] {
    /// What can be changed of an MVPD: all but its id.
    static let mvpd: [DashboardField<Dashboard.MVPD>] = [
        .text("displayName", \.displayName), .text("logoURL", \.logoURL), .bool("isIntegrated", \.isIntegrated),
        .bools("enablePlatformServices", \.enablePlatformServices), .optionalText("boardingStatus", \.boardingStatus),
        .bool("displayInPlatformPicker", \.displayInPlatformPicker),
        .optionalText("platformMappingID", \.platformMappingID),
        .texts("requiredMetadataFields", \.requiredMetadataFields), .bool("isDegraded", \.isDegraded),
        .bool("permitsEverything", \.permitsEverything), .bool("deniesEverything", \.deniesEverything),
        .denials("denials", \.denials),
        .bool("signsInWithoutPage", \.signsInWithoutPage), .bool("isTempPass", \.isTempPass),
        .seconds("tempPassLifeSeconds", \.tempPassLife, 0...decade),
        .optionalCount("tempPassResourceLimit", \.tempPassResourceLimit, 0...1_000_000),
        .textsByName("people", \.people), .valuesByName("userMetadata", \.userMetadata),
        .texts("encryptedMetadata", \.encryptedMetadata),
        .textsByName("extraFields", \.extraFields),
    ]
}

extension Array {
    /// The fields of a target as an object's members.
    func read<Target>(_ target: Target) -> [JSON.Member] where Element == DashboardField<Target> {
        map { JSON.Member(name: $0.name, value: $0.read(target)) }
    }

    /// Writes what a body names, all of it or nothing.
    func write<Target>(_ body: JSON, to target: inout Target) throws(BadInput)
    where Element == DashboardField<Target> {
        guard let members = body.members else { throw BadInput("The body must be a JSON object.") }
        var changed = target
        for member in members {
            guard let field = first(where: { $0.name == member.name }) else {
                let known = map(\.name).joined(separator: ", ")
                throw BadInput("'\(member.name.prefix(50))' is not known here; known are: \(known).")
            }
            try field.write(member.value, &changed)
        }
        target = changed
    }
}
