import Base
import Foundation

extension SignInWithAppleService {
    /// How long a check counts: Apple wants a refresh token checked no more than once a day.
    static let checkInterval = Duration.seconds(86_400)
    /// How long after a check without an answer the next one may follow. Choice.
    static let retryInterval = Duration.seconds(3600)

    /// Whether a person's sign-in still counts, with the error when the provider could not be asked.
    ///
    /// Asked at most once a day; in between, and when it cannot be asked, what was known last counts.
    func credentialState(
        of user: String
    ) async -> (ASAuthorizationAppleIDProvider.CredentialState, ASAuthorizationError?) {
        await checks.one(user) { await self.check(user) }
    }

    private func check(
        _ user: String
    ) async -> (ASAuthorizationAppleIDProvider.CredentialState, ASAuthorizationError?) {
        do {
            guard let session = try shelf.session(of: user) else { return (.notFound, nil) }
            guard let token = session.refreshToken else {
                // A first consent whose code was never exchanged is no sign-in.
                return (session.state == .revoked ? .revoked : .notFound, nil)
            }
            let now = clock.now
            guard Self.isDue(session, at: now) else { return (session.state, nil) }
            return try await ask(session, Secret(token), at: now)
        } catch {
            log.log(.error, category: "sign-in", "the keychain failed: \(error.message)")
            return (.notFound, ASAuthorizationError(.unknown, "the keychain failed"))
        }
    }

    /// A clock set back makes a check due, rather than never again.
    private static func isDue(_ session: StoredSession, at now: Timestamp) -> Bool {
        func isOver(_ milliseconds: Int64, _ interval: Duration) -> Bool {
            let age = now - Timestamp(milliseconds: milliseconds)
            return age >= interval || age < .zero
        }
        guard isOver(session.checkedAt, checkInterval) else { return false }
        return session.attemptedAt.map { isOver($0, retryInterval) } ?? true
    }

    private func ask(
        _ session: StoredSession, _ token: Secret, at now: Timestamp
    ) async throws(KeychainError) -> (ASAuthorizationAppleIDProvider.CredentialState, ASAuthorizationError?) {
        do throws(EndpointFailure) {
            let answer = try await endpoints.refresh(token)
            let state = try await state(from: answer, session)
            _ = try? shelf.update(session) {
                $0.verdict = state.rawValue
                $0.checkedAt = now.milliseconds
                $0.attemptedAt = nil
            }
            return (state, nil)
        } catch .refused(.invalidGrant) {
            // Another sign-in meanwhile counts.
            return try end(session) ? (.revoked, nil) : (shelf.session(of: session.user)?.state ?? .notFound, nil)
        } catch {
            log.log(.error, category: "sign-in", "a sign-in cannot be checked: \(error)")
            try shelf.update(session) { $0.attemptedAt = now.milliseconds }
            return (session.state, error.authorizationError)
        }
    }

    /// `transfer_sub` in the token that comes along tells of a move to another team.
    private func state(
        from answer: TokenAnswer, _ session: StoredSession
    ) async throws(EndpointFailure) -> ASAuthorizationAppleIDProvider.CredentialState {
        do throws(TokenError) {
            let identity = try await identity(in: answer, of: session)
            return identity?.transferSubject == nil ? .authorized : .transferred
        } catch {
            throw error.code == .keysUnavailable ? .unreachable : .unreadable
        }
    }

    /// A sign-in is over: kept as such, so that it is not asked for again, and told to everybody in the process. False
    /// when it was removed or replaced meanwhile.
    @discardableResult
    func end(_ session: StoredSession) throws(KeychainError) -> Bool {
        guard session.state != .revoked else { return true }
        let now = clock.now.milliseconds
        let isEnded = try shelf.update(session) {
            $0.refreshToken = nil
            $0.verdict = ASAuthorizationAppleIDProvider.CredentialState.revoked.rawValue
            $0.checkedAt = now
        }
        if isEnded {
            NotificationCenter.default.post(
                name: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil)
        }
        return isEnded
    }
}

/// One check of a person at a time; who comes meanwhile gets its outcome.
actor CheckQueue {
    typealias Outcome = (ASAuthorizationAppleIDProvider.CredentialState, ASAuthorizationError?)

    private var running: [ExactText: Task<Outcome, Never>] = [:]

    func one(_ user: String, _ check: @escaping @Sendable () async -> Outcome) async -> Outcome {
        let key = ExactText(user)
        if let task = running[key] { return await task.value }
        let task = Task { await check() }
        running[key] = task
        let outcome = await task.value
        running[key] = nil
        return outcome
    }
}
