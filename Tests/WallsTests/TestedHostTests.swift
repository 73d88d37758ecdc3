import Foundation
import Testing

/// The tests the article "Testing your host" shows hold.
@Suite(.timeLimit(.minutes(10))) struct TestedHostTests {
    private static let shown: [@Sendable (Rehearsal) async -> Void] = [
        { await aDeviceAccountSignsInSilently($0) }, { await aPersonSignsInAtThePage($0) },
        { await aSignInEnds($0) }, { await theServiceIsDown($0) },
    ]

    @Test(arguments: shown.indices) func whatIsShownHolds(_ index: Int) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "tested-host-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        await Self.shown[index](try Rehearsal(storeDirectory: directory.path))
    }
}
