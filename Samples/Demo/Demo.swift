import AccessEnabler
import PassSimulator
import PlatformAccount
import SampleSupport

/// A console host against the simulated service in this process: walks the contract scene by scene, prints what it sees,
/// and compares it with what is documented. With `--interactive` a person drives it.
@main
struct Demo {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.contains("--help") || words.contains("-h") {
            say(help)
            leave(0)
        }
        if let word = words.first(where: { $0 != "--interactive" }) {
            give(up: "'\(word)' is not known (try --help)", code: 2)
        }
        do {
            if words.isEmpty { try await walk() } else { try Interactive().run() }
        } catch {
            give(up: "the simulated service cannot start: \(error)", code: 1)
        }
    }

    private static func walk() async throws {
        let stage = try Stage()
        let second = try stage.secondScreen()
        let interrupts = onInterrupt {
            stage.close()
            second.close()
            say("")
            give(up: "interrupted", code: 130)
        }
        await silentScenes(stage)
        await pickerScenes(stage)
        await loginScenes(stage)
        await secondScreenScenes(second)
        interrupts.cancel()
        stage.close()
        second.close()
        if await !stage.isAsDocumented() { leave(1) }
    }

    private static let help = """
        Demo: walks the contract scene by scene on a simulated service in this process, and compares what it sees with what is
        documented.

          --interactive  You drive it, by typing verbs.
          -h, --help     Show this.

        Exit status: 0 when all is as documented; 1 when not, when it cannot start, or when the sign-in you tried last failed; 2
        for a wrong command line; 130 after Ctrl-C.
        """
}
