import AdobePass
import Base

/// Step 4 through the MVPD's own login: page (iOS), second screen (tvOS), temporary pass.
extension GetAuthentication {
    mutating func selected(_ id: String?, _ configuration: MergedConfiguration) -> [Action] {
        guard waitsForPerson else { return [] }
        let closing = closeWhatIsOpen()  // S4.W
        guard let id else {
            return closing + conclude(.pickerCancelled, .providerNotSelected)  // S4.E6b
        }
        guard let bound = configuration.mvpd(id: id) else {
            return closing + conclude(.loginFailed, .generic)  // S4.R2
        }
        return closing + open(bound)  // S4.R
    }

    /// Starts the MVPD's own login; the selection is made, by the person or silently (S4.P).
    mutating func open(_ bound: BoundMVPD) -> [Action] {
        [.trackSelection(bound)] + openLogin(of: bound)
    }

    /// As `open`, for a selection made and tracked before.
    mutating func openLogin(of bound: BoundMVPD) -> [Action] {
        state = .opening(bound)
        return [.openLogin(bound)]
    }

    mutating func opened(_ answer: LoginStart?, _ now: Timestamp) -> [Action] {
        guard case .opening(let bound) = state else { return [] }
        switch (answer, start.platform) {
        case (.signedIn(let authentication), _):  // S4.D, S4.T
            return save(authentication, bound)
        case (.temporaryPassExpired, _):
            return conclude(.temporaryPassExpired, .generic)  // S4.T
        case (.session(let session), .iOS):
            guard isUsableLoginURL(session.loginURL) else { return conclude(.loginFailed, .generic) }  // S4.R2
            state = .page(bound, session)
            let useSVC = start.handlesSVC && bound.mvpd.needsSVC  // S4.P
            return [.tell(.navigateToUrl(session.loginURL, useSVC: useSVC))]  // S4.R
        case (.session(let session), .tvOS):
            guard session.expires > now else { return conclude(.noRegistrationCode, .generic) }  // S4.R3
            state = .screen(bound, session)
            let code = AdvancedStatus.registrationCode(session.code, expires: session.expires.milliseconds)
            return [.tell(.status(code)), .poll(session, bound)]  // S4.R3
        case (nil, .tvOS) where !bound.mvpd.isTempPass:
            return conclude(.noRegistrationCode, .generic)  // S4.R3
        case (nil, .iOS), (nil, .tvOS):  // S4.T has no code
            return conclude(.loginFailed, .generic)
        }
    }

    mutating func redirected() -> [Action] {
        guard case .page(let bound, let session) = state else { return [] }  // S4.R2
        state = .fetching(bound)
        return [.fetch(session, bound)]
    }

    mutating func fetched(_ outcome: LoginOutcome) -> [Action] {
        let bound: BoundMVPD
        let isPolling: Bool
        switch state {
        case .fetching(let found): (bound, isPolling) = (found, false)
        case .screen(let found, _): (bound, isPolling) = (found, true)
        default: return []
        }
        switch outcome {
        case .signedIn(let authentication) where isOld(authentication):
            return isPolling ? [] : conclude(.noTokenOnSession, .generic)  // S4.AF: the login was not finished
        case .signedIn(let authentication):
            return (isPolling ? [.stopPolling] : []) + save(authentication, bound)
        case .nothing:
            return isPolling ? [] : conclude(.noTokenOnSession, .generic)  // S4.R
        case .failed:
            return isPolling ? [] : conclude(.loginFailed, .generic)
        }
    }

    /// A forced login that led nowhere finds the token it was to replace.
    private func isOld(_ authentication: ServiceAuthentication) -> Bool {
        guard let token = start.check.token else { return false }
        return token.mvpd.isSameID(as: authentication.mvpd) && token.expires == authentication.expires
    }

    mutating func codeExpired() -> [Action] {
        guard case .screen = state else { return [] }
        return [.stopPolling] + conclude(.loginFailed, .generic)  // S4.R3
    }
}
