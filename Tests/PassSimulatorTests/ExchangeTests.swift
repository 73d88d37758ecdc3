import Base
import Foundation
import PassSimulator
import Testing

@Suite struct ExchangeTests {
    private let simulator: PassSimulator
    private let clock = ManualClock()

    init() throws {
        simulator = try PassSimulator(clock: clock)
    }

    @Test func aProfileRequestIsOpaqueAndNew() async throws {
        let caller = try await Caller.signedUp(simulator)
        let first = try await caller.profileRequest("NorthCable")
        let second = try await caller.profileRequest("NorthCable", platform: "tvOS")
        #expect(first.status == 200)
        #expect(first[header: "Content-Type"] == "application/octet-stream")
        #expect(second.status == 200)
        #expect(first.body != second.body)
    }

    /// Each of these alone, the rest being fine, as the service decides X4 to X6.
    @Test(
        "S2.X4 to X6: the service starts no exchange",
        arguments: [
            Change("degraded") { $0["NORTHSTAR", "NorthCable"]?.isDegraded = true },
            Change("not integrated") { $0["NORTHSTAR", "NorthCable"]?.isIntegrated = false },
            Change("gone") { $0["NORTHSTAR", "NorthCable"] = nil },
            Change("SSO off here") { $0["NORTHSTAR", "NorthCable"]?.enablePlatformServices["iOS"] = false },
            Change("SSO unheard of") { $0["NORTHSTAR", "NorthCable"]?.enablePlatformServices = [:] },
            Change("picker only") { $0["NORTHSTAR", "NorthCable"]?.boardingStatus = "PICKER" },
            Change("no boarding status") { $0["NORTHSTAR", "NorthCable"]?.boardingStatus = nil },
        ])
    func noExchangeFor(_ change: Change) async throws {
        let caller = try await Caller.signedUp(simulator)
        let saml = try await onWire(caller.saml())
        simulator.dashboard(change.make)
        #expect(try await caller.profileRequest("NorthCable").status == 400)
        #expect(try await caller.exchange(saml).status == 400)
        #expect(try await caller.get("/api/v1/tokens/authn").status == 404)
    }

    @Test func aProfileRequestNeedsKnownWords() async throws {
        let caller = try await Caller.signedUp(simulator)
        #expect(try await caller.profileRequest("NorthCable", platform: "Linux").status == 400)
        #expect(try await caller.profileRequest("Nobody").status == 400)
        #expect(try await caller.profileRequest("NorthCable", requestor: "NOBODY").status == 400)
        #expect(try await caller.send("GET", "/api/v1/NORTHSTAR/profile-requests/NorthCable").status == 400)
    }

    @Test func theResponseNeedsItsNormalisation() async throws {
        let caller = try await Caller.signedUp(simulator)
        let saml = try await caller.saml()
        #expect(saml.contains("\r\n") && saml.contains("\t") && saml.contains("   ") && saml.contains("\u{2028}"))
        #expect(saml.contains("Zoë Müller — 東京"))
        #expect(normalised(saml) != saml)
        #expect(try await caller.exchange(onWire(saml)).status == 204)
    }

