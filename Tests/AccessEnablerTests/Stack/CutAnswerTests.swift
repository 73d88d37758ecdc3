import AccessEnabler
import Base
import Foundation
import PassSimulator
import TestSupport
import Testing

/// One authority for all tests of this file: making certificates takes a moment.
private let certificates = Result { try TestCertificates() }

/// T05, T08: answers that end before their time, seen by the host, on plain connections and over TLS.
@Suite(.timeLimit(.minutes(10))) struct CutAnswerTests {
    /// What `setRequestor` leads to when an answer is of no use.
    private static let unusable: [(endpoint: Endpoint, words: [String])] = [
        (.register, Outcome.failed("R400")), (.token, Outcome.failed("R401")),
        (.configuration, Outcome.failed("CFG500")), (.authentication, Outcome.complete),
    ]

    @Test(
        "T05, T08: a cut answer is never taken as whole, with or without a length, plain or over TLS",
        arguments: [Fault.Effect.truncated, .truncatedWithoutLength], [false, true])
    func cut(_ effect: Fault.Effect, isOverTLS: Bool) async throws {
        let world = try World.signedIn()
        let front = try isOverTLS ? front(of: world.simulator) : nil
        for forcesXML in [false, true] {
            world.simulator.dashboard { $0.forcesXML = forcesXML }
            for (endpoint, words) in Self.unusable {
                let app = try app(in: world, service: front?.url(""), id: "\(forcesXML) \(endpoint)")
                world.simulator.setFault(Fault(effect), at: endpoint)
                #expect(await app.setRequestor() == words, "\(endpoint)")
                let code = words.count == 2 ? words[0].split(separator: " ")[1] : ""
                // No provider of half a list: neither verdict nor dialog comes of it.
                let expected = code.isEmpty ? Outcome.no : Outcome.generic(String(code))
                #expect(await app.check() == expected, "\(endpoint)")
                if !code.isEmpty {
                    let words = await app.run { $0.getAuthentication() }
                    #expect(Array(words.prefix(2)) == expected, "\(endpoint)")
                }
                world.simulator.clearFaults()
                #expect(await app.setRequestor() == Outcome.complete, "\(endpoint)")
                #expect(await app.check() == Outcome.yes, "\(endpoint)")
                // A new one, so that it comes with a body.
                world.simulator.dashboard { $0.requestors[World.requestor]?.name += "\(forcesXML) \(endpoint)" }
                world.simulator.setFault(Fault(effect), at: .configuration)
                #expect(await app.setRequestor() == Outcome.failed("CFG500"), "\(endpoint)")
                #expect(await app.check() == Outcome.yes, "the configuration in force and the token stay")
                world.simulator.clearFaults()
            }
        }
    }

    @Test(
        "S2.C1: a configuration cut over TLS is CFG500, however its length is told; the one in force stays",
        arguments: [
            ("Content-Length", "100000"), ("Transfer-Encoding", "chunked"), ("Connection", "close"),
        ])
    func configuration(_ framing: (String, String)) async throws {
        let xml = RawService.xml(RawService.mvpd("Whole"))
        let isCut = Lock(false)
        let service = try RawService(over: certificates.get()) {
            let half = (framing.0 == "Transfer-Encoding" ? "10000\r\n" : "") + xml.dropLast(40)
            let type = ("Content-Type", "application/xml")
            return isCut.withLock { $0 }
                ? [.text(LoopbackServer.head(200, [type, framing])), .text(half), .cut]
                : LoopbackServer.answer(200, [type], text: xml)
        }
        let app = try app(in: World(), service: service.baseURL)
        for _ in 0..<2 {
            #expect(await app.setRequestor() == Outcome.complete)
            isCut.withLock { $0 = true }
            #expect(await app.setRequestor() == Outcome.failed("CFG500"))
            #expect(await app.check() == Outcome.no)
            isCut.withLock { $0 = false }
        }
    }

    private func app(in world: World, service url: String?, id: String = "tv.example.app") throws -> App {
        let authority = try certificates.get().authorityFile
        return world.app(service: url, id: id) { $0.http.certificateAuthorityFile = authority }
    }

    /// The service over TLS: what it cuts is cut there, too.
    private func front(of simulator: PassSimulator) throws -> LoopbackServer {
        let port = try #require(simulator.baseURL.split(separator: ":").last.flatMap { Int($0) })
        return try LoopbackServer.raw(over: certificates.get(), [.tunnel(to: port), .cut])
    }
}
