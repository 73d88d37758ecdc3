import AccessEnabler
import FoundationEssentials
import PassSimulator
import PlatformAccount
import SampleSupport

/// The simulated service, the scripted device and the host under one roof.
final class Stage: Sendable {
    private let simulator: PassSimulator
    private let device: ScriptedPlatformAccount
    private let host: ConsoleHost
    private let storeDirectory: URL
    private let tally: Tally

    convenience init() throws {
        self.init(try PassSimulator(), .iOS, Tally())
    }

    private init(_ simulator: PassSimulator, _ platform: PlatformBehaviour, _ tally: Tally) {
        self.simulator = simulator
        self.tally = tally
        device = ScriptedPlatformAccount(Self.script(simulator))
        storeDirectory = makeTemporaryPlace("Demo")
        host = ConsoleHost(simulator, device, platform, storeDirectory: storeDirectory.path, tally)
    }

    /// Another device beside the first, with tvOS behaviour and the same service.
    func secondScreen() throws -> Stage {
        Stage(simulator, .tvOS, tally)
    }

    /// A device where nobody is signed in, whose picker offers two providers of ours and one that is none.
    static func script(_ simulator: PassSimulator) -> ScriptedPlatformAccount.Script {
        let identityProvider = simulator.identityProvider
        var script = ScriptedPlatformAccount.Script()
        script.saml = .endpoint { provider, verificationToken, attributes in
            await identityProvider.samlResponse(
                provider: provider, verificationToken: verificationToken, attributes: attributes)
        }
        script.pickerProviders = [
            PickerProvider(identifier: "northcable_apple", displayName: "North Cable"),
            PickerProvider(identifier: "southsat_apple", displayName: "South Satellite"),
        ]
        script.accountsByChoice = ["northcable_apple": .init(providerIdentifier: "northcable_apple")]
        return script
    }

    /// Plays one scene: what the device does, and what the host calls.
    func act(_ title: String, _ scene: @Sendable (ScriptedPlatformAccount, ConsoleHost) async -> Void) async {
        say("\(title)")
        await scene(device, host)
        say("")
    }

    func close() {
        simulator.stop()
    }

    /// Tells the outcome; true when every verb gave its documented callbacks.
    func isAsDocumented() async -> Bool {
        let (verbs, surprises) = await (tally.verbs, tally.surprises)
        if surprises == 0 {
            say("\(verbs) verbs, each with its documented callbacks in order.")
        } else {
            say("\(surprises) of \(verbs) verbs did not give their documented callbacks; see the lines with \"!\".")
        }
        return surprises == 0
    }
}

/// Verbs called, and those whose callbacks were not the documented ones.
actor Tally {
    private(set) var verbs = 0
    private(set) var surprises = 0

    func add(isSurprise: Bool) {
        verbs += 1
        if isSurprise { surprises += 1 }
    }
}
