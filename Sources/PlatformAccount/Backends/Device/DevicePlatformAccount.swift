public import Base
import Dispatch

/// The platform account of a Linux device: what `DeviceAccountDatabase` keeps, as one application may see it.
///
/// - The permission is the person's answer for this application's id. With a prompt and none yet, `prompt` asks; without a
///   terminal and without a prompt of the host's own it stays not determined (VSA404).
/// - The account is the one signed in for all applications. SAML responses come from the provider's identity endpoint.
/// - The picker lists the endpoint's providers; choosing one opens the provider's page in the browser, and the sign-in holds
///   for every application of the user, as on Apple's devices.
///
/// Changes by `tv-provider` or another application are seen at the next question.
///
/// Errors: a database that cannot be read, or not be written when an answer is to be kept, and an endpoint that is not
/// reached or not understood, are `serviceTemporarilyUnavailable`; a session the endpoint does not know any more is
/// `providerRejected`; a verification token it refuses is `invalidVerificationToken`. The database loses nothing by any of
/// them (choices; Apple's system tells no more than the codes).
public final class DevicePlatformAccount: PlatformAccountBackend {
    /// The application's id, as its permission is kept by.
    public let applicationIdentifier: String
    /// Its name, for a person.
    public let applicationName: String
    /// Where the account is kept.
    public let database: DeviceAccountDatabase

    let identityURL: String?
    let openBrowser: BrowserOpener
    let transport: any HTTPTransport
    let clock: any DeviceClock
    private let prompt: any PermissionPrompt
    /// Calls of the database block: not on the threads all tasks share.
    private let queue = DispatchQueue(label: "PlatformAccount.device")

    /// Opens nothing and asks nobody yet.
    ///
    /// - Parameters:
    ///   - applicationIdentifier: the application's id.
    ///   - applicationName: how it shows in prompts and in `tv-provider apps`; nil = the id.
    ///   - database: the user's, unless a test has its own.
    ///   - identityURL: base URL of the identity endpoint the picker lists; nil = as set for `tv-provider` (the variable
    ///     `TV_PROVIDER_IDENTITY`, or `identity` in `tv-provider/config` of the XDG configuration directories). An account
    ///     signed in has its own.
    ///   - prompt: asks for permission; in the terminal unless the host has its own way.
    ///   - openBrowser: opens the provider's page.
    ///   - transport: sends requests to the identity endpoint.
    ///   - clock: time, for expiry and limits.
    public init(
        applicationIdentifier: String, applicationName: String? = nil,
        database: DeviceAccountDatabase = DeviceAccountDatabase(), identityURL: String? = nil,
        prompt: any PermissionPrompt = TerminalPermissionPrompt(),
        openBrowser: @escaping BrowserOpener = SystemBrowser.open, transport: any HTTPTransport = CurlTransport(),
        clock: any DeviceClock = SystemClock()
    ) {
        self.applicationIdentifier = applicationIdentifier
        self.applicationName = applicationName ?? applicationIdentifier
        self.database = database
        self.identityURL = identityURL ?? IdentityAddress.configured()
        self.prompt = prompt
        self.openBrowser = openBrowser
        self.transport = transport
        self.clock = clock
    }

    /// See `PlatformAccountBackend`.
    ///
    /// The question makes the application known to `tv-provider apps`. The person is prompted only when the answer can be
    /// kept; who decided in `tv-provider` while the prompt was up is obeyed.
    /// - Throws: `serviceTemporarilyUnavailable`.
    public func permission(prompting: Bool) async throws(PlatformAccountError) -> AccessPermission {
        let (id, name, now) = (applicationIdentifier, applicationName, clock.now)
        let known: DeviceApplication
        do {
            known = try await ask { (database) throws(DeviceAccountError) in
                try database.noteQuestion(of: id, name: name, at: now)
            }
        } catch {
            guard !prompting, error.code == .unwritable else { throw Self.failure(error) }
            // That it asked cannot be kept; what it may, can be told all the same.
            return try await storedPermission()
        }
        guard prompting, known.permission == .notDetermined else { return known.permission }
        let provider = try await account()?.displayName
        let question = PermissionQuestion(applicationIdentifier: id, applicationName: name, providerName: provider)
        guard let isAllowed = await prompt.ask(question) else { return try await storedPermission() }
        return try await told { (database) throws(DeviceAccountError) in
            try database.answerPrompt(of: id, isAllowed ? .granted : .denied)
        }
    }

