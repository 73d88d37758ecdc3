package import AdobePass
import Base
import PlatformAccount

/// Step 2, decided: configuration, permission and account are looked at in this order, then the account is exchanged
/// silently when all seven conditions hold. Every way through ends in one `setRequestorComplete`.
package struct SetRequestor: Sendable {
    /// What was found out.
    package enum Event: Sendable {
        /// The store can be read (or not); the device id is known.
        case store(isReadable: Bool)
        /// All service URLs have answered or failed. `isClockOff`: the service's time differs too much, told first now.
        case configuration(Result<MergedConfiguration, ServiceError>, isClockOff: Bool)
        /// Tokens of another device id were looked for.
        case foreignTokens(areRemoved: Bool)
        /// The platform was looked at.
        case platform(PlatformReading)
        /// The requestor's latest token; `now` is the service's time.
        case stored(CheckAuthentication.Stored, now: Timestamp)
        /// The service answered the start of the exchange; nil = it failed.
        case started(PartnerSignInStart?)
        /// The platform was asked for the SAML response.
        case saml(PlatformReading)
        /// The service answered the exchange; nil = refused or failed.
        case exchanged(ServiceAuthentication?)
    }

    /// What is to be done; each but `tell`, `use`, `removePartnerTokens` and `save` leads to an event.
    package enum Action: Sendable {
        case tell(Callback)
        case openStore
        case askConfiguration
        case removeForeignTokens
        case use(MergedConfiguration)
        case lookAtPlatform
        /// Removes the requestor's partner tokens, but those from this provider's account.
        case removePartnerTokens(exceptFrom: String?)
        case readStored
        case start(PartnerSignInRequest, serviceURL: String)
        case askSAML(verificationToken: String, attributeNames: [String])
        case exchange(PartnerSignInRequest, Secret, serviceURL: String)
        case save(ServiceAuthentication, providerIdentifier: String, serviceURL: String)
    }

    private enum State: Sendable {
        case opening
        case configuring
        case clearing(Result<MergedConfiguration, ServiceError>)
        case looking(MergedConfiguration)
        case judging(MergedConfiguration, PlatformSignIn)
        case starting(Candidate)
        case asking(Candidate)
        case exchanging(Candidate)
        case over
    }

    /// An account that may be exchanged, and where.
    private struct Candidate: Sendable {
        var request: PartnerSignInRequest
        var serviceURL: String
    }

    private var state = State.opening

    package init() {}

    /// The first thing to do.
    package func begin() -> [Action] { [.openStore] }

    /// Takes an event; one that is not due now changes nothing.
    package mutating func handle(_ event: Event) -> [Action] {
        switch (state, event) {
        case (.opening, .store(isReadable: true)):
            state = .configuring
            return [.askConfiguration]
        case (.opening, .store(isReadable: false)):
            return end(0, .storeUnreadable)  // Always
        case (.configuring, .configuration(let result, let isClockOff)):
            state = .clearing(result)
            return (isClockOff ? [.tell(.status(.clockDiffers))] : []) + [.removeForeignTokens]  // S2.K before the rest
        case (.clearing(let result), .foreignTokens(let areRemoved)):
            let news: [Action] = areRemoved ? [.tell(.status(.foreignDevice))] : []  // S2.D
            switch result {
            case .failure(let error): return news + end(0, configurationFailure(error))  // S2.C1
            case .success(let configuration):
                state = .looking(configuration)
                return news + [.use(configuration), .lookAtPlatform]
            }
        case (.looking(let configuration), .platform(let reading)):
            return look(at: reading, configuration)
        case (.judging(let configuration, let account), .stored(let stored, let now)):
            return judge(stored, now, configuration, account)
        case (.starting(let candidate), .started(let answer)):
            return proceed(candidate, answer)
        case (.asking(let candidate), .saml(let reading)):
            return forward(candidate, reading)
        case (.exchanging(let candidate), .exchanged(let authentication)):
            guard let authentication else { return end(1) }  // S2.X8
            return finish(candidate, authentication)
        case (.opening, _), (.configuring, _), (.clearing, _), (.looking, _), (.judging, _), (.starting, _),
            (.asking, _), (.exchanging, _), (.over, _):
            return []
        }
    }

    private mutating func look(at reading: PlatformReading, _ configuration: MergedConfiguration) -> [Action] {
        if let code = code(for: reading) { return end(1, code) }
        switch reading {
        case .noAccount:  // S2.X2 fails; S2.F: the account is gone
            return [.removePartnerTokens(exceptFrom: nil)] + end(1)
        case .signedIn(let account):  // S2.X1 to X3 hold; S2.F: perhaps another account
            state = .judging(configuration, account)
            return [.removePartnerTokens(exceptFrom: account.providerIdentifier), .readStored]
        case .lapsed, .denied, .undetermined, .failed:  // S2.X2 fails; the token stays
            return end(1)
        }
    }

    private mutating func judge(
        _ stored: CheckAuthentication.Stored, _ now: Timestamp, _ configuration: MergedConfiguration,
        _ account: PlatformSignIn
    ) -> [Action] {
        switch stored {
        case .unreadable: return end(0, .storeUnreadable)  // Always
        case .token(let token) where fault(of: token, in: configuration, now: now) == nil:
            return end(1)  // S2.X9
        case .token, .nothing: break
        }
        guard let bound = configuration.mvpd(providerIdentifier: account.providerIdentifier) else {
            return end(1)  // S2.X4 fails
        }
        guard bound.isSSOEnabled else { return end(1) }  // S2.X5 fails
        let request = PartnerSignInRequest(
            requestor: configuration.requestor, mvpd: bound.mvpd, providerIdentifier: account.providerIdentifier,
            accountExpires: account.expires, domain: configuration.domains.first)
        state = .starting(Candidate(request: request, serviceURL: bound.serviceURL))
        return [.start(request, serviceURL: bound.serviceURL)]
    }

    private mutating func proceed(_ candidate: Candidate, _ answer: PartnerSignInStart?) -> [Action] {
        switch answer {
        case .askPlatform(let verificationToken, let attributeNames):  // S2.X6 holds
            state = .asking(candidate)
            return [.askSAML(verificationToken: verificationToken, attributeNames: attributeNames)]
        case .signedIn(let authentication) where authentication.source == .partner:
            return finish(candidate, authentication)
        case .signedIn, .declined, nil:  // S2.X6 fails, or nothing can be said
            return end(1)
        }
    }

    private mutating func forward(_ candidate: Candidate, _ reading: PlatformReading) -> [Action] {
        if let code = code(for: reading) { return end(1, code) }
        guard case .signedIn(let account) = reading,
            account.providerIdentifier.isSameID(as: candidate.request.providerIdentifier),
            let saml = account.samlResponse, !saml.exposed.allSatisfy(\.isWhitespace)
        else { return end(1) }  // S2.X7 fails, or the account changed meanwhile
        state = .exchanging(candidate)
        return [.exchange(candidate.request, saml, serviceURL: candidate.serviceURL)]
    }

    private mutating func finish(_ candidate: Candidate, _ authentication: ServiceAuthentication) -> [Action] {
        [
            .save(
                authentication, providerIdentifier: candidate.request.providerIdentifier,
                serviceURL: candidate.serviceURL)
        ] + end(1)
    }

    /// The E codes: at most one a call, since each ends it.
    private func code(for reading: PlatformReading) -> AdvancedStatus? {
        switch reading {
        case .denied: return .permissionDenied  // S2.E1
        case .undetermined: return .permissionUndetermined  // S2.E2
        case .failed(let error): return .platformFailure(error)  // S2.E3
        case .noAccount, .lapsed, .signedIn: return nil
        }
    }

    private mutating func end(_ status: Int, _ code: AdvancedStatus? = nil) -> [Action] {
        state = .over
        let news: [Action] = code.map { [.tell(.status($0))] } ?? []
        return news + [.tell(.setRequestorComplete(status))]
    }
}
