import Testing

/// Something that holds for the source of this repository.
struct Rule: Sendable, CustomTestStringConvertible {
    let name: String
    /// What breaks the rule in a file, with line numbers.
    let findings: @Sendable (SourceFile) -> [String]
    /// Files that break the rule: the proof that it can fail.
    let broken: [SourceFile]
    /// Files near the edge that do not.
    let kept: [SourceFile]

    var testDescription: String { name }
}

extension Rule {
    /// What each folder of `Sources` may import, besides the C library and Dispatch.
    ///
    /// Each C library of the distribution has its own door, libcrypto three: a digest is needed wherever something is named.
    static let allowedImports: [String: Set<String>] = [
        "Base": ["CCurl", "CSQLite", "FoundationEssentials"],
        "PlatformAccount": ["Base", "CSQLite", "FoundationEssentials"],
        "VideoSubscriberAccount": ["Base", "PlatformAccount", "Foundation"],
        "AuthenticationServices": ["Base", "COpenSSL", "Foundation"],
        "AdobePass": ["Base", "CLibXML2", "COpenSSL", "FoundationEssentials"],
        "EntitlementStore": ["Base", "COpenSSL", "FoundationEssentials"],
        "AccessEnabler": ["Base", "PlatformAccount", "AdobePass", "EntitlementStore", "FoundationEssentials"],
        "PassSimulator": ["Base", "CMicrohttpd", "COpenSSL", "FoundationEssentials"],
        "AppleIDSimulator": ["PassSimulator", "Base", "COpenSSL", "FoundationEssentials"],
        "AccessEnablerConformance": [
            "Base", "AccessEnabler", "EntitlementStore", "PlatformAccount", "PassSimulator", "CMalloc",
            "FoundationEssentials",
        ],
        "tv-provider": ["Base", "PlatformAccount", "FoundationEssentials"],
        "apple-id-simulator": ["AppleIDSimulator", "Base"],
        "pass-simulator": ["PassSimulator", "Base", "FoundationEssentials"],
        "accessenabler-conformance": ["AccessEnabler", "AccessEnablerConformance", "Base", "FoundationEssentials"],
        "accessenabler-figures": [
            "AccessEnabler", "AdobePass", "Base", "CCurl", "CLibXML2", "CSQLite", "EntitlementStore", "PassSimulator",
            "PlatformAccount", "FoundationEssentials",
        ],
        "figures-host": ["AccessEnabler"],
        "accessenabler-soak": ["AccessEnabler", "AccessEnablerConformance", "Base"],
    ]

    /// Folders of `Sources` with a module map instead of Swift.
    static let systemLibraries = ["CCurl", "CLibXML2", "CMalloc", "CMicrohttpd", "COpenSSL", "CSQLite"]

    /// What a sample may import: the products a host sees, what every Swift program has, and what samples share.
    static let sampleImports: Set<String> = [
        "AccessEnabler", "AdobePass", "PlatformAccount", "VideoSubscriberAccount", "AuthenticationServices",
        "PassSimulator", "AppleIDSimulator",
        "AccessEnablerConformance", "Synchronization", "Foundation",
        "FoundationEssentials", "SampleSupport", "CQREncode",
    ]

    /// The targets a host links.
    static let sdk = [
        "Base", "PlatformAccount", "AdobePass", "EntitlementStore", "AccessEnabler", "AuthenticationServices",
    ]
    .map { "Sources/" + $0 }

    static let platformModules: Set<String> = ["Glibc", "Musl", "Dispatch"]
    static let contract = "Sources/AccessEnabler/Contract"
    static let longestFile = 400

    static let all: [Rule] = [
        importsOfTargets, importsOfContract, purityOfContract, importsOfSamples, swiftTesting, provenSendable,
        noForcedTry, nothingPrinted, nothingUnsteady, noDateFormatter, shortFiles, noPackages,
    ]
}
