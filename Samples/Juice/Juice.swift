import AuthenticationServices
import Foundation

/// The story of Apple's sample, on a console: told by itself with a simulated person, or led by a real one.
@main
struct Juice {
    @MainActor
    static func main() async {
        let words = CommandLine.arguments.dropFirst()
        do {
            switch words.first {
            case nil: try await tell()
            case "--interactive" where words.count == 1:
                guard isatty(STDIN_FILENO) == 1 else { fail("Juice: '--interactive' needs a terminal.", 2) }
                try await lead()
            default: fail("usage: Juice [--interactive]", 2)
            }
        } catch {
            fail("Juice: \(error)", 1)
        }
    }

    @MainActor
    private static func tell() async throws {
        let house = try House(isInteractive: false)
        defer { house.simulator.stop() }
        let juice = JuiceApp()
        print("Juice starts for the first time.")
        await juice.launch()
        print("It looks for an account that exists.")
        await juice.onLogin { $0.performExistingAccountSetupFlows() }
        print("The person fills in the account form.")
        juice.login.submitForm(name: "jane", password: UUID().uuidString)
        await juice.onLogin { $0.performExistingAccountSetupFlows() }
        print("The person chooses Sign in with Apple, and hides the address.")
        await juice.onLogin { $0.handleAuthorizationAppleIDButtonPress() }
        print("Juice starts again.")
        await juice.launch()
        print("The person signs out.")
        juice.signOut()
        await juice.launch()
        print("It looks for an account that exists, and finds the sign-in with Apple.")
        await juice.onLogin { $0.performExistingAccountSetupFlows() }
        print("The person ends Juice's use of their account in Settings; Juice starts again.")
        try await house.endConsent()
        await juice.launch()
        print("The person signs in with Apple once more: a first time again.")
        await juice.onLogin { $0.handleAuthorizationAppleIDButtonPress() }
        juice.signOut()
    }

    @MainActor
    private static func lead() async throws {
        let house = try House(isInteractive: true)
        defer { house.simulator.stop() }
        let juice = JuiceApp()
        await juice.launch()
        while true {
            print("[a] Sign in with Apple  [f] Account form  [e] Existing account  [o] Sign out  [r] Restart  [q] Quit")
            switch await line() {
            case "a": await juice.onLogin { $0.handleAuthorizationAppleIDButtonPress() }
            case "f":
                print("Name?")
                let name = await line() ?? ""
                juice.login.submitForm(name: name, password: UUID().uuidString)
            case "e": await juice.onLogin { $0.performExistingAccountSetupFlows() }
            case "o": juice.signOut()
            case "r": await juice.launch()
            case "q", nil: return
            default: break
            }
        }
    }

    /// A line the person types; waits on a thread of its own, so that the main actor stays free for the delegate.
    private static func line() async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: readLine()) }
        }
    }

    private static func fail(_ message: String, _ status: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(status)
    }
}
