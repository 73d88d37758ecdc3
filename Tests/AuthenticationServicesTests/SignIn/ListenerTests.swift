import Base
import Foundation
import TestSupport
import Testing

@testable import AuthenticationServices

/// The listener on loopback, as browsers and strangers meet it.
@Suite("The redirect listener") struct ListenerTests {
    private static let form = "state=s&code=c"

    private func listener(_ forms: Recorder<String> = Recorder()) throws -> (RedirectListener, UInt16) {
        let listener = try RedirectListener(RedirectListenerSettings(path: "/cb")) { body in
            forms.add(String(decoding: body, as: UTF8.self))
            return true
        }
        return (listener, try #require(URL(string: listener.address)?.port.map(UInt16.init)))
    }

    @Test("AS.L1: connections that stay silent hold nobody up, however many")
    func silent() async throws {
        let forms = Recorder<String>()
        let (listener, port) = try listener(forms)
        let silent = try (0..<40).map { _ in try Line(to: port) }
        let answer = try await CurlTransport().send(
            HTTPRequest(
                method: "POST", url: listener.address, headers: [("Content-Type", "application/x-www-form-urlencoded")],
                body: Data(Self.form.utf8), timeLimit: .seconds(8)))
        #expect(answer.status == 200 && forms.values == [Self.form])
        listener.stop()
        for line in silent { #expect(line.readAll() == "") }
    }

    @Test("AS.L2: a form in pieces, with blanks around its values, is one form")
    func pieces() throws {
        let forms = Recorder<String>()
        let (listener, port) = try listener(forms)
        let line = try Line(to: port)
        let text =
            "POST /cb HTTP/1.1\r\nhOST: \t127.0.0.1:\(port) \r\nVia: a\r\nVia: b\r\n"
            + "Content-Type:application/x-www-form-urlencoded ; charset=utf-8\t\r\nContent-Length: 14 \r\n\r\n"
            + Self.form
        for byte in text.utf8 { line.send([byte]) }
        #expect(line.readAll().hasPrefix("HTTP/1.1 200 OK"))
        #expect(forms.values == [Self.form])
        listener.stop()
    }

    @Test("AS.L2: anything else is refused with its status, and is no form")
    func refused() throws {
        let forms = Recorder<String>()
        let (listener, port) = try listener(forms)
        let (host, type) = ("Host: 127.0.0.1:\(port)", "Content-Type: application/x-www-form-urlencoded")
        let cases: [(String, Int)] = [
            ("GET /cb HTTP/1.1\r\n\(host)\r\n\r\n", 405),
            ("POST /other HTTP/1.1\r\n\(host)\r\n\(type)\r\nContent-Length: 0\r\n\r\n", 404),
            ("POST /cb?state=s HTTP/1.1\r\n\(host)\r\n\(type)\r\nContent-Length: 0\r\n\r\n", 404),
            ("POST /cb HTTP/1.1\r\nHost: evil.example:\(port)\r\n\(type)\r\nContent-Length: 0\r\n\r\n", 421),
            ("POST /cb HTTP/1.1\r\n\(type)\r\nContent-Length: 0\r\n\r\n", 421),
            ("POST /cb HTTP/1.1\r\n\(host)\r\nContent-Type: multipart/form-data\r\nContent-Length: 0\r\n\r\n", 415),
            ("POST /cb HTTP/1.1\r\n\(host)\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n", 415),
            ("POST /cb HTTP/1.1\r\n\(host)\r\n\(host)\r\n\(type)\r\nContent-Length: 0\r\n\r\n", 400),
            ("POST /cb HTTP/1.1\r\n\(host)\r\n\(type)\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
            ("POST /cb HTTP/1.1\r\n\(host)\r\n\(type)\r\nContent-Length: +1\r\n\r\na", 400),
            ("POST /cb HTTP/1.1\r\n\(host)\r\n\(type)\r\nContent-Length: -1\r\n\r\n", 400),
            ("POST /cb HTTP/1.1\r\n\(host)\r\n\(type)\r\nContent-Length: 65537\r\n\r\n", 400),
            ("POST /cb HTTP/1.1\r\n\(host)\r\n\(type)\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
            ("POST /cb HTTP/1.1\r\n\(host)\r\n\(type)\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
            ("POST /cb HTTP/1.1\r\nHost : 127.0.0.1:\(port)\r\n\(type)\r\nContent-Length: 0\r\n\r\n", 400),
            ("POST /cb HTTP/1.1\r\n\(host)\r\n nonsense\r\n\r\n", 400), ("\u{16}\u{3}\u{1}\r\n\r\n", 400),
            ("POST /cb HTTP/1.1\r\n\(host)\r\nX: " + String(repeating: "x", count: 17_000), 400),
        ]
        for (request, status) in cases {
            let line = try Line(to: port)
            line.send(Array(request.utf8))
            #expect(line.readAll().hasPrefix("HTTP/1.1 \(status) Refused"), "\(request.prefix(200))")
        }
        #expect(forms.values.isEmpty)
        listener.stop()
    }
}

/// A plain TCP connection.
private final class Line {
    private let descriptor: Int32

    init(to port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let socket = descriptor
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) { _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    func readAll() -> String {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += buffer.prefix(count)
        }
    }
}
