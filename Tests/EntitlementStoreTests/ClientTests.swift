import Base
import Foundation
import Testing

@testable import EntitlementStore

/// A sign-in of REST API V2 belongs to the client it was got with, and goes with it in one transaction (D04).
final class ClientTests {
    enum Kind: CaseIterable { case file, memory }

    let scratch = Scratch()

    private func store(_ kind: Kind) throws -> any TokenStore {
        let store: any TokenStore =
            switch kind {
            case .file: scratch.store()
            case .memory: InMemoryTokenStore()
            }
        try store.save(client("one"), serviceURL: "https://sp.example", statementDigest: "digest")
        try store.save(token("requestor", "first", service: .restV1))
        var second = token("requestor", "second", service: .restV2)
        second.clientID = "one"
        try store.save(second)
        return store
    }

    private func client(_ id: String, accessToken: String? = nil) -> ClientCredentials {
        ClientCredentials(
            clientID: id, clientSecret: Secret("secret"), accessToken: accessToken.map { Secret($0) })
    }

    private func mvpds(_ store: any TokenStore, _ service: AuthenticationToken.Service) throws -> [String] {
        try store.tokens(requestor: "requestor", service: service).map(\.mvpd)
    }

    @Test("D04: a renewed access token changes nothing", arguments: Kind.allCases)
    func staysWithItsClient(_ kind: Kind) throws {
        let store = try store(kind)
        try store.save(
            client("one", accessToken: "new"), serviceURL: "https://sp.example", statementDigest: "digest")
        #expect(try mvpds(store, .restV2) == ["second"])
        #expect(try store.tokens(requestor: "requestor", service: .restV2).first?.clientID == "one")
    }

    @Test(
        "D04: another client, or none, signs out of V2; the tokens of V1 stay", arguments: Kind.allCases, [true, false])
    func goesWithItsClient(_ kind: Kind, _ isReplaced: Bool) throws {
        let store = try store(kind)
        try store.save(
            isReplaced ? client("two") : nil, serviceURL: "https://sp.example", statementDigest: "digest")
        #expect(try mvpds(store, .restV2).isEmpty)
        #expect(try mvpds(store, .restV1) == ["first"])
    }

    @Test("D04: a client of another statement leaves it alone", arguments: Kind.allCases)
    func staysBesideAnotherClient(_ kind: Kind) throws {
        let store = try store(kind)
        try store.save(client("two"), serviceURL: "https://sp.example", statementDigest: "other")
        #expect(try mvpds(store, .restV2) == ["second"])
    }

    @Test("D04: credentials lost from the file: the next registration signs out of V2, once")
    func goesWithLostCredentials() throws {
        let store = try store(.file)
        try scratch.rawFile().run("DELETE FROM credentials")
        #expect(try mvpds(store, .restV2) == ["second"], "nobody has noticed yet")
        try store.save(client("two"), serviceURL: "https://sp.example", statementDigest: "digest")
        #expect(try mvpds(store, .restV2).isEmpty)
    }

    @Test("D04: a sign-in that ends after its client was forgotten is not saved")
    func isNotSavedWithoutItsClient() throws {
        let store = try store(.file)
        var late = token("requestor", "late", service: .restV2)
        late.clientID = "gone"
        #expect(throws: StoreError.self) { try store.save(late) }
        #expect(try mvpds(store, .restV2) == ["second"])
    }
}
