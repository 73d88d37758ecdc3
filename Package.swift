// swift-tools-version: 6.0
import PackageDescription

/// Every Swift target: Swift 6 mode, and public symbols may be imported only where declared.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "AccessEnabler",
    products: [
        .library(name: "AccessEnabler", targets: ["AccessEnabler"]),
        .library(name: "AdobePass", targets: ["AdobePass"]),
        .library(name: "PlatformAccount", targets: ["PlatformAccount"]),
        .library(name: "VideoSubscriberAccount", targets: ["VideoSubscriberAccount"]),
        .library(name: "AuthenticationServices", targets: ["AuthenticationServices"]),
        .library(name: "PassSimulator", targets: ["PassSimulator"]),
        .library(name: "AppleIDSimulator", targets: ["AppleIDSimulator"]),
        .library(name: "AccessEnablerConformance", targets: ["AccessEnablerConformance"]),
        .executable(name: "pass-simulator", targets: ["pass-simulator"]),
        .executable(name: "tv-provider", targets: ["tv-provider"]),
        .executable(name: "accessenabler-conformance", targets: ["accessenabler-conformance"]),
        .executable(name: "accessenabler-figures", targets: ["accessenabler-figures"]),
        .executable(name: "figures-host", targets: ["figures-host"]),
        .executable(name: "apple-id-simulator", targets: ["apple-id-simulator"]),
        .executable(name: "accessenabler-soak", targets: ["accessenabler-soak"]),
        .executable(name: "Demo", targets: ["Demo"]),
        .executable(name: "RESTCookbook", targets: ["RESTCookbook"]),
        .executable(name: "MigratedHost", targets: ["MigratedHost"]),
        .executable(name: "TVEConsole", targets: ["TVEConsole"]),
        .executable(name: "SecondScreenConsole", targets: ["SecondScreenConsole"]),
        .executable(name: "DelegateWalkthrough", targets: ["DelegateWalkthrough"]),
        .executable(name: "Juice", targets: ["Juice"]),
    ],
    targets: [
        // C libraries of the distribution.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),

        // What the C library tells of its heap.
        .systemLibrary(name: "CMalloc"),

        // The SDK.
        .target(name: "Base", dependencies: ["CCurl", "CSQLite"], swiftSettings: strict),
        .target(name: "PlatformAccount", dependencies: ["Base"], swiftSettings: strict),
        .target(
            name: "VideoSubscriberAccount", dependencies: ["Base", "PlatformAccount"], swiftSettings: strict),
        .target(name: "AdobePass", dependencies: ["Base", "CLibXML2", "COpenSSL"], swiftSettings: strict),
        .target(name: "EntitlementStore", dependencies: ["Base", "COpenSSL"], swiftSettings: strict),
        .target(
            name: "AccessEnabler",
            dependencies: ["Base", "PlatformAccount", "AdobePass", "EntitlementStore"],
            swiftSettings: strict),

        // Sign in with Apple, independent of the rest.
        .target(name: "AuthenticationServices", dependencies: ["Base", "COpenSSL"], swiftSettings: strict),

        // The stand-in for the service, and the proof of the contract.
        .target(
            name: "PassSimulator", dependencies: ["Base", "COpenSSL", "CMicrohttpd"],
            resources: [.embedInCode("Web/Assets")], swiftSettings: strict),
        .target(
            name: "AppleIDSimulator", dependencies: ["PassSimulator", "Base", "COpenSSL"], swiftSettings: strict),
        .target(
            name: "AccessEnablerConformance",
            dependencies: [
                "Base", "AccessEnabler", "EntitlementStore", "PlatformAccount", "PassSimulator", "CMalloc",
            ],
            swiftSettings: strict),

        // Commands.
        .executableTarget(name: "pass-simulator", dependencies: ["PassSimulator", "Base"], swiftSettings: strict),
        .executableTarget(
            name: "apple-id-simulator", dependencies: ["AppleIDSimulator", "Base"], swiftSettings: strict),
        .executableTarget(
            name: "tv-provider", dependencies: ["Base", "PlatformAccount"], exclude: ["Installed"],
            swiftSettings: strict),
        .executableTarget(
            name: "accessenabler-conformance", dependencies: ["AccessEnablerConformance", "AccessEnabler", "Base"],
            swiftSettings: strict),
        .executableTarget(
            name: "accessenabler-figures",
            dependencies: [
                "AccessEnabler", "AdobePass", "EntitlementStore", "PlatformAccount", "PassSimulator", "Base", "CCurl",
                "CLibXML2", "CSQLite",
            ], swiftSettings: strict),
        .executableTarget(name: "figures-host", dependencies: ["AccessEnabler"], swiftSettings: strict),
        .executableTarget(
            name: "accessenabler-soak", dependencies: ["AccessEnabler", "AccessEnablerConformance", "Base"],
            swiftSettings: strict),

        // Samples see public products only.
        .executableTarget(
            name: "Demo", dependencies: ["AccessEnabler", "PlatformAccount", "PassSimulator", "SampleSupport"],
            path: "Samples/Demo", packageAccess: false, swiftSettings: strict),

        .executableTarget(
            name: "RESTCookbook",
            dependencies: [
                "AdobePass", "PlatformAccount", "VideoSubscriberAccount", "PassSimulator", "SampleSupport",
            ],
            path: "Samples/RESTCookbook", packageAccess: false, swiftSettings: strict),

        .systemLibrary(
            name: "CQREncode", path: "Samples/CQREncode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]),
        .target(
            name: "SampleSupport", dependencies: ["AccessEnabler", "PlatformAccount", "PassSimulator", "CQREncode"],
            path: "Samples/Support", packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "TVEConsole", dependencies: ["AccessEnabler", "PlatformAccount", "SampleSupport"],
            path: "Samples/TVEConsole", packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "SecondScreenConsole",
            dependencies: ["AccessEnabler", "PlatformAccount", "SampleSupport"],
            path: "Samples/SecondScreenConsole", packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "DelegateWalkthrough", dependencies: ["AccessEnabler", "PlatformAccount", "SampleSupport"],
            path: "Samples/DelegateWalkthrough", packageAccess: false, swiftSettings: strict),

        // As hosts of the original SDK are built.
        .executableTarget(
            name: "MigratedHost", dependencies: ["AccessEnabler", "PlatformAccount", "PassSimulator", "SampleSupport"],
            path: "Samples/MigratedHost", packageAccess: false, swiftSettings: [.swiftLanguageMode(.v5)]),

        // In the manner of Apple's sample of that name.
        .executableTarget(
            name: "Juice", dependencies: ["AuthenticationServices", "AppleIDSimulator"],
            path: "Samples/Juice", packageAccess: false, swiftSettings: [.swiftLanguageMode(.v5)]),

        // Tests.
        .systemLibrary(name: "CTLS", path: "Tests/CTLS", pkgConfig: "libssl", providers: [.apt(["libssl-dev"])]),
        .target(name: "TestSupport", dependencies: ["Base", "CTLS"], path: "Tests/TestSupport", swiftSettings: strict),
        .executableTarget(
            name: "store-writer", dependencies: ["EntitlementStore", "AuthenticationServices", "Base"],
            path: "Tests/StoreWriter", swiftSettings: strict),
        .testTarget(name: "BaseTests", dependencies: ["Base", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PlatformAccountTests", dependencies: ["PlatformAccount", "Base", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "VideoSubscriberAccountTests",
            dependencies: ["VideoSubscriberAccount", "PlatformAccount", "Base", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "AuthenticationServicesTests",
            dependencies: [
                "AuthenticationServices", "AppleIDSimulator", "PassSimulator", "Base", "COpenSSL", "TestSupport",
                "Juice", "apple-id-simulator", "store-writer",
            ],
            exclude: ["jwt_check.py", "secret_service.py"],
            swiftSettings: strict),
        .testTarget(
            name: "AdobePassTests", dependencies: ["AdobePass", "PassSimulator", "Base", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "EntitlementStoreTests",
            dependencies: ["EntitlementStore", "Base", "TestSupport", "store-writer"],
            swiftSettings: strict),
        .testTarget(
            name: "PassSimulatorTests", dependencies: ["PassSimulator", "Base", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "AccessEnablerTests",
            dependencies: [
                "AccessEnabler", "AdobePass", "EntitlementStore", "PlatformAccount", "PassSimulator", "Base",
                "TestSupport", "CMalloc", "store-writer",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "AccessEnablerConformanceTests",
            dependencies: [
                "AccessEnablerConformance", "accessenabler-conformance", "AccessEnabler", "PlatformAccount",
                "PassSimulator", "Base", "TestSupport",
                "accessenabler-soak",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RESTCookbookTests",
            dependencies: [
                "RESTCookbook", "AdobePass", "PlatformAccount", "VideoSubscriberAccount", "PassSimulator", "Base",
            ], swiftSettings: strict),
        .testTarget(
            name: "TVProviderTests",
            dependencies: [
                "tv-provider", "pass-simulator", "apple-id-simulator", "TVEConsole", "SecondScreenConsole",
                "DelegateWalkthrough", "Demo", "Base",
                "PlatformAccount", "PassSimulator", "TestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "FiguresTests", dependencies: ["accessenabler-figures", "PassSimulator"], swiftSettings: strict),
        .testTarget(
            name: "MigratedHostTests",
            dependencies: ["MigratedHost", "AccessEnabler", "PlatformAccount", "PassSimulator", "Base", "TestSupport"],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "AccessEnabler", "PlatformAccount", "PassSimulator", "AuthenticationServices", "AppleIDSimulator",
                "Base",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "WallsTests",
            dependencies: ["AccessEnabler", "AccessEnablerConformance", "PassSimulator", "PlatformAccount"],
            swiftSettings: strict),
    ]
)

// The fuzz targets come in two guises: a test over the checked-in corpus, and libFuzzer's programme.
//
// The programme has no main of its own, so that it links under `--sanitize=fuzzer` alone, and an ordinary build must
// not see it. A nested package would keep it out too, but could share neither these sources nor the parsers, which are
// internal: it would see products only. So the manifest asks for `make fuzz`, which sets the variable.
let isFuzzing = Context.environment["ACCESSENABLER_FUZZ"] != nil
let fuzzed: [Target.Dependency] = ["AccessEnabler", "AdobePass", "EntitlementStore", "PassSimulator", "Base", "CCurl"]
package.targets.append(
    isFuzzing
        ? .executableTarget(
            name: "fuzz", dependencies: fuzzed, path: "Tests/FuzzTests",
            exclude: ["Corpus", "Dictionaries", "run", "CorpusTests.swift"], swiftSettings: strict)
        : .testTarget(
            name: "FuzzTests", dependencies: fuzzed, exclude: ["Corpus", "Dictionaries", "run", "Program"],
            swiftSettings: strict))
