import Base
import Foundation
import PassSimulator
import Testing

@testable import AdobePass

/// What goes over the wire, byte for byte.
@Suite struct WireV2Tests {
    private func json(_ field: String?) throws -> [String: Any] {
        let data = try #require(field.flatMap { Data(base64Encoded: $0) })
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("Every call tells the device, and all that is required of it")
    func device() async throws {
        let world = try WorldV2()
        for ask in TroubleV2Tests.Ask.allCases {
            do throws(ServiceError) { try await ask.make(world) } catch {}
        }
        let calls = world.wire.requests.filter { $0.url.contains("/api/v2/") }
        #expect(calls.count >= TroubleV2Tests.Ask.allCases.count)
        for call in calls {
            #expect(
                call.field("AP-Device-Identifier")
                    == "fingerprint " + Data(WorldV2.device.utf8).base64EncodedString())
            #expect(call.field("Authorization")?.hasPrefix("Bearer ") == true)
            #expect(call.field("Accept") == "application/json")
            #expect(call.field("User-Agent") == SDKVersion.userAgent)
            let info = try json(call.field("X-Device-Info"))
            #expect(info["osName"] as? String == "iOS")
            #expect(info["model"] as? String == "box")
            for name in ["version", "osVersion", "connectionType"] { #expect(info[name] as? String == "unknown") }
            #expect(!call.url.contains("device"))
        }
        // Registration speaks of the same device.
        let registration = try #require(world.wire.last("/o/client/register"))
        #expect(try json(registration.field("X-Device-Info"))["osName"] as? String == "iOS")
    }

    @Test("The framework status goes with the calls that take it, and with no other")
    func framework() async throws {
        let world = try WorldV2()
        for ask in TroubleV2Tests.Ask.allCases {
            do throws(ServiceError) { try await ask.make(world) } catch {}
        }
        let takers = world.wire.requests.filter { $0.field("AP-Partner-Framework-Status") != nil }
        let paths = Set(takers.map { $0.url.components(separatedBy: "/NORTHSTAR/").last ?? "" })
        #expect(
            paths == [
                "profiles", "profiles/NorthCable", "sessions/sso/Apple", "profiles/sso/Apple",
                "decisions/authorize/NorthCable", "decisions/preauthorize/NorthCable",
            ])
        for taker in takers {
            let status = try json(taker.field("AP-Partner-Framework-Status"))
            #expect((status["frameworkPermissionInfo"] as? [String: Any])?["accessStatus"] as? String == "granted")
            let provider = try #require(status["frameworkProviderInfo"] as? [String: String])
            #expect(provider["id"] == "northcable_apple")
            #expect(provider["expirationDate"] == String((world.clock.now + .seconds(86_400)).milliseconds))
        }
        #expect(try await world.service.profiles(of: "NORTHSTAR", call: world.call()) == [])
        #expect(world.wire.last("/profiles")?.field("AP-Partner-Framework-Status") == nil)
    }

    @Test("Who exchanges an account was granted it, whatever else the call knows")
    func exchangeStatus() async throws {
        let world = try WorldV2()
        let call = world.call(framework: PartnerFrameworkStatus(permission: .denied))
        _ = try await world.service.beginPartnerSignIn(world.partner, call: call)
        let status = try json(world.wire.last("/sessions/sso/Apple")?.field("AP-Partner-Framework-Status"))
        #expect((status["frameworkPermissionInfo"] as? [String: Any])?["accessStatus"] as? String == "granted")
    }