    /// Ways to spoil a response that was fine.
    @Test(
        "L05: A spoilt response is refused",
        arguments: [
            Spoiling("not normalised") { wireEncoded(base64($0)) },
            Spoiling("line ends deleted first") { saml in
                let joined = String(
                    String.UnicodeScalarView(saml.unicodeScalars.filter { !CharacterSet.newlines.contains($0) }))
                return wireEncoded(
                    base64(joined.replacing(/[ \t]+/, with: " ").trimmingCharacters(in: .whitespacesAndNewlines)))
            },
            Spoiling("line ends become blanks") { saml in
                let blank = String(
                    String.UnicodeScalarView(
                        saml.unicodeScalars.map { CharacterSet.newlines.contains($0) ? " " : $0 }))
                return wireEncoded(base64(normalised(blank)))
            },
            Spoiling("not trimmed") { wireEncoded(base64(" " + normalised($0))) },
            Spoiling("encoded twice") { wireEncoded(wireEncoded(base64(normalised($0)))) },
            Spoiling("not percent-encoded") { base64(normalised($0)) },
            Spoiling("encoded too much") { saml in
                base64(normalised(saml)).utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
            },
            Spoiling("base64 twice") { wireEncoded(base64(base64(normalised($0)))) },
            Spoiling("base64 of the URL kind") { saml in
                base64(normalised(saml)).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            },
            Spoiling("base64 in lines") { saml in
                wireEncoded(
                    Data(normalised(saml).utf8).base64EncodedString(options: [
                        .lineLength76Characters, .endLineWithLineFeed,
                    ]))
            },
            Spoiling("cut") { wireEncoded(base64(String(normalised($0).dropLast(5)))) },
            Spoiling("half of it") { saml in
                let text = normalised(saml)
                return wireEncoded(base64(String(text.prefix(text.count / 2))))
            },
            Spoiling("Latin-1") { saml in
                let bytes = normalised(saml).data(using: .isoLatin1, allowLossyConversion: true) ?? Data()
                return wireEncoded(bytes.base64EncodedString())
            },
            Spoiling("another person") { wireEncoded(base64(normalised($0).replacing("u-81", with: "u-82"))) },
            Spoiling("one letter of the signature") { saml in
                let text = normalised(saml)
                guard let start = text.range(of: "<ds:SignatureValue> ")?.upperBound else { return "" }
                let other = text[start] == "A" ? "B" : "A"
                return wireEncoded(base64(text.replacingCharacters(in: start...start, with: other)))
            },
            Spoiling("two signatures") { saml in
                wireEncoded(
                    base64(
                        normalised(saml).replacing("</samlp:", with: "<ds:SignatureValue></ds:SignatureValue></samlp:"))
                )
            },
            Spoiling("no signature") { saml in
                wireEncoded(base64(normalised(saml).replacing("ds:Sig", with: "ds:Sog")))
            },
            Spoiling("a word of another kind") { _ in "nonsense" },
            Spoiling("broken percent") { _ in "%2" },
        ])
    func aSpoiltResponseIsRefused(_ spoiling: Spoiling) async throws {
        let caller = try await Caller.signedUp(simulator)
        let saml = try await caller.saml()
        let refused = try await caller.exchange(spoiling.make(saml))
        #expect(refused.status == 400)
        #expect(try await caller.get("/api/v1/tokens/authn").status == 404)
        // What is refused uses nothing up: the proper one still goes through.
        #expect(try await caller.exchange(onWire(saml)).status == 204)
    }

    @Test func aReplayIsRefused() async throws {
        let caller = try await Caller.signedUp(simulator)
        let saml = try await onWire(caller.saml())
        #expect(try await caller.exchange(saml).status == 204)
        #expect(try await caller.exchange(saml).status == 400)
    }

    @Test func theSmallLettersOfEscapesMayBeSmall() async throws {
        let caller = try await Caller.signedUp(simulator)
        let saml = try await onWire(caller.saml())
        let small = saml.replacing("%2B", with: "%2b").replacing("%2F", with: "%2f").replacing("%3D", with: "%3d")
        #expect(try await caller.exchange(small).status == 204)
    }

    @Test func theResponseAnswersItsProfileRequestAlone() async throws {
        let caller = try await Caller.signedUp(simulator)
        let saml = try await onWire(caller.saml())
        simulator.dashboard { dashboard in
            dashboard["NORTHSTAR", "SouthSat"]?.boardingStatus = "SUPPORTED"
            dashboard.requestors["SOUTHSTAR"] = dashboard.requestors["NORTHSTAR"]
            dashboard.requestors["SOUTHSTAR"]?.id = "SOUTHSTAR"
        }
        #expect(try await caller.exchange(saml, mvpd: "SouthSat").status == 400)
        #expect(try await caller.exchange(saml, platform: "tvOS").status == 400)
        var other = caller
        other.device = "device-4712"
        #expect(try await other.exchange(saml).status == 400)
        let elsewhere = try await Caller.signedUp(simulator)
        #expect(try await elsewhere.exchange(saml).status == 400)
        let otherRequestor = try await caller.form(
            "/api/v1/tokens/authn",
            [
                ("requestor", "SOUTHSTAR"), ("deviceId", caller.device), ("mvpd", "NorthCable"),
                ("SAMLResponse", saml), ("deviceType", "iOS"),
            ])
        #expect(otherRequestor.status == 400)
        #expect(try await caller.exchange(saml).status == 204)
    }

