import AccessEnabler

extension Condition {
    /// Step 4.
    static let getAuthentication: [Condition] = [
        step4(
            "S4.A", "Already authenticated and not forced: status 1 and nothing else.", .reference("getAuthentication")),
        step4(
            "S4.AF", "Forced: the flow runs all the same; the old token stays until a new one replaces it.",
            .reference("getAuthentication"), isChoice: true),
        step4(
            "S4.S", "setSelectedProvider with no flow waiting only selects; the next flow skips picker and dialog.",
            .reference("setSelectedProvider:"), isChoice: true),
        step4(
            "S4.N", "No MVPD supports single sign-on: displayProviderDialog at once, no code, the platform untouched.",
            .cookbook("C. Authentication Flow without Apple SSO"), isChoice: true),
        step4("S4.E1", "Permission denied: VSA403 and displayProviderDialog."),
        step4("S4.E2", "Permission undetermined after the prompt: VSA404 and displayProviderDialog."),
        step4(
            "S4.E3",
            "The platform fails, or tells no provider, account or SAML response: VSA503 and displayProviderDialog.",
            isChoice: true),
        step4("S4.E4", "\"Other TV provider\": picker dismissed, N003 and displayProviderDialog.", isChoice: true),
        step4("S4.E5a", "A provider that is not integrated: picker dismissed, N004 and displayProviderDialog."),
        step4("S4.E5b", "A provider with single sign-on disabled: picker dismissed, N004 and displayProviderDialog."),
        step4("S4.E6a", "Platform picker closed: dismissed, N005 and displayProviderDialog."),
        step4(
            "S4.P",
            "A picker-only provider: picker dismissed, selected silently, then its login, no code and no dialog.",
            isChoice: true),
        step4("S4.D", "A degraded provider: no exchange; its regular flow, or N010 and status 1.", isChoice: true),
        step4("S4.X", "All seven conditions hold: exchange, then status 1.", isChoice: true),
        step4(
            "S4.X0", "The exchange fails: status 0 GENERIC_AUTHENTICATION_ERROR.",
            .appleSSORest("Step: \"Is Adobe token generated successfully?\""), isChoice: true),
        step4(
            "S4.2", "A second getAuthentication while one waits for a person: the first is abandoned without a status.",
            .reference("getAuthentication"), isChoice: true),
        step4(
            "S4.W", "Other verbs while a person is waited for: answered at once, or end the wait; else queued.",
            .reference("getAuthentication"), isChoice: true),
        step4(
            "S4.F", "A filter limits, orders and features what the platform picker shows.",
            .reference("getAuthentication:filter"), isChoice: true),
        step4(
            "S4.R", "Regular flow: selection, login page, redirect, token, status 1; failure: status 0.",
            .cookbook("C. Authentication Flow without Apple SSO"), on: [.iOS]),
        step4(
            "S4.E6b", "setSelectedProvider(nil): N005, status 0 PROVIDER_NOT_SELECTED_ERROR, stored tokens kept.",
            .reference("setSelectedProvider:"), isChoice: true),
        step4(
            "S4.R2", "Unknown MVPD, foreign or repeated redirect, unusable login address: no page, one status at most.",
            .reference("handleExternalURL:url"), isChoice: true),
        step4(
            "S4.R3",
            "Second screen: REGCODE, polling until signed in, expired or cancelled; REG500 when no code is had.",
            .cookbook("E. Authentication Flow with Apple SSO on tvOS"), on: [.tvOS], isChoice: true),
        step4("S4.T", "A temporary pass signs in by its selection alone: N011; expired: N111.", .codes, isChoice: true),
    ]

    private static func step4(
        _ id: String, _ statement: String, _ source: Source = .appleSSO("Authentication, step 4"),
        on platforms: [PlatformBehaviour] = PlatformBehaviour.allCases, isChoice: Bool = false
    ) -> Condition {
        Condition(id, .getAuthentication, statement, source, platforms: platforms, isChoice: isChoice)
    }
}