    @Test("A temporary pass's identity goes with its own calls alone")
    func identity() async throws {
        let world = try WorldV2 { dashboard in
            var pass = Dashboard.MVPD(id: "Trial", displayName: "Trial")
            pass.isTempPass = true
            dashboard["NORTHSTAR", "Trial"] = pass
        }
        let data = ["email": "5f1d"]
        _ = try await world.service.startLogin(world.login("Trial", isTempPass: true, data: data), call: world.call())
        _ = try await world.service.startLogin(world.login(data: data), call: world.call())
        var request = world.authorization("R1", mvpd: world.mvpd("Trial", isTempPass: true))
        request.genericData = data
        _ = try await world.service.authorize(request, call: world.call())
        let value = Data(#"{"email":"5f1d"}"#.utf8).base64EncodedString()
        let takers = world.wire.requests.filter { $0.field("AP-TempPass-Identity") != nil }
        #expect(takers.map { $0.field("AP-TempPass-Identity") } == [value, value])
        #expect(takers.map { $0.url.hasSuffix("/Trial") } == [true, true])
    }

    @Test("Forms and bodies are encoded once, ids are parts of the path whatever they hold")
    func encoding() async throws {
        let world = try WorldV2()
        var login = world.login("A/B C?\u{e9}")
        login.redirectURL = "https://h/?a=b%26c d"
        _ = await world.failure { () async throws(ServiceError) in
            try await world.service.startLogin(login, call: world.call())
        }
        #expect(
            world.wire.last("/sessions")?.text
                == "mvpd=A%2FB%20C%3F%C3%A9&domainName=northstar.example"
                + "&redirectUrl=https%3A%2F%2Fh%2F%3Fa%3Db%2526c%20d")
        var request = world.authorization("<a b=\"/\">\u{e9}</a>", mvpd: world.mvpd("../X"))
        _ = await world.failure { () async throws(ServiceError) in
            try await world.service.authorize(request, call: world.call())
        }
        let sent = try #require(world.wire.last("/decisions/authorize/..%2FX"))
        #expect(sent.text == "{\"resources\":[\"<a b=\\\"/\\\">\u{e9}</a>\"]}")
        #expect(sent.field("Content-Type") == "application/json")
        request.mvpd = world.mvpd("..")
        _ = await world.failure { () async throws(ServiceError) in
            try await world.service.authorize(request, call: world.call())
        }
        #expect(world.wire.last("/decisions/authorize/%2E%2E") != nil)
        _ = try await world.service.logout(world.logout(), call: world.call())
        #expect(
            world.wire.requests.last?.url.hasSuffix("/logout/NorthCable?redirectUrl=adobepass%3A%2F%2Fios.app") == true)
    }

    @Test("L05: the SAML response is normalised and encoded once, in the only field there is")
    func saml() async throws {
        let world = try WorldV2()
        _ = await world.failure { () async throws(ServiceError) in
            try await world.service.completePartnerSignIn(
                world.partner, samlResponse: Secret("<q>\r\n\t<n>x  >></n>\n</q> \n"), call: world.granted())
        }
        #expect(world.wire.last("/profiles/sso/Apple")?.text == "SAMLResponse=PHE%2BIDxuPnggPj48L24%2BPC9xPg%3D%3D")
    }

    @Test("No secret reaches the log: device id, tokens, SAML, user id, identity")
    func secrecy() async throws {
        let world = try WorldV2 { dashboard in
            dashboard["NORTHSTAR", "NorthCable"]?.denials = ["R2": .byMVPD("no")]
        }
        try await world.signInByPlatform()
        try await world.signIn()
        for ask in TroubleV2Tests.Ask.allCases {
            for effect in [Fault.Effect.html, .enhancedError("internal_server_error")] {
                world.simulator.setFault(Fault(effect, times: 3), at: ask.endpoint)
                do throws(ServiceError) { try await ask.make(world) } catch {}
                world.simulator.clearFaults()
            }
        }
        var secrets = [WorldV2.device, Data(WorldV2.device.utf8).base64EncodedString(), "assertion-55", "u-viewer"]
        secrets += [world.simulator.softwareStatement, "northcable_apple"]
        secrets += world.wire.requests.compactMap { $0.field("Authorization")?.dropFirst(7).description }
        for secret in secrets { #expect(!world.log.text.contains(secret)) }
    }
}
