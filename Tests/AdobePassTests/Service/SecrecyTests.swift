import Base
import Foundation
import Testing

@testable import AdobePass

/// Nothing secret in logs or errors, whatever the service says.
@Suite struct SecrecyTests {
    private static let secrets = [
        Stage.deviceID.exposed, Stage.statement.exposed, "client-secret-", "access-token-", "user-id-81",
        "assertion-55",
        Data("<saml>assertion-55</saml>".utf8).base64EncodedString(), "SECRET-77",
    ]

    private func expectNone(in text: String, location: SourceLocation = #_sourceLocation) {
        for secret in Self.secrets {
            #expect(!text.contains(secret), "\(secret) shows", sourceLocation: location)
        }
    }

    @Test("A whole sign-in leaves no secret in the log")
    func goodTimes() async throws {
        let stage = Stage()
        stage.fake.revokeTokens()
        for endpoint in FakeService.Endpoint.allCases {
            stage.fake.next(endpoint, .answer(429, FakeService.html))
            try await stage.meet(endpoint, stage.call())
        }
        stage.fake.revokeTokens()
        try await stage.configuration()
        #expect(stage.log.all.count > 7)
        expectNone(in: stage.log.text)
    }

    @Test(
        "A service that echoes what it was sent gets no secret into an error or a log",
        arguments: FakeService.Endpoint.allCases)
    func echo(_ endpoint: FakeService.Endpoint) async throws {
        let echoes = [
            Stage.deviceID.exposed, Stage.statement.exposed, "client-secret-1", "access-token-1",
            Data("<saml>assertion-55</saml>".utf8).base64EncodedString(),
        ]
        // A profile request refused with 4xx is no failure.
        let status = endpoint == .profileRequest ? 500 : 410
        var tried = 0
        for field in ["error", "code", "message", "details", "trace", "action"] {
            for (secret, text) in echoes.flatMap({ [($0, $0), ($0, "said \($0) twice")] }) {
                let stage = Stage()
                try await stage.configuration()
                if endpoint == .register || endpoint == .token { stage.fake.forgetClients() }
                stage.fake.revokeTokens()
                stage.fake.always(
                    endpoint,
                    .answer(status, #"{"status":410,"\#(field)":"\#(text)"}"#, headers: ["Adobe-Request-Id": secret]))
                do throws(ServiceError) { try await stage.meet(endpoint, stage.call()) } catch {
                    let sent = stage.fake.requests(to: endpoint).map { "\($0.url) \($0.headers) \($0.text)" }
                    guard sent.joined().contains(secret) else { continue }
                    tried += 1
                    #expect(!"\(error) \(String(reflecting: error))".contains(secret), "\(field)")
                    #expect(!stage.log.text.contains(secret), "\(field)")
                }
            }
        }
        #expect(tried > 0)
    }

    @Test("T12: an echo that the limit of a text cuts, or whose white space was tidied, is one still")
    func cutEcho() {
        let secret = Secret("<saml>\r\n  assertion-55\r\n</saml>")
        func detail(_ message: String) -> ServiceErrorDetail? {
            let body = Data(#"{"status":410,"message":"\#(message)"}"#.utf8)
            return ServiceAnswer(HTTPResponse(status: 410, body: body), hiding: [secret]).detail
        }
        let filling = String(repeating: "x", count: 180)
        #expect(detail(filling + "<saml> assertion-55 </saml>") == ServiceErrorDetail(status: 410))
        #expect(detail("got <saml> assertion-55 </saml> twice") == ServiceErrorDetail(status: 410))
        #expect(detail("got <saml>")?.message == "got <saml>")
    }

    @Test("Every failure leaves one line, with stage, code and request id", arguments: FakeService.Endpoint.allCases)
    func oneLine(_ endpoint: FakeService.Endpoint) async throws {
        let stage = Stage()
        stage.fake.always(endpoint, .answer(410, #"{"error":"some_code","message":"words of the service"}"#))
        if endpoint == .profileRequest { stage.fake.always(endpoint, .answer(302)) }
        _ = await stage.failure(at: endpoint)
        let lines = stage.log.all.filter { $0.text.contains(endpoint.stage.words) }
        #expect(lines.count == 1)
        #expect(lines.first?.level == endpoint.stage.logLevel)
        #expect(lines.first?.text.contains("request request-7") == true)
        #expect(
            lines.first?.text.contains(endpoint == .profileRequest ? "[status(302)]" : "some_code [status(410)]")
                == true)
        #expect(!stage.log.text.contains("words of the service"))
    }
}
