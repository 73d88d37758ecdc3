import Base
import EntitlementStore
import Foundation

/// Another process at the same store, for the tests: `store-writer <job> <directory> <application> [<number>]`.
///
/// It says `ready`, waits until its standard input ends, works, and prints what the test is to see.
@main
enum StoreWriter {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count >= 4, let job = Job(rawValue: words[1]) else { fatalError("usage") }
        let number = words.count > 4 ? Int(words[4]) ?? 0 : 0
        say("ready")
        _ = FileHandle.standardInput.readDataToEndOfFile()
        try job.takePlace(directory: words[2])
        let store = SQLiteTokenStore(
            directory: words[2], applicationID: words[3], integrityCheck: job.check, busyLimit: .seconds(60))
        switch job {
        case .device: say(try store.deviceID().exposed)
        case .saveForever: try saveForever(store)
        case .mix: try mix(store, number)
        case .hold: try hold(words[2])
        case .stranger, .cramped, .crampedAll, .crampedClear, .readOnly: tryOut(store)
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

    private static func say(_ line: String) {
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
