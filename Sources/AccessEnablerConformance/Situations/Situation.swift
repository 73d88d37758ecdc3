public import AccessEnabler

/// What is true before and around a case's script.
public struct Situation: Sendable {
    /// How the first object is made.
    public var launch: Launch
    /// What has happened before.
    public var before: Before
    /// Tokens in the store from the beginning.
    public var seeds: [SeededToken]
    /// What is true then, besides the default: permission granted, nobody signed in, a service without faults.
    public var facts: [Fact]

    /// What has happened before a case begins.
    public enum Before: String, Sendable, Hashable, CaseIterable {
        /// Nothing: no object was ever made.
        case fresh = "a fresh object"
        /// `setRequestor` with nobody signed in: the configuration is in force.
        case configured = "a configured object"
        /// `setRequestor` with an account of `NorthCable` signed in: a partner token is stored, the configuration is in
        /// force. The account is still signed in.
        case partnerToken = "a partner token stored"
        /// A person has signed in at the page of `EastFiber`, or with its code on tvOS: a regular token is stored, the
        /// configuration is in force. Nobody is signed in at the platform.
        case regularToken = "a regular token stored"
    }

    /// A situation.
    public init(
        _ before: Before = .fresh, launch: Launch = Launch(), seeds: [SeededToken] = [], _ facts: [Fact] = []
    ) {
        self.before = before
        self.launch = launch
        self.seeds = seeds
        self.facts = facts
    }

    /// One line a fact, for people.
    public var description: [String] {
        var lines = [before.rawValue + launch.description]
        for seed in seeds {
            lines.append(
                "a \(seed.isForeign ? "token of another device" : "regular token") of \(seed.mvpd) for \(seed.requestor)"
            )
        }
        return lines + facts.map(\.text)
    }
}

/// How an object is made.
public struct Launch: Sendable, Hashable {
    /// iOS or tvOS behaviour.
    public var platform: PlatformBehaviour
    /// The storage check.
    public var integrityCheck: StorageIntegrityCheck
    /// Names the store.
    public var applicationID: String

    /// Nil = iOS behaviour, no storage check; the usual application.
    public init(
        _ platform: PlatformBehaviour? = nil, integrityCheck: StorageIntegrityCheck? = nil,
        applicationID: String = "adbe.northstar.conformance"
    ) {
        self.platform = platform ?? .iOS
        self.integrityCheck = integrityCheck ?? .none
        self.applicationID = applicationID
    }

    /// What differs from the default, for people.
    var description: String {
        var parts: [String] = []
        if platform != .iOS { parts.append("\(platform.rawValue)") }
        if integrityCheck != .none { parts.append("check \(integrityCheck)") }
        if applicationID != Launch().applicationID { parts.append("application \(applicationID)") }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }
}

/// Where a service is, or is not.
public enum ServiceAddress: String, Sendable, Hashable, CaseIterable {
    /// The first simulator.
    case first
    /// The second simulator.
    case second
    /// A port nobody listens at.
    case refusing
    /// `https` at a port that does not speak TLS.
    case notTLS
    /// A host name that cannot exist.
    case unknownHost
}

/// Something made true outside the implementation.
public struct Fact: Sendable {
    /// What kind of thing becomes true.
    public let kind: Kind
    /// What it is about; see `Kind`.
    public let arguments: [String: JSONValue]
    /// What becomes true, for people.
    public let text: String
    let apply: @Sendable (Bench) async throws -> Void

    init(
        _ kind: Kind, _ text: String, _ arguments: [String: JSONValue] = [:],
        _ apply: @escaping @Sendable (Bench) async throws -> Void
    ) {
        self.kind = kind
        self.text = text
        self.arguments = arguments
        self.apply = apply
    }
}
