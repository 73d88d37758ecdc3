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
            case "--help", "-h":
                print(
                    """
                    usage: Juice [--interactive]

                    Walks through Apple's sample against an identity provider in this process; with --interactive you do.
                    """)
            default: fail("Juice: '\(words.joined(separator: " "))' is not known (try --help)", 2)
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
        try await begins("Juice starts for the first time.", juice, knowing: .notFound)
        try await step("It looks for an account that exists.", juice) {
            $0.performExistingAccountSetupFlows()
        } ends: {
            if case .canceled = $0 { true } else { false }
        }
        print("The person fills in the account form.")
        guard juice.login.submitForm(name: "jane", password: UUID().uuidString) else { throw OtherStory() }
        try await step("It looks again.", juice) {
            $0.performExistingAccountSetupFlows()
        } ends: {
            if case .filledIn = $0 { true } else { false }
        }
        try await signIn("The person chooses Sign in with Apple, and hides the address.", juice, isFirst: true)
        try await begins("Juice starts again.", juice, knowing: .authorized)
        print("The person signs out.")
        juice.signOut()
        try await begins("Juice starts again.", juice, knowing: .notFound)
        try await step("It looks for an account that exists, and finds the sign-in with Apple.", juice) {
            $0.performExistingAccountSetupFlows()
        } ends: {
            if case .person(let person) = $0 { person.givenName == nil } else { false }
        }
        print("The person ends Juice's use of their account in Settings.")
        try await house.endConsent()
        try await begins("Juice starts again.", juice, knowing: .revoked)
        try await signIn("The person signs in with Apple once more: a first time again.", juice, isFirst: true)
        juice.signOut()
    }

    /// Something came about that the story does not tell; what it was stands above.
    private struct OtherStory: Error, CustomStringConvertible {
        var description: String { "the story went another way" }
    }

    @MainActor
    private static func begins(
        _ line: String, _ juice: JuiceApp, knowing state: ASAuthorizationAppleIDProvider.CredentialState
    ) async throws {
        print(line)
        guard await juice.launch() == state else { throw OtherStory() }
    }

    @MainActor
    private static func step(
        _ line: String, _ juice: JuiceApp, _ act: (LoginScreen) -> Void, ends isRight: (LoginScreen.Ending) -> Bool
    ) async throws {
        print(line)
        guard isRight(await juice.onLogin(act)) else { throw OtherStory() }
    }

    @MainActor
    private static func signIn(_ line: String, _ juice: JuiceApp, isFirst: Bool) async throws {
        try await step(line, juice) {
            $0.handleAuthorizationAppleIDButtonPress()
        } ends: {
            if case .person(let person) = $0 { (person.givenName != nil) == isFirst } else { false }
        }
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
