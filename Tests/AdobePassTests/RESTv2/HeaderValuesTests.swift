import Base
import Foundation
import Testing

@testable import AdobePass

@Suite struct HeaderValuesTests {
    private func decoded(_ value: String) throws -> NSDictionary {
        let data = try #require(Data(base64Encoded: value))
        return try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
    }

    private func sent(_ status: PartnerFrameworkStatus) throws -> NSDictionary {
        try decoded(HeaderValues.partnerFrameworkStatus(status))
    }

    @Test("The device id is told as a fingerprint in base64")
    func device() {
        #expect(HeaderValues.deviceIdentifier(Secret("ba23d141-d715")) == "fingerprint YmEyM2QxNDEtZDcxNQ==")
    }

    @Test("A granted permission tells provider and end, the end as a text of ms")
    func granted() throws {
        let status = PartnerFrameworkStatus(
            permission: .granted, providerIdentifier: "northcable_apple",
            accountExpires: Timestamp(milliseconds: 1_893_456_000_000))
        #expect(
            try sent(status) == [
                "frameworkPermissionInfo": ["accessStatus": "granted"],
                "frameworkProviderInfo": ["id": "northcable_apple", "expirationDate": "1893456000000"],
            ])
        #expect(
            try sent(PartnerFrameworkStatus(permission: .granted, providerIdentifier: "p")) == [
                "frameworkPermissionInfo": ["accessStatus": "granted"], "frameworkProviderInfo": ["id": "p"],
            ])
        #expect(
            try sent(PartnerFrameworkStatus(permission: .granted)) == [
                "frameworkPermissionInfo": ["accessStatus": "granted"], "frameworkProviderInfo": [String: String](),
            ])
    }

    @Test(
        "Without permission nothing is told of the account",
        arguments: [
            (PartnerFrameworkStatus.Permission.denied, "denied"), (.restricted, "restricted"),
            (.notDetermined, "notDetermined"),
        ])
    func withheld(_ permission: PartnerFrameworkStatus.Permission, _ word: String) throws {
        let status = PartnerFrameworkStatus(
            permission: permission, providerIdentifier: "p", accountExpires: Timestamp(milliseconds: 1))
        #expect(
            try sent(status) == [
                "frameworkPermissionInfo": ["accessStatus": word], "frameworkProviderInfo": [String: String](),
            ])
    }

    @Test("Errors stand at the part they belong to")
    func errors() throws {
        let status = PartnerFrameworkStatus(
            permission: .granted, permissionFailure: .init(code: "1", message: "é \"x\""),
            providerFailure: .init(code: "2"))
        #expect(
            try sent(status) == [
                "frameworkPermissionInfo": [
                    "accessStatus": "granted", "error": ["code": "1", "message": "é \"x\""],
                ] as NSDictionary,
                "frameworkProviderInfo": ["error": ["code": "2"]] as NSDictionary,
            ] as NSDictionary)
    }

    @Test("Equal statuses are equal bytes, with both objects in order")
    func order() throws {
        let data = try #require(
            Data(
                base64Encoded: HeaderValues.partnerFrameworkStatus(
                    PartnerFrameworkStatus(
                        permission: .granted, providerIdentifier: "p", accountExpires: Timestamp(milliseconds: 7)))))
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":"#
                + #"{"expirationDate":"7","id":"p"}}"#)
    }

    @Test("A temporary pass's identity is the host's values in base64; none is no header")
    func identity() throws {
        #expect(HeaderValues.temporaryPassIdentity([:]) == nil)
        let value = try #require(HeaderValues.temporaryPassIdentity(["email": "a1/+"]))
        #expect(try decoded(value) == ["email": "a1/+"])
    }
}

@Suite struct ServiceAddressResolveTests {
    private let real = ServiceAddress("https://api.auth.adobe.com")

    @Test(
        "An address for a browser leads to the service's own hosts, encrypted, or nowhere",
        arguments: [
            ("/api/v2/authenticate/R/C", "https://api.auth.adobe.com/api/v2/authenticate/R/C" as String?),
            ("api/v2/x", "https://api.auth.adobe.com/api/v2/x"),
            ("https://api.auth.adobe.com/x?y=https%3A%2F%2Fz", "https://api.auth.adobe.com/x?y=https%3A%2F%2Fz"),
            ("https://API.auth.adobe.com:443/x", "https://API.auth.adobe.com:443/x"),
            (
                "https://sp.auth.adobe.com/adobe-services/logout?a=b",
                "https://sp.auth.adobe.com/adobe-services/logout?a=b"
            ),
            ("http://api.auth.adobe.com/x", nil), ("https://api.auth.adobe.com:8443/x", nil),
            ("https://evil.example/x", nil), ("https://api.auth.adobe.com.evil.example/x", nil),
            ("https://api.auth.adobe.com@evil.example/x", nil), ("//evil.example/x", nil), ("\\\\evil.example", nil),
            ("/\\evil.example", nil), ("javascript:alert(1)", nil), ("data:text/html,x", nil), ("", nil),
            ("/with blank", nil), ("/caf\u{E9}", nil), ("/x\r\nHost: y", nil),
            ("https://api.auth-staging.adobe.com/x", nil), ("http://127.0.0.1/x", nil), ("/x#fragment", nil),
        ])
    func browser(_ url: String, _ due: String?) {
        #expect(real.browserURL(url) == due)
    }

    @Test(
        "The next request goes to the service's own base alone",
        arguments: [
            ("/api/v2/R/sessions/C", "/api/v2/R/sessions/C" as String?),
            ("https://api.auth.adobe.com/api/v2/R/sessions/C", "/api/v2/R/sessions/C"),
            ("https://sp.auth.adobe.com/api/v2/R/sessions/C", nil), ("https://evil.example/api", nil),
            ("http://api.auth.adobe.com/api", nil), ("//evil.example/api", nil), ("https://api.auth.adobe.com", nil),
        ])
    func request(_ url: String, _ due: String?) {
        #expect(real.requestPath(url) == due)
    }

    @Test("A base with a path keeps it; plain http stays on this machine")
    func bases() {
        let local = ServiceAddress("http://127.0.0.1:9/pass")
        #expect(local.requestPath("/api/v2/x") == "/api/v2/x")
        #expect(local.requestPath("http://127.0.0.1:9/pass/api/v2/x") == "/api/v2/x")
        #expect(local.requestPath("http://127.0.0.1:9/other") == nil)
        #expect(local.requestPath("http://127.0.0.1:9/passport/x") == nil)
        #expect(local.requestPath("/../other") == nil)
        #expect(local.requestPath("/api/%2E%2e/%2e./other?x=..") == nil)
        #expect(local.requestPath("/api/v2/..x?y=/../z") == "/api/v2/..x?y=/../z")
        #expect(local.requestPath("http://127.0.0.1:10/pass/x") == nil)
        #expect(local.browserURL("/x") == "http://127.0.0.1:9/pass/x")
        #expect(ServiceAddress("http://service.example").browserURL("/x") == nil)
    }
}
