import AdobePass
import FoundationEssentials

/// Steps 6 to 10: what the service is asked.
extension Cookbook {
    /// Steps 6 to 9; whatever fails leads to step 10.
    func exchange(_ account: Account, _ configuration: RequestorConfiguration) async throws -> Bool {
        guard let mvpd = configuration.mvpds.first(where: { $0.platformMappingID == account.provider }) else {
            say(2, "\(account.provider) is none of ours")
            return try await regularLogin(pick(configuration.mvpds), configuration)
        }
        let request = PartnerSignInRequest(
            requestor: requestor, mvpd: mvpd, providerIdentifier: account.provider, accountExpires: nil,
            domain: configuration.domains.first)
        guard
            case .askPlatform(let token, let attributes) = try? await service.beginPartnerSignIn(request, call: call)
        else {
            say(6, "the service declines the profile request")
            return try await regularLogin(mvpd, configuration)
        }
        say(6, "profile request for \(mvpd.displayName)")
        guard let saml = await samlResponse(verificationToken: token, attributes: attributes) else {
            say(7, "no SAML response")
            return try await regularLogin(mvpd, configuration)
        }
        say(7, "SAML response with \(attributes.count) attributes")
        do {
            _ = try await service.completePartnerSignIn(request, samlResponse: saml, call: call)
        } catch {
            say(8, "the service refuses the exchange")
            return try await regularLogin(mvpd, configuration)
        }
        say(8, "forwarded to the service")
        return done(9, "a token was made")
    }

    /// Step 10: the MVPD's own login, on this device (iOS) or on a second screen (tvOS).
    func regularLogin(_ mvpd: ConfiguredMVPD?, _ configuration: RequestorConfiguration) async throws -> Bool {
        guard let mvpd else {
            say(10, "no MVPD was picked")
            return false
        }
        let request = LoginRequest(
            requestor: requestor, mvpd: mvpd, domain: configuration.domains.first, redirectURL: "adobepass://ios.app")
        guard case .session(let session) = try await service.startLogin(request, call: call) else {
            return done(10, "signed in at once")
        }
        switch platform {
        case .tvOS: say(10, "second screen: a code of \(session.code.count) characters is shown")
        case .iOS: say(10, "the login page of \(mvpd.displayName) opens")
        }
        await person(session)
        // One look is enough here: the person is done. A real second screen is asked every 5 to 15 s until its end.
        guard try await service.completedLogin(session, call: call) != nil else {
            say(10, "no token on the session")
            return false
        }
        return done(10, "signed in at \(mvpd.displayName)")
    }
}
