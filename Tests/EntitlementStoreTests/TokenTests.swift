import Base
import Foundation
import Testing

@testable import EntitlementStore

/// What every store keeps and how, on both of them.
final class TokenTests {
    /// The stores, by name.
    enum Kind: CaseIterable { case file, memory }

    let scratch = Scratch()

    func store(_ kind: Kind) -> any TokenStore {
        switch kind {
        case .file: scratch.store()
        case .memory: InMemoryTokenStore()
        }
    }

    @Test(arguments: Kind.allCases) func keepsEveryValueOfAToken(_ kind: Kind) throws {
        let store = store(kind)
        let full = token(
            kind: .partner, service: .restV2, userID: "u\u{0}1 é", deviceID: "d", provider: "provider",
            metadata: #"{"zip":"12345"}"#)
        let bare = token("requestor", "other", service: .restV2, userID: nil)
        try store.save(full)
        try store.save(bare)
        #expect(try store.tokens(requestor: "requestor", service: .restV2) == [bare, full])
    }

    @Test(arguments: Kind.allCases) func keepsFarTimesAndEmptyTexts(_ kind: Kind) throws {
        let store = store(kind)
        var odd = token(userID: "", provider: "", metadata: "")
        odd.expires = Timestamp(milliseconds: .max)
        try store.save(odd)
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == [odd])
    }

    @Test(arguments: Kind.allCases) func keepsRequestorsMVPDsAndServicesApart(_ kind: Kind) throws {
        let store = store(kind)
        let kept = [
            token("A", "one"), token("A", "two"), token("A", "one", service: .restV2), token("B", "one"),
            token("a", "one"),
        ]
        for token in kept { try store.save(token) }
        try store.remove(token("A", "two"))
        #expect(try store.tokens(requestor: "A", service: .restV1) == [kept[0]])
        #expect(try store.tokens(requestor: "A", service: .restV2) == [kept[2]])
        #expect(try store.tokens(requestor: "B", service: .restV1) == [kept[3]])
        #expect(try store.tokens(requestor: "a", service: .restV1) == [kept[4]])
        #expect(try store.tokens(requestor: "B", service: .restV2).isEmpty)
    }

    @Test("P08: ids that differ in normalisation alone stay two, byte by byte", arguments: Kind.allCases)
    func normalisation(_ kind: Kind) throws {
        let store = store(kind)
        let composed = "T\u{E9}l\u{E9}vision Qu\u{E9}bec"
        let decomposed = "Te\u{301}le\u{301}vision Que\u{301}bec"
        #expect(composed == decomposed, "Swift takes them for equal")
        let names = [composed, decomposed, "スカパー", "قناة", "👩‍👩‍👧 TV", "a\u{0}b"]
        for name in names { try store.save(token("requestor", name)) }
        let stored = try store.tokens(requestor: "requestor", service: .restV1).map { bytes($0.mvpd) }
        #expect(stored == names.reversed().map { bytes($0) })

        try store.save(token(composed, "composed"))
        try store.save(token(decomposed, "decomposed"))
        #expect(try store.tokens(requestor: composed, service: .restV1).map(\.mvpd) == ["composed"])
        #expect(try store.tokens(requestor: decomposed, service: .restV1).map(\.mvpd) == ["decomposed"])

        try store.remove(token("requestor", decomposed))
        let left = try store.tokens(requestor: "requestor", service: .restV1).map { bytes($0.mvpd) }
        #expect(left.contains(bytes(composed)) && !left.contains(bytes(decomposed)))

        try store.save(
            CachedConfiguration(body: Data("1".utf8), contentType: "c", entityTag: nil, lastModified: nil),
            key: composed)
        #expect(try store.configuration(key: decomposed) == nil)
        try store.save(
            ClientCredentials(clientID: "1", clientSecret: Secret("s")), serviceURL: "u", statementDigest: composed)
        #expect(try store.credentials(serviceURL: "u", statementDigest: decomposed) == nil)
        #expect(try store.removeTokens(notBoundTo: Secret("device")) == 0)
        try store.save(token("requestor", "bound", deviceID: composed))
        #expect(try store.removeTokens(notBoundTo: Secret(decomposed)) == left.count + 3)
    }

    @Test(arguments: Kind.allCases) func latestSavedComesFirstWhateverItReplaces(_ kind: Kind) throws {
        let store = store(kind)
        for mvpd in ["one", "two", "three", "one"] { try store.save(token("requestor", mvpd)) }
        #expect(try store.tokens(requestor: "requestor", service: .restV1).map(\.mvpd) == ["one", "three", "two"])
        try store.remove(token("requestor", "one"))
        try store.save(token("requestor", "two"))
        try store.saveMetadata(Data("{}".utf8), of: token("requestor", "three"))
        #expect(try store.tokens(requestor: "requestor", service: .restV1).map(\.mvpd) == ["two", "three"])
    }

