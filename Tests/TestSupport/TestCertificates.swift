/// A certificate authority of its own and certificates for loopback, good and bad, made anew for a test run.
public final class TestCertificates: Sendable {
    /// What is right or wrong with a server's certificate.
    public enum Kind: String, Sendable, CaseIterable {
        /// Issued by the authority for `localhost` and 127.0.0.1.
        case good
        /// For the right names, but issued by itself.
        case selfSigned
        /// Issued by the authority, over since yesterday.
        case expired
        /// Issued by the authority for `otherHost` alone.
        case wrongName
    }

    /// A host that is not loopback, to be reached through a proxy.
    public static let otherHost = "elsewhere.example"

    private let directory: TemporaryDirectory

    /// Makes the authority and one certificate of each kind.
    public init() throws {
        directory = try TemporaryDirectory()
        try OpenSSLCommand.run(
            ["req", "-x509", "-days", "2", "-subj", "/CN=Test authority", "-addext", "keyUsage=critical,keyCertSign"]
                + newKey("authority") + ["-out", authorityFile])
        for kind in Kind.allCases { try make(kind) }
    }

    /// The CA bundle with the authority alone.
    public var authorityFile: String { directory.path(of: "authority.pem") }

    /// The certificate of a kind.
    func certificateFile(_ kind: Kind) -> String { directory.path(of: "\(kind).pem") }

    /// The key of a kind.
    func keyFile(_ kind: Kind) -> String { directory.path(of: "\(kind).key") }

    private func make(_ kind: Kind) throws {
        let names =
            kind == .wrongName
            ? "subjectAltName=DNS:\(Self.otherHost)" : "subjectAltName=DNS:localhost,IP:127.0.0.1"
        let subject = ["-subj", "/CN=\(kind)"]
        if kind == .selfSigned {
            return try OpenSSLCommand.run(
                ["req", "-x509", "-days", "2", "-addext", names] + subject + newKey(kind.rawValue)
                    + ["-out", certificateFile(kind)])
        }
        let request = directory.path(of: "\(kind).csr")
        try OpenSSLCommand.run(["req", "-new"] + subject + newKey(kind.rawValue) + ["-out", request])
        try OpenSSLCommand.run([
            "x509", "-req", "-in", request, "-CA", authorityFile, "-CAkey", directory.path(of: "authority.key"),
            "-CAcreateserial", "-days", kind == .expired ? "-1" : "2",
            "-extfile", try directory.write(names, to: "\(kind).names"), "-out", certificateFile(kind),
        ])
    }

    private func newKey(_ name: String) -> [String] {
        [
            "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            directory.path(of: "\(name).key"),
        ]
    }
}
