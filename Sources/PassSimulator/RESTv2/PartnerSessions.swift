import Base

/// The exchange of a platform account on REST API V2 (rest-v2, Partner SSO).
enum PartnerSessions {
    /// `POST /api/v2/{sp}/sessions/sso/{partner}`
    static func start(
        _ call: RESTv2.Call, partner: String, _ state: inout ServiceState
    ) throws(Refusal) -> Response {
        let headers = try DeviceHeaders(call.request)
        try check(partner)
        var given = try Sessions.Given(call)
        let status = FrameworkStatus(call.request)
        // Whoever the status speaks of, good or not, is whose login page comes up.
        given.mvpd = status.provider.flatMap { call.requestor.mvpd(mappedTo: $0) }
        if let mvpd = given.mvpd, !mvpd.isIntegrated { throw .v2("invalid_integration") }
        func fallBack(_ reason: String) -> Response {
            let code = Sessions.open(call, headers.device, given, &state)
            return Sessions.answer(call, code, reason, isResumed: false, state)
        }
        if given.domain == nil || given.redirect == nil { return fallBack("missing_parameters_fallback") }
        guard let mvpd = try? status.mvpd(of: call.requestor, at: call.moment) else { return fallBack("pfs_fallback") }
        guard mvpd.enablePlatformServices[headers.platform] == true, mvpd.boardingStatus == "SUPPORTED" else {
            return fallBack("configuration_fallback")
        }
        if mvpd.isDegraded { return Sessions.signedIn(call, mvpd, "degraded", state) }
        let holder = ServiceState.Holder(client: call.client, device: headers.device, requestor: call.requestor.id)
        if state.profile(of: holder, at: mvpd.id, isPartner: true, call.moment) != nil {
            return Sessions.signedIn(call, mvpd, "authenticatedSSO", state)
        }
        if state.profile(of: holder, at: mvpd.id, isPartner: false, call.moment) != nil {
            return Sessions.signedIn(call, mvpd, "authenticated", state)
        }
        return ask(call, mvpd, headers, &state)
    }

    /// `POST /api/v2/{sp}/profiles/sso/{partner}`
    static func exchange(
        _ call: RESTv2.Call, partner: String, _ platformSignIn: PlatformSignIn, _ state: inout ServiceState
    ) throws(Refusal) -> Response {
        let headers = try DeviceHeaders(call.request)
        try check(partner)
        let mvpd = try FrameworkStatus(call.request).mvpd(of: call.requestor, at: call.moment)
        guard mvpd.isIntegrated else { throw .v2("invalid_integration") }
        guard mvpd.enablePlatformServices[headers.platform] == true else {
            throw .v2("invalid_configuration_platform_services")
        }
        guard mvpd.boardingStatus == "SUPPORTED" else {
            throw .v2("invalid_configuration_mvpd_platform_boarding_status")
        }
        let holder = ServiceState.Holder(client: call.client, device: headers.device, requestor: call.requestor.id)
        if mvpd.isDegraded {
            return Response(200, Profiles.document([Profiles.degraded(mvpd, holder, state, call.moment)], state))
        }
        let assertion: SAMLDocument.Assertion
        do throws(Refusal) {
            assertion = try platformSignIn.accept(
                call.parameters.raw("SAMLResponse") ?? "",
                from: ServiceState.ProfileRequest(
                    requestor: call.requestor.id, mvpd: mvpd.id, platform: headers.platform, device: headers.device,
                    client: call.client, expires: call.moment.now),
                mvpd, &state, at: call.moment)
        } catch {
            throw .v2("invalid_parameter_saml_response", details: error.details)
        }
        let profile = ServiceState.Profile(
            mvpd: mvpd.id, userID: assertion.userID, issued: call.moment.now,
            expires: call.moment.now + state.dashboard.authenticationLife, isPartner: true)
        state.keep(profile, for: holder)
        return Response(201, Profiles.document([.init(profile, mvpd)], state))
    }

    private static func ask(
        _ call: RESTv2.Call, _ mvpd: Dashboard.MVPD, _ headers: DeviceHeaders, _ state: inout ServiceState
    ) -> Response {
        let request = PlatformSignIn.open(
            ServiceState.ProfileRequest(
                requestor: call.requestor.id, mvpd: mvpd.id, platform: headers.platform, device: headers.device,
                client: call.client, expires: call.moment.now + PlatformSignIn.patience),
            &state, at: call.moment)
        var members = Sessions.head(
            "partner_profile", "direct", "none", "/api/v2/\(percentEncoded(call.requestor.id))/profiles/sso/Apple",
            call, state)
        members += Sessions.member("mvpd", mvpd.id)
        members.append(
            .init(
                name: "authenticationRequest",
                value: .object([
                    "type": "saml", "request": .string(request),
                    "attributesNames": .strings(mvpd.requiredMetadataFields),
                ])))
        return Response(200, .object(members))
    }

    /// `Apple` or `apple` (rest-v2 #16).
    private static func check(_ partner: String) throws(Refusal) {
        guard partner.lowercased() == "apple" else { throw .v2("invalid_parameter_partner") }
    }
}
