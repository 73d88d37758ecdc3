import Base
import Foundation
import Testing

@testable import AdobePass

/// What goes on the wire, byte for byte.
@Suite struct WireBytesTests {
    private static let base = "http://127.0.0.1:9"
    private static let options = ServiceOptions(
        applicationProfile: "profile 7", visitorID: "ecid-5", deviceInfo: ["model": "+ & = % \u{e9}"])

    @Test("Every request says who speaks, which device and the options; the service's own calls carry the token")
    func headers() async throws {
        let stage = Stage()
        let call = stage.call(options: Self.options)
        try await stage.configuration("NORTHSTAR", call)
        _ = try await stage.service.beginPartnerSignIn(Stage.request, call: call)
        _ = try await stage.service.completePartnerSignIn(Stage.request, samlResponse: Stage.saml, call: call)
        _ = try await stage.service.userMetadata(requestor: "NORTHSTAR", mvpd: "NorthCable", call: call)
        #expect(Set(stage.fake.endpoints) == Set(FakeService.Endpoint.allCases))
        for request in stage.fake.requests {
            #expect(request.field("User-Agent") == "AccessEnabler-Linux/" + SDKVersion.text)
            #expect(request.field("AP-Visitor-Identifier") == "ecid-5")
            #expect(request.field("AP-Application-Profile") == "profile 7")
            let device = request.field("X-Device-Info").flatMap { Data(base64Encoded: $0) }
            let values = try JSONDecoder().decode([String: String].self, from: device ?? Data())
            #expect(values == ["model": "+ & = % \u{e9}", "osName": "Linux"])
            let isRegistration = request.url.contains("/o/client/")
            #expect(request.field("Authorization") == (isRegistration ? nil : "Bearer access-token-1"))
            #expect(request.field("Accept") == (request.url.contains("profile-requests") ? "*/*" : "application/json"))
            let names = request.headers.map { $0.name.lowercased() }
            #expect(Set(names).count == names.count, "no field twice")
        }
    }

    @Test("L05: registration and token bodies")
    func registrationBodies() async throws {
        let stage = Stage()
        stage.fake.next(.register, .answer(201, #"{"client_id":"a+b/c","client_secret":"s=&% \u00e9"}"#))
        stage.fake.next(.token, .answer(201, #"{"access_token":"t","expires_in":60}"#))
        stage.fake.next(.configuration, .answer(404))
        _ = await stage.failure { () async throws(ServiceError) in try await stage.configuration() }
        let register = stage.fake.requests[0]
        #expect(register.url == Self.base + "/o/client/register")
        #expect(register.field("Content-Type") == "application/json")
        let body = try JSONDecoder().decode([String: String].self, from: register.body ?? Data())
        #expect(body == ["software_statement": Stage.statement.exposed])
        let token = stage.fake.requests[1]
        #expect(token.url == Self.base + "/o/client/token")
        #expect(token.field("Content-Type") == "application/x-www-form-urlencoded")
        #expect(
            token.text
                == "client_id=a%2Bb%2Fc&client_secret=s%3D%26%25%20%C3%A9&grant_type=client_credentials")
    }

    @Test("L05, S2.X: the SAML response is made ready in order and encoded exactly once")
    func exchangeBody() async throws {
        let stage = Stage()
        var call = stage.call(.tvOS)
        call.deviceID = Secret("ab+c/d==")
        var request = Stage.request
        request.requestor = "N&S"
        request.mvpd.id = "Caf\u{e9} 1"
        stage.fake.next(.authentication, .answer(200, #"{"expires":"1796072400000"}"#))
        _ = try await stage.service.completePartnerSignIn(
            request, samlResponse: Secret("<q>\r\n\t<n>x  >></n>\n</q> \n"), call: call)
        let exchange = stage.fake.requests(to: .exchange)[0]
        #expect(exchange.url == Self.base + "/api/v1/tokens/authn")
        #expect(exchange.field("Content-Type") == "application/x-www-form-urlencoded")
        #expect(
            exchange.text
                == "requestor=N%26S&deviceId=ab%2Bc%2Fd%3D%3D&mvpd=Caf%C3%A9%201&deviceType=tvOS"
                + "&SAMLResponse=PHE%2BIDxuPnggPj48L24%2BPC9xPg%3D%3D")
        #expect(
            stage.fake.requests(to: .authentication)[0].url
                == Self.base + "/api/v1/tokens/authn?requestor=N%26S&deviceId=ab%2Bc%2Fd%3D%3D")
    }

    @Test(
        "L05: ids in paths are encoded once, and cannot lead elsewhere",
        arguments: [
            ("NORTHSTAR", "NORTHSTAR"), ("a/b?c#d", "a%2Fb%3Fc%23d"), ("100%25", "100%2525"), ("+ &", "%2B%20%26"),
            ("caf\u{e9}", "caf%C3%A9"), ("cafe\u{301}", "cafe%CC%81"), ("..", "%2E%2E"), (".", "%2E"), ("...", "..."),
            ("a\r\nb", "a%0D%0Ab"), ("", ""),
        ])
    func paths(_ id: String, _ encoded: String) async throws {
        let stage = Stage()
        _ = try? await stage.service.configuration(of: id, call: stage.call(.tvOS))
        var request = Stage.request
        request.requestor = id
        request.mvpd.id = id
        _ = try? await stage.service.beginPartnerSignIn(request, call: stage.call())
        #expect(
            stage.fake.requests(to: .configuration).map(\.url)
                == [Self.base + "/api/v1/config/\(encoded)?deviceType=tvOS"])
        #expect(
            stage.fake.requests(to: .profileRequest).map(\.url)
                == [Self.base + "/api/v1/\(encoded)/profile-requests/\(encoded)?deviceType=iOS"])
    }

    @Test("User metadata is asked with requestor and device id")
    func userMetadata() async throws {
        let stage = Stage()
        _ = try await stage.service.userMetadata(requestor: "N S", mvpd: "x", call: stage.call())
        #expect(
            stage.fake.requests.last?.url
                == Self.base + "/api/v1/tokens/usermetadata?requestor=N%20S&deviceId=device-id-4711")
    }

    @Test(
        "An option that would forge a header field is not sent",
        arguments: ["", " ", "a\r\nX-Evil: 1", "a\nb", "a\u{0}b", "caf\u{e9}", " a", "a ", "\u{7f}"])
    func unsendableOption(_ value: String) async throws {
        let stage = Stage()
        try await stage.configuration(
            "N", stage.call(options: ServiceOptions(applicationProfile: value, visitorID: value)))
        for request in stage.fake.requests {
            #expect(request.field("AP-Visitor-Identifier") == nil)
            #expect(request.field("AP-Application-Profile") == nil)
        }
    }
}
