import AppleIDSimulator
import Base
import Foundation
import PassSimulator
import TestSupport

@testable import AuthenticationServices

/// A provider, a person, a device and an app, over real HTTP and a real keychain file.
final class Stage: Sendable {
    enum Redirect: Sendable { case host, listener }

    let simulator: AppleIDSimulator
    let clock = ManualClock()
    let directory: TemporaryDirectory
    let keychain: SQLiteKeychain
    let log = RecordingLog()
    let mood = Lock(ApplePerson.Mood(AppleAccount.samples[0]))
    /// Changes the address before the browser opens it.
    let tamper = Lock<@Sendable (String) -> String>({ $0 })
    /// Changes the form before the app gets it.
    let rewrite = Lock<@Sendable (String) -> String>({ $0 })
    let addresses = Recorder<String>()
    let provider: ASAuthorizationAppleIDProvider
    let service: SignInWithAppleService

    init(
        _ redirect: Redirect = .host, isInteractive: Bool = true,
        change: (inout SignInWithAppleConfiguration) -> Void = { _ in }
    ) throws {
        let simulator = try AppleIDSimulator(clock: clock)
        let directory = try TemporaryDirectory()
        let key = try directory.write(simulator.developerKeyPEM.exposed, to: "AuthKey.p8")
        let client = simulator.client
        var configuration = SignInWithAppleConfiguration(
            clientID: client.id,
            clientSecret: .key(DeveloperKey(teamID: client.teamID, keyID: client.keyID, file: key)),
            redirectURI: redirect == .host ? "http://127.0.0.1:9/callback" : nil,
            listener: redirect == .host ? nil : RedirectListenerSettings(), baseURL: simulator.baseURL)
        change(&configuration)
        keychain = SQLiteKeychain(path: directory.path(of: "keys/keychain.sqlite3"))
        let browser = Browser()
        let present: AuthorizationPagePresenter = { address, anchor in await browser.open(address, anchor) }
        service = SignInWithAppleService(
            configuration, storage: keychain, clock: clock, log: log,
            present: isInteractive ? present : nil)
        provider = ASAuthorizationAppleIDProvider(service: service)
        self.simulator = simulator
        self.directory = directory
        browser.stage.withLock { $0 = Weak(self) }
    }

    struct Weak: Sendable {
        weak let stage: Stage?
        init(_ stage: Stage) { self.stage = stage }
    }

    /// The person's browser.
    final class Browser: Sendable {
        let stage = Lock<Weak?>(nil)

        func open(_ address: URL, _ anchor: ASPresentationAnchor?) async -> Bool {
            guard let stage = stage.withLock({ $0?.stage }) else { return false }
            let address = stage.tamper.withLock { $0 }(address.absoluteString)
            stage.addresses.add(address)
            let person = ApplePerson()
            let outcome = await person.signIn(at: address, stage.mood.withLock { $0 })
            guard case .form(let action, let body) = outcome else { return address != "" }
            let changed = stage.rewrite.withLock { $0 }(body)
            if stage.service.configuration.listener != nil {
                _ = await person.deliver(.form(action: action, body: changed))
            } else {
                stage.service.handleRedirect(body: Data(changed.utf8))
            }
            return true
        }
    }

    func request(_ change: (ASAuthorizationAppleIDRequest) -> Void = { _ in }) -> ASAuthorizationAppleIDRequest {
        let request = provider.createRequest()
        request.requestedScopes = [.fullName, .email]
        change(request)
        return request
    }

    /// Signs in as the person would, and gives the credential.
    @discardableResult
    @MainActor func signIn() async throws -> ASAuthorizationAppleIDCredential {
        let outcome = await Hearer.outcome(of: [request()])
        guard let credential = try outcome.get().credential as? ASAuthorizationAppleIDCredential else {
            throw ASAuthorizationError(.unknown)
        }
        return credential
    }

    func state(of user: String) async -> (ASAuthorizationAppleIDProvider.CredentialState, ASAuthorizationError?) {
        await withCheckedContinuation { continuation in
            provider.getCredentialState(forUserID: user) { state, error in
                continuation.resume(returning: (state, error as? ASAuthorizationError))
            }
        }
    }
}

/// A host's delegate that hears one outcome.
@MainActor
final class Hearer: NSObject, ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    typealias Outcome = Result<ASAuthorization, ASAuthorizationError>

    private var continuation: CheckedContinuation<Outcome, Never>?
    private(set) var count = 0
    let anchor = ASPresentationAnchor()

    nonisolated override init() {}

    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        hear(.success(authorization))
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        hear(.failure(error as? ASAuthorizationError ?? ASAuthorizationError(.unknown, "foreign")))
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { anchor }

    private func hear(_ outcome: Outcome) {
        count += 1
        continuation?.resume(returning: outcome)
        continuation = nil
    }

    func outcome(of controller: ASAuthorizationController, options: ASAuthorizationController.RequestOptions = [])
        async -> Outcome
    {
        controller.delegate = self
        controller.presentationContextProvider = self
        return await withCheckedContinuation { continuation in
            self.continuation = continuation
            controller.performRequests(options: options)
        }
    }

    static func outcome(
        of requests: [ASAuthorizationRequest], options: ASAuthorizationController.RequestOptions = []
    ) async -> Outcome {
        await Hearer().outcome(of: ASAuthorizationController(authorizationRequests: requests), options: options)
    }
}

extension Result<ASAuthorization, ASAuthorizationError> {
    var code: ASAuthorizationError.Code? {
        if case .failure(let error) = self { error.code } else { nil }
    }
}