    @Test(arguments: Kind.allCases) func aSavedTokenReplacesTheOldOneWhole(_ kind: Kind) throws {
        let store = store(kind)
        try store.save(token(kind: .partner, provider: "provider", metadata: "{}"))
        try store.save(token(userID: nil))
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == [token(userID: nil)])
    }

    @Test(arguments: Kind.allCases) func metadataGoesToTheSameTokenOnly(_ kind: Kind) throws {
        let store = store(kind)
        let stored = token(kind: .partner, userID: nil, provider: nil)
        try store.save(stored)
        var others = Array(repeating: stored, count: 9)
        others[0].requestor = "x"
        others[1].mvpd = "x"
        others[2].kind = .regular
        others[3].service = .restV2
        others[4].expires.milliseconds += 1
        others[5].userID = Secret("x")
        others[6].deviceID = Secret("x")
        others[7].platformProviderID = "x"
        others[8].serviceURL = "x"
        for other in others { try store.saveMetadata(Data("[]".utf8), of: other) }
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == [stored])
        // What metadata the caller knows of does not matter.
        var known = stored
        known.metadata = Data("old".utf8)
        try store.saveMetadata(Data("{}".utf8), of: known)
        #expect(try store.tokens(requestor: "requestor", service: .restV1).map(\.metadata) == [Data("{}".utf8)])
        try store.saveMetadata(nil, of: stored)
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == [stored])
        // A token that is gone does not come back.
        try store.remove(stored)
        try store.saveMetadata(Data("{}".utf8), of: stored)
        #expect(try store.tokens(requestor: "requestor", service: .restV1).isEmpty)
    }

    @Test("S2.D: tokens of other device ids go, of every requestor and API", arguments: Kind.allCases)
    func otherDevices(_ kind: Kind) throws {
        let store = store(kind)
        try store.save(token("A", "one", deviceID: "mine"))
        try store.save(token("A", "two", deviceID: "Mine"))
        try store.save(token("B", "one", service: .restV2, deviceID: "other"))
        #expect(try store.removeTokens(notBoundTo: Secret("mine")) == 2)
        #expect(try store.removeTokens(notBoundTo: Secret("mine")) == 0)
        #expect(try store.tokens(requestor: "A", service: .restV1).map(\.mvpd) == ["one"])
        #expect(try store.tokens(requestor: "B", service: .restV2).isEmpty)
    }

    @Test("L3, L4: a logout leaves credentials, configurations and the device id", arguments: Kind.allCases)
    func logout(_ kind: Kind) throws {
        let store = store(kind)
        let device = try store.deviceID()
        let credentials = ClientCredentials(clientID: "client", clientSecret: Secret("secret"))
        let configuration = CachedConfiguration(
            body: Data("<a/>".utf8), contentType: "text/xml", entityTag: "\"1\"", lastModified: "yesterday")
        try store.save(credentials, serviceURL: "u", statementDigest: "s")
        try store.save(configuration, key: "k")
        for requestor in ["A", "B"] {
            for service in AuthenticationToken.Service.allCases { try store.save(token(requestor, service: service)) }
        }
        try store.removeAllTokens()
        for requestor in ["A", "B"] {
            for service in AuthenticationToken.Service.allCases {
                #expect(try store.tokens(requestor: requestor, service: service).isEmpty)
            }
        }
        #expect(try store.credentials(serviceURL: "u", statementDigest: "s") == credentials)
        #expect(try store.configuration(key: "k") == configuration)
        #expect(try store.deviceID() == device)
    }

    @Test(arguments: Kind.allCases) func keepsCredentialsByURLAndStatement(_ kind: Kind) throws {
        let store = store(kind)
        let full = ClientCredentials(
            clientID: "client", clientSecret: Secret("secret"), secretExpires: Timestamp(milliseconds: 1),
            accessToken: Secret("token"), accessTokenExpires: Timestamp(milliseconds: -1))
        let bare = ClientCredentials(clientID: "other", clientSecret: Secret("é"))
        try store.save(full, serviceURL: "u", statementDigest: "s")
        try store.save(bare, serviceURL: "u", statementDigest: "t")
        #expect(try store.credentials(serviceURL: "u", statementDigest: "s") == full)
        #expect(try store.credentials(serviceURL: "u", statementDigest: "t") == bare)
        #expect(try store.credentials(serviceURL: "v", statementDigest: "s") == nil)
        try store.save(bare, serviceURL: "u", statementDigest: "s")
        #expect(try store.credentials(serviceURL: "u", statementDigest: "s") == bare)
        try store.save(nil, serviceURL: "u", statementDigest: "s")
        #expect(try store.credentials(serviceURL: "u", statementDigest: "s") == nil)
        #expect(try store.credentials(serviceURL: "u", statementDigest: "t") == bare)
    }

    @Test(arguments: Kind.allCases) func keepsConfigurations(_ kind: Kind) throws {
        let store = store(kind)
        let full = CachedConfiguration(
            body: Data([0, 255, 10]), contentType: "text/xml", entityTag: "W/\"é\"", lastModified: "m")
        let bare = CachedConfiguration(body: Data(), contentType: "", entityTag: nil, lastModified: nil)
        try store.save(full, key: "full")
        try store.save(bare, key: "bare")
        #expect(try store.configuration(key: "full") == full)
        #expect(try store.configuration(key: "bare") == bare)
        try store.save(nil, key: "full")
        #expect(try store.configuration(key: "full") == nil)
    }

    @Test(arguments: Kind.allCases) func makesOneDeviceID(_ kind: Kind) throws {
        let store = store(kind)
        let id = try store.deviceID()
        #expect(id.exposed.wholeMatch(of: /[0-9a-f]{64}/) != nil)
        #expect(try store.deviceID() == id)
    }
}
