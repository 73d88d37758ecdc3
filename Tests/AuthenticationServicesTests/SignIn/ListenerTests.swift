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
        let silent = try (0..<40).map { _ in try #require(RawConnection(to: port)) }
        let answer = try await CurlTransport().send(
            HTTPRequest(
                method: "POST", url: listener.address, headers: [("Content-Type", "application/x-www-form-urlencoded")],
                body: Data(Self.form.utf8), timeLimit: .seconds(8)))
        #expect(answer.status == 200 && forms.values == [Self.form])
        listener.stop()
        for line in silent { #expect(line.receiveAll().text.isEmpty) }
    }

    @Test("AS.L2: a form in pieces, with blanks around its values, is one form")
    func pieces() throws {
        let forms = Recorder<String>()
        let (listener, port) = try listener(forms)
        let line = try #require(RawConnection(to: port))
        let text =
            "POST /cb HTTP/1.1\r\nhOST: \t127.0.0.1:\(port) \r\nVia: a\r\nVia: b\r\n"
            + "Content-Type:application/x-www-form-urlencoded ; charset=utf-8\t\r\nContent-Length: 14 \r\n\r\n"
            + Self.form
        for byte in text.utf8 { line.send([byte]) }
        #expect(line.receiveAll().text.hasPrefix("HTTP/1.1 200 OK"))
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
            let line = try #require(RawConnection(to: port))
            line.send(request)
            #expect(line.receiveAll().text.hasPrefix("HTTP/1.1 \(status) Refused"), "\(request.prefix(200))")
        }
        #expect(forms.values.isEmpty)
        listener.stop()
    }

    @Test("AS.L3: the page at the end is whole in itself: the browser may load, run and send nothing from it")
    func endPage() async throws {
        let (listener, port) = try listener()
        defer { listener.stop() }
        let line = try #require(RawConnection(to: port))
        line.send("GET /elsewhere HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        let parts = line.receiveAll().text.components(separatedBy: "\r\n\r\n")
        let (head, page) = (try #require(parts.first), try #require(parts.last))
        let style = try #require(page.firstMatch(of: /<style>((?s).*)<\/style>/)?.1)
        let digest = Data(sha256(Array(style.utf8))).base64EncodedString()
        for line in [
            "Content-Security-Policy: default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Referrer-Policy: no-referrer",
            "Cache-Control: no-store", "Content-Length: \(page.utf8.count)",
        ] {
            #expect(head.components(separatedBy: "\r\n").contains(line), "\(line)")
        }
        for word in ["src=", "href=", "url(", "<script", "<form"] { #expect(!page.contains(word)) }
    }
}
