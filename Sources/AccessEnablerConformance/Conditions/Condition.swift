public import AccessEnabler

/// One condition of the contract, as data.
public struct Condition: Sendable, Hashable, Identifiable {
    /// The id in the contract, such as `S2.E1`.
    public var id: String
    /// The step it belongs to.
    public var step: ContractStep
    /// What must hold, in our words.
    public var statement: String
    /// The public document it comes from.
    public var source: Source
    /// Where it applies.
    public var platforms: [PlatformBehaviour]
    /// The documents are silent or disagree here, in all or in part: what is stated is a choice.
    public var isChoice: Bool
    /// Whether cases are due now.
    public var coverage: Coverage

    /// A document of the service's public documentation and a section of it.
    public struct Source: Sendable, Hashable {
        /// The document's title.
        public var document: String
        /// The section's heading.
        public var section: String

        /// Names a section.
        public init(_ document: String, _ section: String) {
            self.document = document
            self.section = section
        }
    }

    /// Whether cases are due.
    public enum Coverage: String, Sendable, Hashable, CaseIterable {
        /// At least one case must prove it.
        case due
        /// The verbs it needs are not built yet.
        case later
    }

    /// States a condition; no platforms = on all.
    public init(
        _ id: String, _ step: ContractStep, _ statement: String, _ source: Source,
        platforms: [PlatformBehaviour]? = nil, isChoice: Bool = false,
        coverage: Coverage = .due
    ) {
        self.id = id
        self.step = step
        self.statement = statement
        self.source = source
        self.platforms = platforms ?? PlatformBehaviour.allCases
        self.isChoice = isChoice
        self.coverage = coverage
    }
}

/// The parts of the contract, in its order.
public enum ContractStep: String, Sendable, Hashable, CaseIterable {
    /// Step 1.
    case initialise = "Step 1: initialise"
    /// Step 2.
    case setRequestor = "Step 2: setRequestor"
    /// Step 3.
    case checkAuthentication = "Step 3: checkAuthentication"
    /// Step 4.
    case getAuthentication = "Step 4: getAuthentication"
    /// The verbs about single resources.
    case authorization = "Authorization"
    /// The verbs about many resources at once.
    case preauthorization = "Preauthorization"
    /// What a service does without the MVPD.
    case degradation = "Degradation rules and temporary passes"
    /// `getMetadata`.
    case metadata = "Metadata"
    /// `logout`.
    case logout = "Logout"
    /// `sendTrackingData`.
    case tracking = "Tracking"
    /// The move from REST API V1 to V2.
    case migration = "Moving to REST API V2"
    /// What holds whatever the verb.
    case always = "Always"
}

extension Condition {
    /// Every condition of the contract, in its order.
    public static let all: [Condition] =
        initialise + setRequestor + checkAuthentication + getAuthentication + authorization
        + preauthorization + degradation + metadata + logout
        + tracking + migration + always
}

extension Condition.Source {
    /// The cookbook of platform single sign-on with the SDK.
    static func appleSSO(_ section: String) -> Self { Self("Apple SSO Cookbook (iOS/tvOS SDK)", section) }
    /// The cookbook of platform single sign-on with REST API V1.
    static func appleSSORest(_ section: String) -> Self { Self("Apple SSO Cookbook (REST API V1)", section) }
    /// The reference of verbs and callbacks.
    static func reference(_ section: String) -> Self { Self("iOS/tvOS SDK API Reference", section) }
    /// The cookbook of the SDK.
    static func cookbook(_ section: String) -> Self { Self("iOS/tvOS SDK Cookbook", section) }
    /// The overview of the SDK.
    static func overview(_ section: String) -> Self { Self("iOS/tvOS SDK Overview", section) }
    /// The storage checks of the SDK.
    static func integrity(_ section: String) -> Self { Self("iOS/tvOS Integrity Check Mechanism", section) }
    /// The codes of the status callback.
    static let codes = Self("Error Reporting", "Advanced Error Codes Reference")
    /// Limits of the service.
    static func throttling(_ section: String) -> Self { Self("Throttling mechanism", section) }
}
