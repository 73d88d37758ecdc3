import AccessEnabler
import PassSimulator
import PlatformAccount

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A console host against the simulated service in this process: walks the contract scene by scene, prints what it sees,
/// and compares it with what is documented. With `--interactive` a person drives it.
@main
struct Demo {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case nil:
            let stage = try Stage()
            await silentScenes(stage)
            await pickerScenes(stage)
            await loginScenes(stage)
            await secondScreenScenes(try stage.secondScreen())
            stage.close()
            if await !stage.isAsDocumented() { exit(1) }
        case "--interactive": try Interactive().run()
        default:
            print("usage: Demo [--interactive]")
            exit(2)
        }
    }
}
