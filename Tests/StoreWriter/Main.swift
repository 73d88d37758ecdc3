import AuthenticationServices
import Base
import EntitlementStore
import Foundation

/// Another process at the same store, for the tests: `store-writer <job> <directory> <application> [<number>]`.
///
/// It says `ready`, waits until its standard input ends, works, and prints what the test is to see.
@main
enum StoreWriter {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count >= 4, let job = Job(rawValue: words[1]) else { fatalError("usage") }
        let number = words.count > 4 ? Int(words[4]) ?? 0 : 0
        say("ready")
        _ = FileHandle.standardInput.readDataToEndOfFile()
        try job.takePlace(directory: words[2], number: number)
        let store = SQLiteTokenStore(
            directory: words[2], applicationID: words[3], integrityCheck: job.check, busyLimit: .seconds(60))
        switch job {
        case .device: say(try store.deviceID().exposed)
        case .saveForever: try saveForever(store)
        case .pairForever: try savePairs(store, number)
        case .mix: try mix(store, number)
        case .hold: try hold(words[2])
        case .stranger, .cramped, .crampedAll, .crampedClear, .limited, .readOnly: tryOut(store)
        case .smallDisk: try fill(store, words[2])
        case .secretsForever: try KeychainJobs.keepSecrets(keychain(words[2]), number)
        case .askForever: try await KeychainJobs.ask(keychain(words[2]), words[3])
        }
    }

    /// Saves one token again and again, a different one each time, and tells each when it is saved.
    private static func saveForever(_ store: SQLiteTokenStore) throws {
        var number = 0
        while true {
            number += 1
            try store.save(numberedToken(number))
            say("\(number)")
        }
    }

    /// Saves a token of its own, an authorization under it, and a new client with its sign-in of V2, with one number, the
    /// next each time; goes on from what is stored. Tells each when it is saved: `token 7`, `authorization 7`,
    /// `client 7`.
    private static func savePairs(_ store: SQLiteTokenStore, _ process: Int) throws {
        let stored = try store.tokens(requestor: "requestor", service: .restV1).first { $0.mvpd == "mvpd-\(process)" }
        var number = stored.flatMap { Int($0.serviceURL) } ?? 0
        while true {
            number += 1
            var token = numberedToken(number)
            token.mvpd = "mvpd-\(process)"
            try store.save(token)
            say("token \(number)")
            let authorization = AuthorizationToken(resource: "movie", expires: Timestamp(milliseconds: Int64(number)))
            try store.save(authorization, under: token, at: Timestamp(milliseconds: 0))
            say("authorization \(number)")
            let client = "client-\(process)-\(number)"
            try store.save(
                ClientCredentials(clientID: client, clientSecret: Secret(client)), serviceURL: "\(process)",
                statementDigest: "statement")
            var signIn = token
            signIn.service = .restV2
            signIn.clientID = client
            try store.save(signIn)
            say("client \(number)")
        }
    }

    /// Saves until there is no room, reads, removes the ballast, and saves again.
    private static func fill(_ store: SQLiteTokenStore, _ directory: String) throws {
        let ballast = URL(filePath: directory + "/ballast")
        try Data(count: 300_000).write(to: ballast)
        var saved = 0
        while saved < 1000 {
            var token = numberedToken(saved)
            token.mvpd = "mvpd-\(saved)"
            do {
                try store.save(token)
            } catch {
                say("\(error.code)")
                break
            }
            saved += 1
        }
        say("kept \(try store.tokens(requestor: "requestor", service: .restV1).count == saved && saved > 1)")
        try FileManager.default.removeItem(at: ballast)
        tryOut(store)
        say("kept \(try store.tokens(requestor: "requestor", service: .restV1).count == saved + 1)")
    }

    /// 200 operations: of the tokens of this process every third is removed again, the others stay.
    private static func mix(_ store: SQLiteTokenStore, _ process: Int) throws {
        for number in 0..<50 {
            var token = numberedToken(number)
            token.mvpd = "mvpd-\(process)-\(number)"
            token.platformProviderID = nil
            try store.save(token)
            try store.saveMetadata(Data("{\"n\":\(number)}".utf8), of: token)
            guard
                try store.tokens(requestor: token.requestor, service: .restV1).contains(where: { $0.mvpd == token.mvpd }
                )
            else { fatalError("a token of this process is lost") }
            if number % 3 == 0 { try store.remove(token) } else { _ = try store.deviceID() }
        }
        say("done")
    }

    /// Holds the one database in the directory until this process is killed.
    private static func hold(_ directory: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        guard let name = names.first(where: { $0.hasSuffix(".sqlite") }) else { fatalError("no store") }
        let file = try SQLiteFile(path: "\(directory)/\(name)")
        try file.execute("BEGIN EXCLUSIVE")
        say("held")
        while true { pause() }
    }

    /// Reads, then writes, and tells how each went.
    private static func tryOut(_ store: SQLiteTokenStore) {
        do throws(StoreError) {
            say("read \(try store.tokens(requestor: "requestor", service: .restV1).count)")
        } catch {
            say("read \(error.code)")
        }
        do throws(StoreError) {
            try store.save(numberedToken(999))
            say("write done")
        } catch {
            say("write \(error.code)")
        }
    }

    private static func keychain(_ directory: String) -> SQLiteKeychain {
        SQLiteKeychain(path: directory + "/keychain.sqlite3", busyLimit: .seconds(60))
    }

    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

/// A token all of whose texts tell the same number, 40 kB of them, so that a torn write would show.
func numberedToken(_ number: Int) -> AuthenticationToken {
    AuthenticationToken(
        requestor: "requestor", mvpd: "mvpd", kind: .regular, service: .restV1,
        expires: Timestamp(milliseconds: Int64(number)), userID: Secret("\(number)"), deviceID: Secret("\(number)"),
        platformProviderID: String(repeating: "\(number) ", count: 10_000), serviceURL: "\(number)")
}
