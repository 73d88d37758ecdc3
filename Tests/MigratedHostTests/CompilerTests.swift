import Foundation
import TestSupport
import Testing

/// What the compiler says to a host: a misspelt method does not pass unseen.
@Suite("Hosts before the compiler", .timeLimit(.minutes(10)), .enabled(if: Compiler.isThere))
struct CompilerTests {
    private static let required = [
        "setRequestorComplete(_ status: Int32)",
        "setAuthenticationStatus(_ status: Int32, errorCode code: String!)",
        "setToken(_ token: String!, forResource resource: String!)",
        "preauthorizedResources(_ resources: [Any]!)",
        "tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!)",
        "selectedProvider(_ mvpd: MVPD!)",
        "displayProviderDialog(_ mvpds: [Any]!)",
        "setMetadataStatus(_ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments a: [AnyHashable: Any]!)",
        "navigate(toUrl url: String!)",
        "presentTvProviderDialog(_ viewController: UIViewController!)",
        "dismissTvProviderDialog(_ viewController: UIViewController!)",
        "status(_ statusDictionary: [AnyHashable: Any]!)",
    ]

    private static func host(_ methods: [String], named name: String = "Host") -> String {
        """
        class \(name): EntitlementDelegate, EntitlementStatus {
        \(methods.map { "    func \($0) {}" }.joined(separator: "\n"))
        }

        """
    }

    @Test("The required methods are enough")
    func required() throws {
        let outcome = try Compiler.check(Self.host(Self.required))
        #expect(outcome.isAccepted, "\(outcome.text)")
    }

    @Test("A misspelt required method is an error, whichever it is")
    func misspelt() throws {
        let hosts = Self.required.indices.map { index in
            var methods = Self.required
            methods[index] = "misspelt_" + methods[index]
            return Self.host(methods, named: "Host\(index)")
        }
        let outcome = try Compiler.check(hosts.joined())
        #expect(!outcome.isAccepted)
        for (index, method) in Self.required.enumerated() {
            #expect(outcome.text.contains("type 'Host\(index)' does not conform to protocol"), "\(method)")
            #expect(outcome.text.contains("protocol requires function '\(method.prefix { $0 != "(" })"), "\(method)")
        }
    }

    @Test("String? and String are not String!", arguments: ["String?", "String"])
    func optional(_ type: String) throws {
        let methods = Self.required.map {
            $0.replacingOccurrences(of: "setToken(_ token: String!", with: "setToken(_ token: \(type)")
        }
        let outcome = try Compiler.check(Self.host(methods))
        #expect(!outcome.isAccepted)
        #expect(outcome.text.contains("protocol requires function 'setToken"), "\(outcome.text)")
    }
}

/// The compiler of the toolchain whose library this process runs, with the modules it was built from.
private enum Compiler {
    struct Outcome {
        var isAccepted: Bool
        var text: String
    }

    private static let executable: String? = {
        let end = "lib/swift/linux/libswiftCore.so"
        let maps = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
        let files = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap {
            $0.split(separator: " ").last
        }
        guard let library = files.first(where: { $0.hasSuffix(end) }) else { return nil }
        let compiler = library.dropLast(end.count) + "bin/swiftc"
        return FileManager.default.isExecutableFile(atPath: String(compiler)) ? String(compiler) : nil
    }()

    /// Where this process was built.
    private static let products: String? = {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return path.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    }()

    static var isThere: Bool {
        guard let products, executable != nil else { return false }
        return FileManager.default.fileExists(atPath: products + "/Modules/AccessEnabler.swiftmodule")
    }

    static func check(_ source: String) throws -> Outcome {
        let products = try #require(products)
        let directory = try TemporaryDirectory()
        let file = directory.path + "/Host.swift"
        try ("import AccessEnabler\n\n" + source).write(toFile: file, atomically: true, encoding: .utf8)
        // The modules name C libraries of theirs, of which a host sees nothing.
        let libraries = ["CCurl", "CSQLite", "COpenSSL", "CLibXML2"].map { "module \($0) [system] {}\n" }.joined()
        try libraries.write(toFile: directory.path + "/module.modulemap", atomically: true, encoding: .utf8)
        let process = ChildProcess()
        process.executableURL = URL(fileURLWithPath: try #require(executable))
        process.arguments = [
            "-typecheck", "-swift-version", "5", "-module-cache-path", products + "/ModuleCache", "-I",
            products + "/Modules", "-I", directory.path, file,
        ]
        let output = Pipe()
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(isAccepted: process.terminationStatus == 0, text: String(decoding: text, as: UTF8.self))
    }
}
