extension Rule {
    static let importsOfTargets = Rule(
        name: "A target imports only what the design allows it",
        findings: { file in
            guard file.lies(in: "Sources") else { return [] }
            let allowed = allowedImports[file.target, default: []].union(platformModules)
            return file.code.imports.filter { !allowed.contains($0.module) }
                .map { "line \($0.line): \(file.target) must not import \($0.module)" }
        },
        broken: [
            SourceFile(path: "Sources/AccessEnabler/A.swift", text: "import PassSimulator\n"),
            SourceFile(path: "Sources/AccessEnabler/A.swift", text: "import AccessEnablerConformance\n"),
            SourceFile(path: "Sources/AccessEnabler/A.swift", text: "import CCurl\n"),
            SourceFile(path: "Sources/Base/A.swift", text: "public import Foundation\n"),
            SourceFile(path: "Sources/AdobePass/A.swift", text: "@preconcurrency import FoundationNetworking\n"),
            SourceFile(path: "Sources/EntitlementStore/A.swift", text: "import struct Foundation.Date\n"),
            SourceFile(path: "Sources/PlatformAccount/A.swift", text: "#if os(Linux)\n    import CLibXML2\n#endif\n"),
            SourceFile(path: "Sources/Unheard/A.swift", text: "import Base\n"),
        ],
        kept: [
            SourceFile(
                path: "Sources/Base/A.swift", text: "import CCurl\n#if canImport(Glibc)\n    import Glibc\n#endif"),
            SourceFile(path: "Sources/AccessEnabler/A.swift", text: "// import CCurl\nlet a = \"import Foundation\"\n"),
            SourceFile(path: "Tests/BaseTests/A.swift", text: "import Foundation\n"),
        ])

    static let importsOfContract = Rule(
        name: "The contract knows values alone",
        findings: { file in
            guard file.lies(in: contract) else { return [] }
            let allowed: Set = ["Base", "AdobePass", "PlatformAccount", "EntitlementStore"]
            return file.code.imports.filter { !allowed.contains($0.module) }
                .map { "line \($0.line): Contract must not import \($0.module)" }
        },
        broken: [
            SourceFile(path: contract + "/A.swift", text: "import Dispatch\n"),
            SourceFile(path: contract + "/A.swift", text: "import FoundationEssentials\n"),
            SourceFile(path: contract + "/Deep/A.swift", text: "import Glibc\n"),
        ],
        kept: [
            SourceFile(path: contract + "/A.swift", text: "public import AdobePass\n"),
            SourceFile(path: "Sources/AccessEnabler/A.swift", text: "import Dispatch\n"),
        ])

    static let purityOfContract = Rule(
        name: "The contract waits for nothing and reads no clock",
        findings: { file in
            guard file.lies(in: contract) else { return [] }
            let waiting: Set = [
                "await", "async", "actor", "Task", "TaskGroup", "AsyncStream", "withTaskGroup", "withTimeLimit",
                "Deadline", "DeviceClock", "SystemClock", "ManualClock", "ContinuousClock", "SuspendingClock", "Lock",
                "HTTPTransport", "CurlTransport",
            ]
            return file.code.lines(with: waiting).map { "line \($0.line): \($0.word)" }
        },
        broken: [
            SourceFile(path: contract + "/A.swift", text: "let a = await b()\n"),
            SourceFile(path: contract + "/A.swift", text: "func a() async {}\n"),
            SourceFile(path: contract + "/A.swift", text: "let t = Task { }\n"),
            SourceFile(path: contract + "/A.swift", text: "private actor A {}\n"),
            SourceFile(path: contract + "/A.swift", text: "let c: any DeviceClock\n"),
            SourceFile(path: contract + "/A.swift", text: "let c = ContinuousClock.now\n"),
        ],
        kept: [
            SourceFile(path: contract + "/A.swift", text: "/// Never `await`.\nlet refactored = \"Task\"\n"),
            SourceFile(path: "Sources/AccessEnabler/A.swift", text: "let a = await b()\n"),
        ])

    static let importsOfSamples = Rule(
        name: "A sample sees what a host sees",
        findings: { file in
            guard file.lies(in: "Samples") else { return [] }
            let allowed = sampleImports.union(platformModules)
            let testable = file.code.lines(containing: "@testable").map { "line \($0): @testable" }
            return testable
                + file.code.imports.filter { !allowed.contains($0.module) }
                .map { "line \($0.line): no product is named \($0.module)" }
        },
        broken: [
            SourceFile(path: "Samples/A/A.swift", text: "import Base\n"),
            SourceFile(path: "Samples/A/A.swift", text: "import EntitlementStore\n"),
            SourceFile(path: "Samples/A/A.swift", text: "@testable import AccessEnabler\n"),
        ],
        kept: [SourceFile(path: "Samples/A/A.swift", text: "import AccessEnabler\nimport Foundation\n")])

    /// `make test` leaves the other library out.
    static let swiftTesting = Rule(
        name: "Tests use Swift Testing alone",
        findings: { file in
            file.code.imports.filter { $0.module == "XCTest" }.map { "line \($0.line): XCTest is not run" }
        },
        broken: [SourceFile(path: "Tests/ATests/A.swift", text: "import Testing\nimport XCTest\n")],
        kept: [SourceFile(path: "Tests/ATests/A.swift", text: "import Testing\n")])

