package import AdobePass
import Base
package import EntitlementStore
package import PlatformAccount

/// Step 4, decided: from `getAuthentication` to one verdict, whatever the person, the platform and the service do.
///
/// The ways through, each in a file of its own: the platform account (`+Platform`), the exchange (`+Exchange`), the
/// MVPD's own login (`+Login`).
package struct GetAuthentication: Sendable {
    /// What a flow starts from.
    package struct Start: Sendable {
        package var configuration: CheckAuthentication.Configuration
        /// What step 3 would say.
        package var check: CheckAuthentication.Decision
        package var isForced: Bool
        package var filter: ProviderFilter?
        /// S4.S: the MVPD selected beforehand.
        package var selected: BoundMVPD?
        package var platform: PlatformBehaviour
        /// The host set `handleSVC`.
        package var handlesSVC: Bool

        package init(
            configuration: CheckAuthentication.Configuration, check: CheckAuthentication.Decision,
            isForced: Bool = false, filter: ProviderFilter? = nil, selected: BoundMVPD? = nil,
            platform: PlatformBehaviour, handlesSVC: Bool = false
        ) {
            self.configuration = configuration
            self.check = check
            self.isForced = isForced
            self.filter = filter
            self.selected = selected
            self.platform = platform
            self.handlesSVC = handlesSVC
        }
    }

    /// What is found out, or done by the person.
    package enum Event: Sendable {
        /// The permission, asked with a prompt, or read again without one.
        case permission(Result<AccessPermission, PlatformAccountError>)
        /// The account, asked with interruption; `now` is the service's time.
        case account(Result<AccountMetadata, PlatformAccountError>, now: Timestamp)
        /// The service answered the start of the exchange; nil = it failed.
        case started(PartnerSignInStart?)
        /// The account with its SAML response.
        case saml(Result<AccountMetadata, PlatformAccountError>, now: Timestamp)
        /// The service answered the exchange; nil = refused or failed.
        case exchanged(ServiceAuthentication?)
        /// `setSelectedProvider`: an MVPD id, or nil.
        case selected(String?)
        /// The service answered the start of a login; nil = it failed. `now` is the service's time.
        case opened(LoginStart?, now: Timestamp)
        /// The host saw the redirect address.
        case redirected
        /// The session was asked for its token.
        case fetched(LoginOutcome)
        /// The registration code is over.
        case codeExpired
        /// The token is stored; nil = the store took it not.
        case saved(AuthenticationToken?)
        /// The service cannot be asked: the store no longer tells the device id.
        case storeUnreadable
    }

    /// How a login that may be done turned out.
    package enum LoginOutcome: Sendable {
        /// Here it is.
        case signedIn(ServiceAuthentication)
        /// The session holds no token (yet).
        case nothing
        /// The service could not be asked.
        case failed
    }

    /// What is to be done.
    package enum Action: Sendable {
        case tell(Callback)
        /// T2: a provider is selected, by the person or silently.
        case trackSelection(BoundMVPD)
        /// Ends the flow: the explaining status if any, the verdict, the tracking event.
        case conclude(AdvancedStatus?, AuthenticationErrorCode, AuthenticationToken?, isCached: Bool)
        case askPermission(prompting: Bool)
        case askAccount(PickerContent, forced: Bool)
        /// Drops the question the person has not answered; an open picker is dismissed.
        case dropQuestion
        case start(PartnerSignInRequest, serviceURL: String)
        case askSAML(verificationToken: String, attributeNames: [String])
        case exchange(PartnerSignInRequest, Secret, serviceURL: String)
        case openLogin(BoundMVPD)
        /// Polls until told to stop: the second screen.
        case poll(LoginSession, BoundMVPD)
        case stopPolling
        case fetch(LoginSession, BoundMVPD)
        case save(ServiceAuthentication, BoundMVPD, providerIdentifier: String?)
    }

    enum State: Sendable {
        case idle
        /// The permission prompt is up.
        case prompting
        /// The platform picker is up, or the account is read.
        case choosing
        /// The platform refused access in mid-flow: its permission is read again.
        case rereading(PlatformAccountError)
        case starting(Candidate)
        case asking(Candidate)
        case exchanging(Candidate)
        /// The host's own list of MVPDs is up.
        case dialog
        case opening(BoundMVPD)
        /// The login page is up.
        case page(BoundMVPD, LoginSession)
        case fetching(BoundMVPD)
        /// The code is shown.
        case screen(BoundMVPD, LoginSession)
        /// A token is being stored; the status goes before the verdict.
        case saving(AdvancedStatus?)
        case over
    }

    /// An account that may be exchanged, and where.
    struct Candidate: Sendable {
        var request: PartnerSignInRequest
        var bound: BoundMVPD
    }

    var state = State.idle
    var wasPermissionRefused = false
    let start: Start

    package init(_ start: Start) {
        self.start = start
    }

    /// S4.2, S4.W: a person is being waited for, so other verbs are answered meanwhile.
    package var waitsForPerson: Bool {
        switch state {
        case .prompting, .choosing, .rereading, .asking, .dialog, .page, .screen: return true
        case .idle, .starting, .exchanging, .opening, .fetching, .saving, .over: return false
        }
    }

    /// The login page is up: the redirect address is being waited for.
    package var waitsForRedirect: Bool {
        if case .page = state { return true }
        return false
    }

    /// The MVPD whose own login is on its way.
    package var selected: BoundMVPD? {
        switch state {
        case .opening(let bound), .page(let bound, _), .fetching(let bound), .screen(let bound, _): return bound
        case .idle, .prompting, .choosing, .rereading, .starting, .asking, .exchanging, .dialog, .saving, .over:
            return nil
        }
    }

    /// Whether the flow has ended.
    package var isOver: Bool {
        if case .over = state { return true }
        return false
    }

    /// The first thing to do.
    package mutating func begin() -> [Action] {
        guard case .inForce(let configuration) = start.configuration else {
            return conclude(start.check.explanation, .generic)  // S2.L
        }
        if start.check.explanation == .storeUnreadable {
            return conclude(.storeUnreadable, .generic)  // Always: nobody is bothered for a sign-in that cannot be kept
        }
        if let token = start.check.token, !start.isForced {
            state = .over
            return [.conclude(nil, .none, token, isCached: true)]  // S4.A
        }
        if let selected = start.selected { return openLogin(of: selected) }  // S4.S: tracked when it was selected
        guard configuration.mvpds.contains(where: \.isSSOEnabled) else {
            return showDialog(nil, configuration)  // S4.N
        }
        state = .prompting
        return [.askPermission(prompting: true)]
    }

    /// Takes an event; one that is not due now changes nothing.
    package mutating func handle(_ event: Event) -> [Action] {
        guard case .inForce(let configuration) = start.configuration else { return [] }
        switch event {
        case .permission(let answer): return permission(answer, configuration)
        case .account(let answer, let now): return account(answer, now, configuration)
        case .started(let answer): return started(answer)
        case .saml(let answer, let now): return saml(answer, now, configuration)
        case .exchanged(let authentication): return exchanged(authentication)
        case .selected(let id): return selected(id, configuration)
        case .opened(let answer, let now): return opened(answer, now)
        case .redirected: return redirected()
        case .fetched(let outcome): return fetched(outcome)
        case .codeExpired: return codeExpired()
        case .saved(let token): return saved(token)
        case .storeUnreadable: return isOver ? [] : closeWhatIsOpen() + conclude(.storeUnreadable, .generic)  // Always
        }
    }

    /// S4.2: gives up without a status of its own; what is open is closed.
    package mutating func abandon() -> [Action] {
        defer { state = .over }
        return closeWhatIsOpen()
    }

    /// Closes picker, page or code.
    func closeWhatIsOpen() -> [Action] {
        switch state {
        case .prompting, .choosing, .rereading, .asking: return [.dropQuestion]
        case .screen: return [.stopPolling]
        case .idle, .starting, .exchanging, .dialog, .opening, .page, .fetching, .saving, .over: return []
        }
    }

    /// Falls back to the host's own list of MVPDs, with the one code that explains it.
    mutating func showDialog(_ code: AdvancedStatus?, _ configuration: MergedConfiguration) -> [Action] {
        state = .dialog
        let news: [Action] = code.map { [.tell(.status($0))] } ?? []
        return news + [.tell(.displayProviderDialog(configuration.mvpds.map(\.mvpd)))]
    }

    /// Ends with status 0.
    mutating func conclude(_ explanation: AdvancedStatus?, _ code: AuthenticationErrorCode) -> [Action] {
        state = .over
        return [.conclude(explanation, code, nil, isCached: false)]
    }

    /// Stores a token, then ends with status 1.
    mutating func save(
        _ authentication: ServiceAuthentication, _ bound: BoundMVPD, providerIdentifier: String? = nil
    ) -> [Action] {
        switch authentication.source {
        case .degraded: state = .saving(.degradedSignIn)  // S4.D
        case .temporary: state = .saving(.temporaryPass)  // S4.T
        case .partner, .regular: state = .saving(nil)
        }
        return [.save(authentication, bound, providerIdentifier: providerIdentifier)]
    }

    private mutating func saved(_ token: AuthenticationToken?) -> [Action] {
        guard case .saving(let status) = state else { return [] }
        guard let token else { return conclude(.storeUnreadable, .generic) }
        state = .over
        return [.conclude(status, .none, token, isCached: false)]
    }
}