    /// See `PlatformAccountBackend`.
    ///
    /// The picker opens when the request may interrupt, a presenter is there, and nobody is signed in or the request
    /// forces authentication. Without it, nobody signed in is an answer without a provider id. An account outside the
    /// request's supported providers counts as signed in (choice, S4.F).
    /// - Throws: `accessNotGranted`; `userCancelled` and `unsupportedProvider` from the picker; else as the type says.
    public func account(
        _ request: AccountRequest, presenter: (any TVProviderPresenter)?
    ) async throws(PlatformAccountError) -> AccountMetadata {
        guard try await storedPermission() == .granted else {
            throw PlatformAccountError(.accessNotGranted, message: "The app has no permission.")
        }
        var account = try await account()
        if let presenter, request.isInterruptionAllowed, account == nil || request.forcesAuthentication {
            account = try await pick(request, replacing: account, presenter)
        }
        var answer = AccountMetadata()
        if request.includesProviderIdentifier { answer.providerIdentifier = account?.providerIdentifier }
        if request.includesExpirationDate { answer.expirationDate = account?.expires }
        if !request.attributeNames.isEmpty, let account {
            answer.samlResponse = try await samlResponse(account, request)
        }
        return answer
    }

    private func samlResponse(
        _ account: DeviceAccount, _ request: AccountRequest
    ) async throws(PlatformAccountError) -> Secret {
        do {
            let endpoint = try IdentityEndpoint(account.identityURL, transport: transport)
            return try await endpoint.samlResponse(
                session: account.session, verificationToken: request.verificationToken,
                attributes: request.attributeNames)
        } catch {
            throw Self.failure(error)
        }
    }
}

// MARK: - The database, off the shared threads

extension DevicePlatformAccount {
    private func account() async throws(PlatformAccountError) -> DeviceAccount? {
        try await told { (database) throws(DeviceAccountError) in try database.account() }
    }

    private func storedPermission() async throws(PlatformAccountError) -> AccessPermission {
        let id = applicationIdentifier
        return try await told { (database) throws(DeviceAccountError) in
            try database.application(id)?.permission ?? .notDetermined
        }
    }

    /// Asks the database; its errors in the platform's words.
    func told<Answer: Sendable>(
        _ question: @escaping @Sendable (DeviceAccountDatabase) throws(DeviceAccountError) -> Answer
    ) async throws(PlatformAccountError) -> Answer {
        do {
            return try await ask(question)
        } catch {
            throw Self.failure(error)
        }
    }

    private func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (DeviceAccountDatabase) throws(DeviceAccountError) -> Answer
    ) async throws(DeviceAccountError) -> Answer {
        let database = database
        let outcome: Result<Answer, DeviceAccountError> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Result { () throws(DeviceAccountError) in try question(database) })
            }
        }
        return try outcome.get()
    }

    static func failure(_ error: DeviceAccountError) -> PlatformAccountError {
        PlatformAccountError(.serviceTemporarilyUnavailable, message: error.message)
    }

    static func failure(_ error: IdentityError) -> PlatformAccountError {
        let code: PlatformAccountError.Code
        switch (error.code, error.status) {
        case (.refused, 400): code = .invalidVerificationToken
        case (.refused, _): code = .providerRejected
        case (.address, _), (.unreachable, _), (.unreadable, _), (.cancelled, _): code = .serviceTemporarilyUnavailable
        }
        return PlatformAccountError(code, message: error.message)
    }
}
