import AuthenticationServices
import Base
import Foundation

/// What a process does at a keychain that others use, too.
enum KeychainJobs {
    /// Keeps a secret of its own, and its number in one shared by all, again and again, one higher each time; goes on from
    /// what is stored. Tells each when it is kept: `own 7`, `shared 7`.
    static func keepSecrets(_ keychain: SQLiteKeychain, _ process: Int) throws {
        var number = numbers(try keychain.secret(service: "shared", account: "numbers"))[process]
        while true {
            number += 1
            // 40 kB and more, so that a torn write would show.
            let text = Secret(String(repeating: "\(number) ", count: 10_000))
            try keychain.save(text, service: "own", account: "\(process)")
            StoreWriter.say("own \(number)")
            try keychain.update(service: "shared", account: "numbers") { text in
                var numbers = numbers(text)
                numbers[process] = number
                return Secret("\(numbers[0]) \(numbers[1])")
            }
            StoreWriter.say("shared \(number)")
        }
    }

    private static func numbers(_ text: Secret?) -> [Int] {
        text?.exposed.split(separator: " ").compactMap { Int($0) } ?? [0, 0]
    }

    /// Asks for the state of a sign-in, again and again, and tells it each time it has become another. `who` = the client,
    /// the provider's address and the person's id, with blanks between them.
    static func ask(_ keychain: SQLiteKeychain, _ who: String) async throws {
        let words = who.split(separator: " ").map(String.init)
        let configuration = SignInWithAppleConfiguration(
            clientID: words[0], clientSecret: .provided { Secret("") }, redirectURI: nil, baseURL: words[1])
        // The hour the tests' clocks show, too: nothing is due, and the provider not asked.
        let service = SignInWithAppleService(configuration, storage: keychain, clock: ManualClock(), present: nil)
        let provider = ASAuthorizationAppleIDProvider(service: service)
        var last: ASAuthorizationAppleIDProvider.CredentialState?
        while true {
            let state = try await provider.credentialState(forUserID: words[2])
            if state != last { StoreWriter.say("\(state)") }
            last = state
        }
    }
}
