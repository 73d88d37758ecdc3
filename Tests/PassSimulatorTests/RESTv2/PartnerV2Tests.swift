import Base
import Foundation
import PassSimulator
import Testing

@Suite struct PartnerV2Tests {
    private let simulator: PassSimulator
    private let clock = ManualClock()

    init() throws { simulator = try PassSimulator(clock: clock) }

    /// A framework status that is not good, and the code it is refused with where it must be.
    struct Bad: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: String
        let make: @Sendable (CallerV2) -> CallerV2

        init(_ name: String, _ code: String, _ make: @escaping @Sendable (CallerV2) -> CallerV2) {
            testDescription = name
            self.code = "invalid_header_pfs_" + code
            self.make = make
        }
    }

    static let bad = [
        Bad("denied", "permission_access_not_granted") { $0.with("denied", "northcable_apple") },
        Bad("restricted", "permission_access_not_granted") { $0.with("restricted") },
        Bad("not determined", "permission_access_not_determined") { $0.with("notDetermined") },
        Bad("an unknown access", "permission_access_not_present") { $0.with("maybe") },
        Bad("no base64", "permission_access_not_present") { caller in
            var caller = caller
            caller.status = "nonsense"
            return caller
        },
        Bad("no JSON", "permission_access_not_present") { $0.with(raw: "x") },
        Bad("one object alone", "permission_access_not_present") {
            $0.with(raw: #"{"frameworkPermissionInfo":{"accessStatus":"granted"}}"#)
        },
        Bad("nobody signed in", "provider_id_not_determined") { $0.with("granted") },
        Bad("an unknown provider", "provider_id_not_determined") { $0.with("granted", "nobody") },
        Bad("over", "provider_info_expired") { $0.with("granted", "northcable_apple", expires: "1000") },
        Bad("an end that is none", "provider_info_expired") { $0.with("granted", "northcable_apple", expires: "soon") },
        Bad("an end as a number", "provider_info_expired") {
            $0.with(
                raw: #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":"#
                    + #"{"id":"northcable_apple","expirationDate":9999999999999}}"#)
        },
    ]

    @Test(arguments: bad) func aBadStatusCountsNowhere(_ bad: Bad) async throws {
        let caller = try await CallerV2.signedUp(simulator)
        try await caller.signInByPlatform()
        let spoilt = bad.make(caller)
        // Asked for profiles it hides the platform's; on decisions and exchanges it is refused.
        #expect(try await spoilt.profiles().isEmpty)
        #expect(try await spoilt.profiles("profiles/NorthCable").isEmpty)
        for answer in [
            try await spoilt.decide("authorize"), try await spoilt.decide("preauthorize"),
            try await spoilt.form("profiles/sso/Apple", [("SAMLResponse", "x")]),
        ] {
            #expect(answer.status == 400)
            #expect(try code(answer) == bad.code)
        }
        let session = try await spoilt.partnerSession()
        #expect(session["reasonType"] as? String == "pfs_fallback")
        #expect(["authenticate", "resume"].contains(session["actionName"] as? String))
    }

    @Test func withoutAStatusThereIsNoPlatformSignIn() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        try await caller.signInByPlatform()
        #expect(try await caller.profiles().isEmpty)
        let word = try decision(await caller.decide("authorize"))
        #expect((word["error"] as? [String: Any])?["code"] as? String == "authenticated_profile_missing")
        #expect(try await caller.form("profiles/sso/Apple", [("SAMLResponse", "x")]).status == 400)
        #expect(try await caller.partnerSession()["reasonType"] as? String == "pfs_fallback")
        #expect(try await caller.granted.profiles()["NorthCable"]?["issuer"] as? String == "Apple")
    }

    @Test func anAccountAtAnotherMVPDIsAMismatch() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        try await caller.signInByPlatform()
        let answer = try await caller.with("granted", "southsat_apple").decide("authorize")
        #expect(answer.status == 400)
        #expect(try code(answer) == "invalid_header_pfs_provider_id_mismatch")
        #expect(try await caller.with("granted", "southsat_apple").profiles("profiles/NorthCable").isEmpty)
    }

    @Test func anAccountWithoutAnEndHolds() async throws {
        let caller = try await CallerV2.signedUp(simulator)
        try await caller.signInByPlatform()
        let endless = caller.with("granted", "northcable_apple", expires: nil)
        #expect(try await endless.profiles().keys.sorted() == ["NorthCable"])
        #expect(try decision(await endless.decide("authorize"))["authorized"] as? Bool == true)
    }

    @Test func aPartnerSessionAsksThePlatform() async throws {
        let caller = try await CallerV2.signedUp(simulator).granted
        let session = try await caller.partnerSession()
        #expect(session["actionName"] as? String == "partner_profile")
        #expect(session["actionType"] as? String == "direct")
        #expect(session["url"] as? String == "/api/v2/NORTHSTAR/profiles/sso/Apple")
        #expect(session["code"] == nil)
        let asked = try #require(session["authenticationRequest"] as? [String: Any])
        #expect(asked["type"] as? String == "saml")
        #expect(asked["attributesNames"] as? [String] == ["userID", "householdID"])
        #expect((asked["request"] as? String).flatMap { Data(base64Encoded: $0) } != nil)
    }

    @Test func eachFallbackHasItsReason() async throws {
        let caller = try await CallerV2.signedUp(simulator).granted
        func told(_ answer: HTTPResponse) throws -> [String?] {
            let session = try object(answer)
            return ["actionName", "reasonType", "mvpd"].map { session[$0] as? String }
        }
        let half = try await caller.form("sessions/sso/Apple", [("domainName", "northstar.example")])
        #expect(try told(half) == ["resume", "missing_parameters_fallback", "NorthCable"])
        let both = [("domainName", "northstar.example"), ("redirectUrl", CallerV2.redirect)]
        for change: @Sendable (inout Dashboard) -> Void in [
            { $0["NORTHSTAR", "NorthCable"]?.enablePlatformServices["iOS"] = false },
            { $0["NORTHSTAR", "NorthCable"]?.boardingStatus = "PICKER" },
        ] {
            simulator.dashboard { dashboard in
                dashboard["NORTHSTAR", "NorthCable"]?.enablePlatformServices["iOS"] = true
                change(&dashboard)
            }
            #expect(
                try await told(caller.form("sessions/sso/apple", both))
                    == ["authenticate", "configuration_fallback", "NorthCable"])
            let refused = try await caller.form("profiles/sso/Apple", [("SAMLResponse", "x")])
            #expect(refused.status == 500)
            #expect(try code(refused)?.hasPrefix("invalid_configuration_") == true)
        }
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.boardingStatus = "SUPPORTED" }
        let gone = try await caller.with("granted", "nobody").form("sessions/sso/Apple", both)
        #expect(try told(gone) == ["resume", "pfs_fallback", nil])
        let over = try await caller.with("granted", "northcable_apple", expires: "1").form("sessions/sso/Apple", both)
        #expect(try told(over) == ["authenticate", "pfs_fallback", "NorthCable"])
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.isDegraded = true }
        #expect(
            try await told(caller.form("sessions/sso/Apple", both)) == ["authorize", "degraded", "NorthCable"])
        let signedIn = try await caller.form("profiles/sso/Apple", [("SAMLResponse", "x")])
        #expect(signedIn.status == 200)
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.isIntegrated = false }
        #expect(try await code(caller.form("sessions/sso/Apple", both)) == "invalid_integration")
        #expect(try await code(caller.form("sessions/sso/Roku", both)) == "invalid_parameter_partner")
    }

    @Test func aResponseIsTakenOnceAndByteForByte() async throws {
        let caller = try await CallerV2.signedUp(simulator).granted
        let saml = try await caller.saml()
        for spoilt in [String(saml.dropLast(6)), wireEncoded(saml), "", "nonsense"] {
            let answer = try await caller.form("profiles/sso/Apple", [("SAMLResponse", spoilt)])
            #expect(answer.status == 400)
            #expect(try code(answer) == "invalid_parameter_saml_response")
        }
        let answer = try await caller.form("profiles/sso/Apple", [("SAMLResponse", saml)])
        #expect(answer.status == 201)
        let profiles = try #require(try object(answer)["profiles"] as? [String: [String: Any]])
        let profile = try #require(profiles["NorthCable"])
        #expect(profile["type"] as? String == "appleSSO")
        #expect(profile["issuer"] as? String == "Apple")
        #expect(profile["notBefore"] as? Int64 == clock.now.milliseconds)
        #expect(profile["notAfter"] as? Int64 == (clock.now + .seconds(6 * 3600)).milliseconds)
        #expect(try await caller.form("profiles/sso/Apple", [("SAMLResponse", saml)]).status == 400)
        #expect(try await caller.partnerSession()["reasonType"] as? String == "authenticatedSSO")
    }

    @Test func aResponseToV1IsNoneToAnotherDevice() async throws {
        let caller = try await CallerV2.signedUp(simulator).granted
        let saml = try await caller.saml()
        var other = caller
        other.device = "fingerprint " + base64("device-4712")
        #expect(try await other.form("profiles/sso/Apple", [("SAMLResponse", saml)]).status == 400)
        let elsewhere = try await CallerV2.signedUp(simulator).granted
        #expect(try await elsewhere.form("profiles/sso/Apple", [("SAMLResponse", saml)]).status == 400)
        #expect(try await caller.form("profiles/sso/Apple", [("SAMLResponse", saml)]).status == 201)
    }
}
