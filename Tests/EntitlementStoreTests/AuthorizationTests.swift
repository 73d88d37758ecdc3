import Base
import Foundation
import Testing

@testable import EntitlementStore

/// Authorizations, on both stores: each lives with its token.
final class AuthorizationTests {
    let scratch = Scratch()
    let start = Timestamp(milliseconds: 0)

    func store(_ kind: TokenTests.Kind) -> any TokenStore {
        switch kind {
        case .file: scratch.store()
        case .memory: InMemoryTokenStore()
        }
    }

    func authorization(
        _ resource: String = "r", _ expires: Int64 = 1000, _ source: AuthorizationToken.Source = .mvpd
    ) -> AuthorizationToken {
        AuthorizationToken(resource: resource, expires: Timestamp(milliseconds: expires), source: source)
    }

    @Test(arguments: TokenTests.Kind.allCases) func keepsEveryValue(_ kind: TokenTests.Kind) throws {
        let store = store(kind)
        try store.save(token())
        let mrss = "<rss><channel><title>Caf\u{E9}</title></channel></rss>\u{0}" + String(repeating: "x", count: 8000)
        let kept = [
            authorization("r"), authorization("R", .max, .degraded), authorization(mrss, 5, .temporaryPass),
            authorization("cafe\u{301}", 6), authorization("caf\u{E9}", 7),
        ]
        for authorization in kept { try store.save(authorization, under: token(), at: start) }
        for authorization in kept {
            let found = try store.authorization(of: authorization.resource, under: token(metadata: "any"))
            #expect(found == authorization && bytes(found?.resource) == bytes(authorization.resource))
        }
        #expect(try store.authorization(of: "x", under: token()) == nil)
        try store.save(authorization("r", 2000, .degraded), under: token(), at: start)
        #expect(try store.authorization(of: "r", under: token()) == authorization("r", 2000, .degraded))
        try store.removeAuthorization(of: "r", under: token())
        #expect(try store.authorization(of: "r", under: token()) == nil)
        #expect(try store.authorization(of: "R", under: token()) == kept[1])
    }

    @Test(arguments: TokenTests.Kind.allCases) func keepsTokensApart(_ kind: TokenTests.Kind) throws {
        let store = store(kind)
        let tokens = [token("A"), token("B"), token("A", "two"), token("A", service: .restV2)]
        for (number, token) in tokens.enumerated() {
            try store.save(token)
            try store.save(authorization("r", Int64(number) + 1), under: token, at: start)
        }
        for (number, token) in tokens.enumerated() {
            #expect(try store.authorization(of: "r", under: token)?.expires.milliseconds == Int64(number) + 1)
        }
        try store.removeAuthorization(of: "r", under: tokens[0])
        #expect(try tokens.map { try store.authorization(of: "r", under: $0) != nil } == [false, true, true, true])
    }

    /// Whatever makes a token go.
    enum Departure: CaseIterable { case logout, removal, newSignIn, otherDevice }

    @Test(
        "S2.D, S2.F, L3: an authorization goes with its token", arguments: TokenTests.Kind.allCases, Departure.allCases)
    func leavesWithTheToken(_ kind: TokenTests.Kind, _ departure: Departure) throws {
        let store = store(kind)
        let kept = token("other", deviceID: "new device")
        for token in [token(), kept] {
            try store.save(token)
            try store.save(authorization(), under: token, at: start)
        }
        switch departure {
        case .logout: try store.removeAllTokens()
        case .removal: try store.remove(token())
        case .newSignIn: try store.save(token(userID: "somebody else"))
        case .otherDevice: #expect(try store.removeTokens(notBoundTo: Secret("new device")) == 1)
        }
        #expect(try store.authorization(of: "r", under: token()) == nil)
        #expect((try store.authorization(of: "r", under: kept) != nil) == (departure != .logout))
        // Nor does it come back with a sign-in that is equal to the old one.
        try store.save(token())
        #expect(try store.authorization(of: "r", under: token()) == nil)
        if kind == .file { #expect(try rows() == (departure == .logout ? 0 : 1)) }
    }

    @Test("The same sign-in saved again is a new one", arguments: TokenTests.Kind.allCases)
    func savedAgain(_ kind: TokenTests.Kind) throws {
        let store = store(kind)
        try store.save(token())
        try store.save(authorization(), under: token(), at: start)
        try store.save(token())
        #expect(try store.authorization(of: "r", under: token()) == nil)
    }

    @Test("A token that is gone, or another by now, keeps nothing", arguments: TokenTests.Kind.allCases)
    func lateSaving(_ kind: TokenTests.Kind) throws {
        let store = store(kind)
        try store.save(authorization(), under: token(), at: start)
        try store.save(token(userID: "somebody else"))
        try store.save(authorization(), under: token(), at: start)
        try store.removeAuthorization(of: "r", under: token())
        #expect(try store.authorization(of: "r", under: token()) == nil)
        #expect(try store.authorization(of: "r", under: token(userID: "somebody else")) == nil)
    }

    @Test("Saving drops what is over", arguments: TokenTests.Kind.allCases)
    func dropsWhatIsOver(_ kind: TokenTests.Kind) throws {
        let store = store(kind)
        for token in [token(), token("other")] {
            try store.save(token)
            for expires in [10, 11] as [Int64] {
                try store.save(authorization("until \(expires)", expires), under: token, at: start)
            }
        }
        try store.save(authorization("new"), under: token(), at: Timestamp(milliseconds: 10))
        #expect(try store.authorization(of: "until 10", under: token()) == nil)
        #expect(try store.authorization(of: "until 11", under: token()) != nil)
        #expect(try store.authorization(of: "until 10", under: token("other")) != nil)
    }

    @Test("Metadata of a token leaves its authorizations alone", arguments: TokenTests.Kind.allCases)
    func metadata(_ kind: TokenTests.Kind) throws {
        let store = store(kind)
        try store.save(token())
        try store.save(authorization(), under: token(), at: start)
        try store.saveMetadata(Data("{}".utf8), of: token())
        #expect(try store.authorization(of: "r", under: token()) == authorization())
    }

    @Test("What let a person in is kept", arguments: TokenTests.Kind.allCases, AuthenticationToken.Source.allCases)
    func source(_ kind: TokenTests.Kind, _ source: AuthenticationToken.Source) throws {
        let store = store(kind)
        var token = token()
        #expect(token.source == .regular)
        token.source = source
        try store.save(token)
        #expect(try store.tokens(requestor: "requestor", service: .restV1) == [token])
    }

    @Test(
        "I2: all clears the store for any invalid value of an authorization, and of a source",
        arguments: [
            "UPDATE authorization SET resource = ''", "UPDATE authorization SET resource = x'00'",
            "UPDATE authorization SET expires = 'soon'", "UPDATE authorization SET source = 'other'",
            "UPDATE token SET source = 'other'", "UPDATE token SET source = x'00'",
        ])
    func invalidValue(_ sql: String) throws {
        try scratch.store().save(token())
        try scratch.store().save(authorization(), under: token(), at: start)
        #expect(try scratch.store(.all).authorization(of: "r", under: token()) == authorization())
        try scratch.rawFile().run(sql)
        let log = RecordingLog()
        #expect(try scratch.store(.all, log: log).tokens(requestor: "requestor", service: .restV1).isEmpty)
        #expect(log.lines.count == 1)
    }

    /// How many the file holds.
    private func rows() throws -> Int64? {
        try scratch.rawFile().rows("SELECT count(*) FROM authorization") { (row) throws(SQLiteError) in
            try row.integer(0)
        }.first
    }
}
