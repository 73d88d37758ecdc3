import Base
import Foundation
import TestSupport
import Testing

@testable import EntitlementStore

/// A directory of a test, removed with it. The store's directory lies within, so that its making is seen.
final class Scratch {
    let root: String
    var directory: String { root + "/store" }

    init() {
        root = FileManager.default.temporaryDirectory.path + "/store-tests-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    /// A store that waits for as long as a busy machine may take to flush a write.
    func store(
        _ check: StorageIntegrityCheck = .none, application: String = "app", busyLimit: Duration = .seconds(60),
        log: any LogSink = RecordingLog()
    ) -> SQLiteTokenStore {
        SQLiteTokenStore(
            directory: directory, applicationID: application, integrityCheck: check, busyLimit: busyLimit, log: log)
    }

    /// Where the store of an application is.
    func path(application: String = "app") -> String {
        directory + "/" + storeFileName(applicationID: application)
    }

    /// A connection past the store.
    func rawFile(application: String = "app") throws -> SQLiteFile {
        let file = try SQLiteFile(path: path(application: application))
        file.wait(until: .now + .seconds(60))
        return file
    }

    /// The names in the store's directory.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    func setAside() throws -> [String] {
        try names().filter { $0.contains(".corrupt-") && !$0.hasSuffix("-journal") }
    }
}

/// Keeps what was logged.
final class RecordingLog: LogSink {
    private let kept = Lock<[String]>([])

    var lines: [String] { kept.withLock { $0 } }

    func log(_ level: LogLevel, category: String, _ message: @autoclosure () -> String) {
        let line = "\(level) \(category): \(message())"
        kept.withLock { $0.append(line) }
    }
}

func token(
    _ requestor: String = "requestor", _ mvpd: String = "mvpd", kind: AuthenticationToken.Kind = .regular,
    service: AuthenticationToken.Service = .restV1, userID: String? = "user", deviceID: String = "device",
    provider: String? = nil, metadata: String? = nil
) -> AuthenticationToken {
    AuthenticationToken(
        requestor: requestor, mvpd: mvpd, kind: kind, service: service,
        expires: Timestamp(milliseconds: 1_796_050_800_123), userID: userID.map(Secret.init),
        deviceID: Secret(deviceID), platformProviderID: provider, serviceURL: "https://sp.example/",
        metadata: metadata.map { Data($0.utf8) })
}

/// The bytes of a text: `==` on `String` takes different normalisations for equal.
func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }

func mode(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
}

extension Neighbour {
    /// At the store of a scratch directory.
    convenience init(
        _ job: String, _ scratch: Scratch, application: String = "app", number: Int = 0, prefix: [String] = []
    ) throws {
        try self.init(
            job, directory: scratch.directory, application: application, number: number, prefix: prefix)
    }
}
