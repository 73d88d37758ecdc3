import Foundation

/// A TLS server on 127.0.0.1, `openssl s_server` behind it, that answers every GET with a status page. It ends when
/// released.
public final class TLSServer: Sendable {
    /// The port chosen by the system.
    public let port: Int
    private let process: ChildProcess
    private let certificates: TestCertificates

    /// Starts a server with a certificate of that kind; `options` go to `s_server` as they are.
    public init(_ kind: TestCertificates.Kind, of certificates: TestCertificates, options: [String] = []) throws {
        self.certificates = certificates
        process = OpenSSLCommand.process(
            [
                "s_server", "-www", "-accept", "127.0.0.1:0", "-cert", certificates.certificateFile(kind), "-key",
                certificates.keyFile(kind),
            ] + options)
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        port = try Self.port(in: output.fileHandleForReading)
        Self.drain(output.fileHandleForReading)
    }

    deinit { process.terminate(by: SIGTERM) }

    /// `https://<host>:<port><path>`.
    public func url(host: String = "localhost", _ path: String = "/") -> String { "https://\(host):\(port)\(path)" }

    /// Reads up to the line `ACCEPT 127.0.0.1:<port>`.
    private static func port(in output: FileHandle) throws -> Int {
        var text = ""
        while true {
            let part = output.availableData
            if part.isEmpty { throw OpenSSLCommand.Failure(arguments: ["s_server"], output: text) }
            text += String(decoding: part, as: UTF8.self)
            let lines = text.components(separatedBy: "\n").dropLast()
            if let line = lines.first(where: { $0.hasPrefix("ACCEPT ") }),
                let port = line.components(separatedBy: ":").last.flatMap(Int.init)
            {
                return port
            }
        }
    }

    /// Nobody reads the rest, but a full pipe would stop the server.
    private static func drain(_ output: FileHandle) {
        Thread.detachNewThread { while !output.availableData.isEmpty {} }
    }
}
