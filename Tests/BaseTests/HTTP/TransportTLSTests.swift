import Base
import Foundation
import TestSupport
import Testing

/// One authority for all tests of this file: making certificates takes a moment.
private let certificates = Result { try TestCertificates() }

@Suite(.timeLimit(.minutes(10)))
struct TransportTLSTests {
    private let transport: CurlTransport

    init() throws {
        transport = CurlTransport(settings: .init(certificateAuthorityFile: try certificates.get().authorityFile))
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func aServerOfTheBundleIsTrusted(host: String) async throws {
        let server = try TLSServer(.good, of: certificates.get())
        let response = try await transport.send(HTTPRequest(url: server.url(host: host)))
        #expect(response.status == 200)
        #expect(response.text.contains("s_server"))
    }

    @Test(
        "T05: a certificate that does not hold is a TLS failure, and the text says why",
        arguments: [
            (TestCertificates.Kind.selfSigned, "self-signed"), (.expired, "expired"), (.wrongName, "name"),
        ])
    func badCertificate(kind: TestCertificates.Kind, word: String) async throws {
        let server = try TLSServer(kind, of: certificates.get())
        let error = await transport.failure(of: HTTPRequest(url: server.url("/?secret=SECRET-77")))
        #expect(error?.code == .tls)
        #expect(error?.message.contains(word) == true, "\(String(describing: error))")
        #expect(error?.message.contains("SECRET-77") == false)
    }

    @Test("T05: TLS 1.0 and 1.1 only", arguments: ["-tls1", "-tls1_1"])
    func oldProtocol(option: String) async throws {
        let server = try TLSServer(.good, of: certificates.get(), options: [option, "-cipher", "ALL:@SECLEVEL=0"])
        let error = await transport.failure(of: HTTPRequest(url: server.url()))
        #expect(error?.code == .tls)
    }

    @Test("TLS 1.2 and 1.3 are spoken", arguments: ["-tls1_2", "-tls1_3"])
    func newProtocol(option: String) async throws {
        let server = try TLSServer(.good, of: certificates.get(), options: [option])
        #expect(try await transport.send(HTTPRequest(url: server.url())).status == 200)
    }

    @Test(
        "T05: a port that speaks plain HTTP, or hangs up on the greeting, is a TLS failure",
        arguments: [
            LoopbackServer.answer(400, text: "plain HTTP here"), [.close],
        ])
    func plainPort(steps: [LoopbackServer.Step]) async throws {
        let server = try LoopbackServer.raw(steps + [.close])
        let error = await transport.failure(of: HTTPRequest(url: "https://localhost:\(server.port)/"))
        #expect(error?.code == .tls, "\(String(describing: error))")
    }

    @Test("T05: a reset inside the handshake is a cut connection, not a TLS failure")
    func resetInHandshake() async throws {
        let server = try LoopbackServer.raw([.reset])
        let error = await transport.failure(of: HTTPRequest(url: "https://localhost:\(server.port)/"))
        #expect(error?.code == .unreachable, "\(String(describing: error))")
    }

    /// How a body says where it ends, and one cut off there.
    enum Framing: CaseIterable {
        case length
        case chunks
        case connection

        var half: [LoopbackServer.Step] {
            switch self {
            case .length: [.text(LoopbackServer.head(200, [("Content-Length", "8")])), .text("half")]
            case .chunks: [.text(LoopbackServer.head(200, [("Transfer-Encoding", "chunked")])), .text("8\r\nhalf")]
            case .connection: [.text(LoopbackServer.head(200, [("Connection", "close")])), .text("half")]
            }
        }
    }

    @Test(
        "T05 T08: a body cut over TLS is an error, with or without TLS's goodbye; the next request goes on",
        arguments: Framing.allCases, [LoopbackServer.Step.close, .cut, .reset])
    func cutBody(framing: Framing, end: LoopbackServer.Step) async throws {
        let server = try LoopbackServer(over: certificates.get()) { request in
            request.target == "/half" ? framing.half + [end] : LoopbackServer.answer(text: "whole")
        }
        let isReset = if case .reset = end { true } else { false }
        let error = await transport.failure(of: HTTPRequest(url: server.url("/half")))
        let expected: [HTTPTransportError.Code?] =
            switch (framing, isReset) {
            // What had come may be lost with a reset, the head too.
            case (_, true): [.incompleteBody, .unreachable]
            // Its reader must tell: libcurl takes a connection without TLS's goodbye for a good end.
            case (.connection, false): [nil]
            default: [.incompleteBody]
            }
        #expect(expected.contains(error?.code), "\(String(describing: error))")
        #expect(try await transport.send(HTTPRequest(url: server.url("/whole"))).text == "whole")
    }

    @Test("A bundle replaces the system's: a public authority alone trusts nobody here")
    func withoutBundle() async throws {
        let server = try TLSServer(.good, of: certificates.get())
        let error = await CurlTransport().failure(of: HTTPRequest(url: server.url()))
        #expect(error?.code == .tls)
    }

    @Test("A bundle that is missing, a directory, empty or no bundle is a TLS failure that names it")
    func badBundle() async throws {
        let directory = try TemporaryDirectory()
        let server = try TLSServer(.good, of: certificates.get())
        for (file, words) in [
            (directory.path(of: "missing.pem"), "cannot be read"), (directory.path, "no file or empty"),
            (try directory.write("", to: "empty.pem"), "no file or empty"),
            (try directory.write("no certificate\n", to: "text.pem"), "CA cert"),
        ] {
            let transport = CurlTransport(settings: .init(certificateAuthorityFile: file))
            let error = await transport.failure(of: HTTPRequest(url: server.url()))
            #expect(error?.code == .tls)
            #expect(error?.message.contains(file) == true, "\(String(describing: error))")
            #expect(error?.message.contains(words) == true, "\(String(describing: error))")
        }
    }

    @Test("A bundle that goes away is missed at once, whatever was read from it before")
    func bundleGone() async throws {
        let directory = try TemporaryDirectory()
        let bundle = try String(contentsOfFile: certificates.get().authorityFile, encoding: .utf8)
        let file = try directory.write(bundle, to: "bundle.pem")
        let server = try TLSServer(.good, of: certificates.get())
        let transport = CurlTransport(settings: .init(certificateAuthorityFile: file))
        #expect(try await transport.send(HTTPRequest(url: server.url())).status == 200)
        try FileManager.default.removeItem(atPath: file)
        #expect(await transport.failure(of: HTTPRequest(url: server.url()))?.code == .tls)
    }

    @Test("A bad bundle does not matter to plain HTTP on loopback")
    func bundleAndPlainHTTP() async throws {
        let server = try LoopbackServer { _ in LoopbackServer.answer() }
        let transport = CurlTransport(settings: .init(certificateAuthorityFile: "/nonexistent"))
        #expect(try await transport.send(HTTPRequest(url: server.url())).status == 200)
    }
}