    static let provenSendable = Rule(
        name: "What the compiler cannot check is proved beside it",
        findings: { file in
            var unproved = file.code.lines(containing: "@unchecked Sendable")
            if !file.lies(in: "Tests") { unproved += file.code.lines(containing: "nonisolated(unsafe)") }
            return unproved.filter { !hasComment(at: $0, in: file.lines) }.map { "line \($0): no proof beside it" }
        },
        broken: [
            SourceFile(path: "Sources/Base/A.swift", text: "final class A: @unchecked Sendable {}\n"),
            SourceFile(path: "Sources/Base/A.swift", text: "/// A class.\nfinal class A: @unchecked Sendable {}\n"),
            SourceFile(path: "Tests/ATests/A.swift", text: "// Far away.\n\nextension A: @unchecked Sendable {}\n"),
            SourceFile(
                path: "Sources/Base/A.swift", text: "// Far away.\n\n\n/// A.\nfinal class A: @unchecked Sendable {}\n"),
            SourceFile(path: "Sources/Base/A.swift", text: "nonisolated(unsafe) var a = 1\n"),
            SourceFile(path: "Sources/Base/A.swift", text: "let u = \"https://h\"; class A: @unchecked Sendable {}\n"),
        ],
        kept: [
            SourceFile(path: "Sources/Base/A.swift", text: "// Locked by b.\nfinal class A: @unchecked Sendable {}\n"),
            SourceFile(path: "Sources/Base/A.swift", text: "final class A: @unchecked Sendable {}  // Has no state.\n"),
            SourceFile(
                path: "Sources/Base/A.swift",
                text: "// Locked by b.\n\n/// A class.\n@frozen\nfinal class A: @unchecked Sendable {}\n"),
            SourceFile(path: "Sources/Base/A.swift", text: "// Not @unchecked Sendable.\n"),
            SourceFile(path: "Tests/ATests/A.swift", text: "nonisolated(unsafe) let a = b\n"),
        ])

    /// A plain comment on the line, or right above the declaration or its documentation, which itself proves nothing.
    private static func hasComment(at number: Int, in lines: [Substring]) -> Bool {
        if lines[number - 1].firstMatch(of: /(?:^|[^:\/])\/\/(?!\/)/) != nil { return true }
        let before = lines[..<(number - 1)].reversed()
        var above = before.drop { $0.prefixMatch(of: /\s*(?:\/\/\/|@)/) != nil }
        if above.count < before.count, above.first?.isEmpty == true { above = above.dropFirst() }
        return above.first?.prefixMatch(of: /\s*\/\/(?!\/)/) != nil
    }

    static let noForcedTry = Rule(
        name: "No error is bet against",
        findings: { file in file.code.lines(containing: "try!").map { "line \($0): try!" } },
        broken: [SourceFile(path: "Samples/A/A.swift", text: "let a = try! b()\n")],
        kept: [SourceFile(path: "Samples/A/A.swift", text: "let a = try b()  // not try!\n")])

    static let nothingPrinted = Rule(
        name: "The SDK writes to its log sink alone",
        findings: { file in
            guard file.lies(inAnyOf: sdk) else { return [] }
            return file.code.lines(with: ["print", "debugPrint", "dump", "NSLog"]).map { "line \($0.line): \($0.word)" }
        },
        broken: [
            SourceFile(path: "Sources/Base/A.swift", text: "print(\"token\")\n"),
            SourceFile(path: "Sources/AccessEnabler/A.swift", text: "debugPrint(a)\n"),
        ],
        kept: [
            SourceFile(path: "Sources/Base/A.swift", text: "let fingerprint = \"print(\"\n"),
            SourceFile(path: "Samples/A/A.swift", text: "print(1)\n"),
        ])

    /// Foundation's `Process` and Dispatch's file sources may crash a process of many threads on Linux; `ChildProcess` of the
    /// tests and `poll` do not.
    static let nothingUnsteady = Rule(
        name: "Nothing is used that crashes under threads",
        findings: { file in
            file.code.lines(with: ["Process", "readabilityHandler", "makeReadSource", "makeWriteSource"])
                .map { "line \($0.line): \($0.word)" }
        },
        broken: [
            SourceFile(path: "Tests/A/A.swift", text: "let a = Process()\n"),
            SourceFile(path: "Sources/Base/A.swift", text: "DispatchSource.makeReadSource(fileDescriptor: 0)\n"),
        ],
        kept: [SourceFile(path: "Tests/A/A.swift", text: "let a = ChildProcess()  // not Process()\n")])

    static let noDateFormatter = Rule(
        name: "E04: dates do not depend on the person's locale",
        findings: { file in
            guard file.lies(inAnyOf: sdk) else { return [] }
            return file.code.lines(with: ["DateFormatter", "ISO8601DateFormatter", "Locale", "Calendar"])
                .map { "line \($0.line): \($0.word)" }
        },
        broken: [SourceFile(path: "Sources/AdobePass/A.swift", text: "let f = DateFormatter()\n")],
        kept: [SourceFile(path: "Sources/AdobePass/A.swift", text: "let f = formatter(date)\n")])

    static let shortFiles = Rule(
        name: "A file holds one idea",
        findings: { file in
            let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
            return count > longestFile ? ["\(count) lines"] : []
        },
        broken: [SourceFile(path: "Tests/A/A.swift", text: String(repeating: "\n", count: longestFile))],
        kept: [SourceFile(path: "Tests/A/A.swift", text: String(repeating: "\n", count: longestFile - 1))])

    static let noPackages = Rule(
        name: "The package depends on no other package",
        findings: { file in
            guard file.path == "Package.swift" else { return [] }
            return file.code.lines(containing: ".package(").map { "line \($0): a package dependency" }
        },
        broken: [SourceFile(path: "Package.swift", text: "dependencies: [.package(url: \"u\", from: \"1.0.0\")]\n")],
        kept: [SourceFile(path: "Package.swift", text: "let package = Package(name: \"A\")\n")])
}
