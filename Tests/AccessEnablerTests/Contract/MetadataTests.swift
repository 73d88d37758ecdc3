import AdobePass
import Base
import EntitlementStore
import Testing

@testable import AccessEnabler

/// M1 to M3, decided.
@Suite struct MetadataTests {
    private let keys: [MetadataKey] = [
        .authenticationExpiry, .authorizationExpiry(resource: "R1"), .deviceID, .userMetadata("tokenSource"),
        .userMetadata("zip"), .userMetadata("maxRating"), .userMetadata("unknown"), .userMetadata(""),
    ]
    private let kept = UserMetadata(
        values: [
            "zip": .array([.string("94040")]), "maxRating": .object(["MPAA": .string("NC-17")]),
            "tokenSource": .string("Other"), "empty": .null,
        ],
        encryptedKeys: ["zip"])

    @Test("M3: not authenticated, every key but the device id is nil, and the service is not asked")
    func notAuthenticated() {
        for key in keys {
            for metadata in [nil, kept] {
                #expect(
                    Metadata.decide(key, token: nil, userMetadata: metadata) == .answer(nil, isEncrypted: false),
                    "\(key)")
            }
        }
    }

    @Test("M3: the device id is told to anybody, never encrypted; without a store there is none")
    func deviceID() {
        #expect(Metadata.deviceID(Secret("abc")) == .answer(.string("abc"), isEncrypted: false))
        #expect(Metadata.deviceID(nil) == .answer(nil, isEncrypted: false))
    }

    @Test("M2: the authentication's end is a text of ms since 1970, without network", arguments: [0, -1, Int64.max])
    func authenticationExpiry(_ milliseconds: Int64) {
        let token = token(expires: Timestamp(milliseconds: milliseconds))
        #expect(
            Metadata.decide(.authenticationExpiry, token: token, userMetadata: nil)
                == .answer(.string("\(milliseconds)"), isEncrypted: false))
    }

    @Test("M2: the end of an authorization is a text of ms since 1970, nil without one, without network")
    func authorizationExpiry() {
        let key = MetadataKey.authorizationExpiry(resource: "R1")
        let authorization = AuthorizationToken(resource: "R1", expires: Timestamp(milliseconds: 7))
        for metadata in [nil, kept] {
            #expect(
                Metadata.decide(key, token: token(), userMetadata: metadata, authorization: authorization)
                    == .answer(.string("7"), isEncrypted: false))
            #expect(
                Metadata.decide(key, token: token(), userMetadata: metadata, authorization: nil)
                    == .answer(nil, isEncrypted: false))
        }
        #expect(
            Metadata.decide(key, token: nil, userMetadata: nil, authorization: authorization)
                == .answer(nil, isEncrypted: false))
    }

    @Test("M1: tokenSource of a partner token is Apple, without network, whatever the service says")
    func partnerTokenSource() {
        for metadata in [nil, kept] {
            #expect(
                Metadata.decide(.userMetadata("tokenSource"), token: token(.partner), userMetadata: metadata)
                    == .answer(.string("Apple"), isEncrypted: false))
        }
    }

    @Test("M1: tokenSource of a regular token is what the service says, else nil")
    func regularTokenSource() {
        let key = MetadataKey.userMetadata("tokenSource")
        let regular = token(.regular)
        #expect(Metadata.decide(key, token: regular, userMetadata: nil) == .read(regular))
        #expect(
            Metadata.decide(key, token: regular, userMetadata: kept) == .answer(.string("Other"), isEncrypted: false))
        let nothing = UserMetadata(values: [:], encryptedKeys: [])
        #expect(Metadata.decide(key, token: regular, userMetadata: nothing) == .answer(nil, isEncrypted: false))
    }

    @Test(
        "M2: any other key is read once, then answered from what is kept, with its mark",
        arguments: [
            AuthenticationToken.Kind.partner, .regular,
        ])
    func userMetadata(_ kind: AuthenticationToken.Kind) {
        let token = token(kind)
        let expected: [(String, JSONValue?, Bool)] = [
            ("zip", .array([.string("94040")]), true), ("maxRating", .object(["MPAA": .string("NC-17")]), false),
            ("empty", .null, false), ("unknown", nil, false), ("", nil, false),
        ]
        for (name, value, isEncrypted) in expected {
            let key = MetadataKey.userMetadata(name)
            #expect(Metadata.decide(key, token: token, userMetadata: nil) == .read(token))
            #expect(
                Metadata.decide(key, token: token, userMetadata: kept) == .answer(value, isEncrypted: isEncrypted))
        }
    }
}
