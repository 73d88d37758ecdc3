import AccessEnabler
import Dispatch
import Foundation
import PassSimulator
import PlatformAccount
import SampleSupport

/// A host written for the original SDK, against the simulated service in this process: what it took to bring it over
/// stands here and in `LivingRoom`; the manager itself is as it was.
@main
struct MigratedHost {
    @MainActor
    static func main() async throws {
        expectNoOptions(
            about: "MigratedHost: a host written for the original SDK, against a simulated service in this process.")
        let simulator = try service()
        let store = FileManager.default.temporaryDirectory.appendingPathComponent("MigratedHost-\(UUID().uuidString)")
        defer {
            simulator.stop()
            try? FileManager.default.removeItem(at: store)
        }
        AccessEnabler.environment = environment(.restV2At(simulator.baseURL), storeDirectory: store.path)
        let evening = Evening(.shared, on: .main) { print($0) }
        await spend(evening, AccessEnabler(simulator.softwareStatement))
    }

    /// A service whose provider East Fiber lets nobody see the movies.
    static func service() throws -> PassSimulator {
        let simulator = try PassSimulator()
        simulator.dashboard {
            $0.enhancedErrors = true
            $0["NORTHSTAR", "EastFiber"]?.denials = ["movies": .byMVPD("Movies are not in your package.")]
        }
        return simulator
    }

    /// What iOS told by itself: application id, service, the device's TV provider account.
    static func environment(
        _ service: ServiceSelection, storeDirectory: String, callbackQueue: DispatchQueue = .main
    ) -> AccessEnabler.Environment {
        var script = ScriptedPlatformAccount.Script()
        script.pickerProviders = [PickerProvider(identifier: "northcable_apple", displayName: "North Cable")]
        return AccessEnabler.Environment(
            applicationID: "sample.migrated", service: service,
            platformAccount: ScriptedPlatformAccount(script), settings: Settings(storeDirectory: storeDirectory),
            callbackQueue: callbackQueue)
    }

    private static func spend(_ evening: Evening, _ accessEnabler: AccessEnabler) async {
        _ = await evening.start(accessEnabler)
        _ = await evening.login()
        _ = await evening.zip()
        _ = await evening.unlocked(among: ["news", "movies"])
        _ = await evening.decisions(for: ["news", "movies"])
        _ = await evening.play("news")
        _ = await evening.play("movies")
        _ = await evening.logout()
        print("  analytics")
        for event in await evening.analytics() { print("    \(event)") }
    }
}