    @Test func anIdentityEndpointAnswersForItsOwnProviderAlone() async throws {
        let caller = try await Caller.signedUp(simulator)
        simulator.dashboard { $0["NORTHSTAR", "SouthSat"]?.boardingStatus = "SUPPORTED" }
        let token = text(try await caller.profileRequest("NorthCable"))
        let idp = simulator.identityProvider
        #expect(await idp.samlResponse(provider: "southsat_apple", verificationToken: token, attributes: []) == nil)
        #expect(await idp.samlResponse(provider: "nobody", verificationToken: token, attributes: []) == nil)
        #expect(await idp.samlResponse(provider: "nobody", verificationToken: nil, attributes: []) == nil)
        #expect(
            await idp.samlResponse(provider: "northcable_apple", verificationToken: "nonsense", attributes: []) == nil)
        let unasked = await idp.samlResponse(provider: "northcable_apple", verificationToken: nil, attributes: [])
        let saml = try #require(unasked).exposed
        #expect(try await caller.exchange(onWire(saml)).status == 400)
    }

    @Test func anotherProvidersResponseIsRefused() async throws {
        let caller = try await Caller.signedUp(simulator)
        let saml = try await caller.saml()
        // The mapping changes between the response and the exchange.
        simulator.dashboard { $0["NORTHSTAR", "NorthCable"]?.platformMappingID = "northcable_new" }
        let answer = try await caller.exchange(onWire(saml))
        #expect(answer.status == 400)
        #expect(try object(answer)["details"] as? String == "SAMLResponse: comes from another provider")
    }

    @Test func anotherSimulatorsResponseIsRefused() async throws {
        let other = try PassSimulator(clock: clock)
        defer { other.stop() }
        let foreign = try await Caller.signedUp(other).saml()
        let caller = try await Caller.signedUp(simulator)
        _ = try await caller.saml()
        #expect(try await caller.exchange(onWire(foreign)).status == 400)
    }

    @Test func theAttributesRequiredMustBeThere() async throws {
        let caller = try await Caller.signedUp(simulator)
        #expect(try await caller.exchange(onWire(caller.saml(attributes: ["userID"]))).status == 400)
        #expect(try await caller.exchange(onWire(caller.saml(attributes: []))).status == 400)
        #expect(try await caller.exchange(onWire(caller.saml())).status == 204)
    }

    @Test func theAttributesAreThePersons() async throws {
        let caller = try await Caller.signedUp(simulator)
        let saml = try await caller.saml(attributes: ["zip", "householdID", "shoe size"])
        #expect(saml.contains("<saml:AttributeValue>[&quot;94040&quot;]</saml:AttributeValue>"))
        #expect(saml.contains("<saml:AttributeValue>h-7</saml:AttributeValue>"))
        #expect(saml.contains("shoe size auprès de"))
    }

    @Test func aResponseHoldsForFiveMinutes() async throws {
        let caller = try await Caller.signedUp(simulator)
        let saml = try await onWire(caller.saml())
        clock.advance(by: .seconds(300))
        #expect(try await caller.exchange(saml).status == 400)
        let fresh = try await onWire(caller.saml())
        clock.advance(by: .seconds(299))
        #expect(try await caller.exchange(fresh).status == 204)
        let early = try await onWire(caller.saml())
        clock.setWall(clock.now - .seconds(61))
        #expect(try await caller.exchange(early).status == 400)
    }

    @Test func aProfileRequestWaitsForTenMinutes() async throws {
        let caller = try await Caller.signedUp(simulator)
        let token = text(try await caller.profileRequest("NorthCable"))
        clock.advance(by: .seconds(600))
        let late = await simulator.identityProvider.samlResponse(
            provider: "northcable_apple", verificationToken: token, attributes: [])
        #expect(late == nil)
    }

    @Test func everyParameterMustBeThereOnce() async throws {
        let caller = try await Caller.signedUp(simulator)
        let fields = [
            ("requestor", "NORTHSTAR"), ("deviceId", caller.device), ("mvpd", "NorthCable"), ("deviceType", "iOS"),
            ("SAMLResponse", try await onWire(caller.saml())),
        ]
        for index in fields.indices {
            var without = fields
            without.remove(at: index)
            let missing = try await caller.form("/api/v1/tokens/authn", without)
            #expect(missing.status == 400)
            #expect(try object(missing)["message"] as? String == "Required '\(fields[index].0)' is not present")
            #expect(try await caller.form("/api/v1/tokens/authn", fields + [fields[index]]).status == 400)
        }
        let asText = try await caller.send(
            "POST", "/api/v1/tokens/authn", headers: [("Content-Type", "text/plain")],
            body: fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&"))
        #expect(asText.status == 400)
        #expect(try await caller.form("/api/v1/tokens/authn", fields).status == 204)
    }

    @Test("R01: A client registered anew in mid exchange goes on") func aClientRegisteredAnewInMidExchangeGoesOn()
        async throws
    {
        let caller = try await Caller.signedUp(simulator)
        let saml = try await onWire(caller.saml())
        simulator.forgetClients()
        #expect(try await caller.exchange(saml).status == 401)
        #expect(try await Caller.signedUp(simulator).exchange(saml).status == 204)
    }
}

/// A change of the dashboard, with its name.
struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (inout Dashboard) -> Void

    init(_ name: String, _ make: @escaping @Sendable (inout Dashboard) -> Void) {
        testDescription = name
        self.make = make
    }
}

/// A wrong way to send a SAML response, with its name.
struct Spoiling: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (String) -> String

    init(_ name: String, _ make: @escaping @Sendable (String) -> String) {
        testDescription = name
        self.make = make
    }
}
