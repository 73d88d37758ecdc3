import Base
import Foundation

extension SignInWithAppleService {
    /// `operationRefresh`: a credential of a person signed in here, without asking them. It has a new identity token only
    /// if the provider sends one.
    func refreshed(_ request: SignInRequest) async throws(ASAuthorizationError) -> ASAuthorizationAppleIDCredential {
        let session = try knownSession(request)
        guard let token = session.refreshToken else {
            throw ASAuthorizationError(.notHandled, "the sign-in is over")
        }
        let answer: TokenAnswer
        do throws(EndpointFailure) {
            answer = try await endpoints.refresh(Secret(token))
        } catch .refused(.invalidGrant) {
            do throws(KeychainError) {
                try end(session)
            } catch {
                log.log(.error, category: "sign-in", "the keychain failed: \(error.message)")
            }
            throw ASAuthorizationError(.failed, "the sign-in is over")
        } catch {
            throw error.authorizationError
        }
        do throws(TokenError) {
            let identity = try await identity(in: answer, of: session)
            return Self.bare(session.user, request, answer.identityToken, identity?.realUserStatus ?? .unsupported)
        } catch {
            throw refused(error)
        }
    }

    /// What the token says that came with a refreshed sign-in, if one came: it must be that person's, and of that answer.
    func identity(in answer: TokenAnswer, of session: StoredSession) async throws(TokenError) -> IdentityToken? {
        guard let token = answer.identityToken else { return nil }
        let identity = try await verifier.verify(token, audience: configuration.clientID, nonce: .notSent)
        guard identity.subject.exposed.isSameID(as: session.user) else {
            throw TokenError(.wrongSubject, member: "sub")
        }
        try identity.check(accessToken: answer.accessToken)
        return identity
    }

    /// `operationLogout`: forgets a person's sign-in on this device.
    func loggedOut(_ request: SignInRequest) throws(ASAuthorizationError) -> ASAuthorizationAppleIDCredential {
        let session = try knownSession(request)
        do throws(KeychainError) {
            try forget(user: session.user)
        } catch {
            throw ASAuthorizationError(.unknown, "the keychain failed")
        }
        return Self.bare(session.user, request, nil, .unsupported)
    }

    private func knownSession(_ request: SignInRequest) throws(ASAuthorizationError) -> StoredSession {
        guard let user = request.user else {
            throw ASAuthorizationError(.notHandled, "the operation needs a user")
        }
        let session: StoredSession?
        do throws(KeychainError) {
            session = try shelf.session(of: user)
        } catch {
            throw ASAuthorizationError(.unknown, "the keychain failed")
        }
        guard let session else { throw ASAuthorizationError(.notHandled, "nobody of that id has signed in here") }
        return session
    }

    private static func bare(
        _ user: String, _ request: SignInRequest, _ token: Secret?, _ status: ASUserDetectionStatus
    ) -> ASAuthorizationAppleIDCredential {
        ASAuthorizationAppleIDCredential(
            user: user, state: request.state, authorizedScopes: [], authorizationCode: nil,
            identityToken: token.map { Data($0.exposed.utf8) }, email: nil, fullName: nil, realUserStatus: status)
    }
}
