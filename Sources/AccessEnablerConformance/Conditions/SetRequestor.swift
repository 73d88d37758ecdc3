extension Condition {
    /// Step 2.
    static let setRequestor: [Condition] = [
        Condition(
            "S2.E1", .setRequestor,
            "Permission denied (or restricted): VSA403, then setRequestorComplete(1).",
            .appleSSO("Authentication, step 2"), isChoice: true),
        Condition(
            "S2.E2", .setRequestor,
            "Permission undetermined: VSA404, then setRequestorComplete(1). Nobody is prompted.",
            .appleSSO("Authentication, step 2"), isChoice: true),
        Condition(
            "S2.E3", .setRequestor,
            """
            The platform cannot be talked to, about the permission or the account: APPL_ERROR with the platform's own \
            error in its details, then setRequestorComplete(1).
            """,
            .appleSSO("Authentication, step 2")),
        Condition(
            "S2.X", .setRequestor,
            """
            With no error and X1 to X7 true, the platform's SAML response is exchanged silently: a partner token is \
            stored, and only setRequestorComplete(1) fires.
            """,
            .appleSSO("Authentication, step 2")),
        Condition(
            "S2.X1", .setRequestor,
            "Without the permission nothing is exchanged; its E code explains it.",
            .appleSSO("Authentication, step 2")),
        Condition(
            "S2.X2", .setRequestor,
            "With no account signed in, or a lapsed one, nothing is exchanged; only setRequestorComplete(1) fires.",
            .appleSSO("Authentication, step 2"), isChoice: true),
        Condition(
            "S2.X3", .setRequestor,
            "With an account whose provider is not told nothing is exchanged; only setRequestorComplete(1) fires.",
            .appleSSO("Authentication, step 2")),
        Condition(
            "S2.X4", .setRequestor,
            "With a provider that is not integrated nothing is exchanged; only setRequestorComplete(1) fires.",
            .appleSSO("Authentication, step 2")),
        Condition(
            "S2.X5", .setRequestor,
            """
            With a provider whose single sign-on is not enabled for this platform nothing is exchanged; only \
            setRequestorComplete(1) fires.
            """,
            .appleSSO("Authentication, step 2")),
        Condition(
            "S2.X6", .setRequestor,
            """
            With a degraded provider, or a service that gives no profile request, nothing is exchanged; only \
            setRequestorComplete(1) fires.
            """,
            .appleSSO("Authentication, step 2"), isChoice: true),
        Condition(
            "S2.X7", .setRequestor,
            "Without a SAML response nothing is exchanged; only setRequestorComplete(1) fires.",
            .appleSSO("Authentication, step 2")),
        Condition(
            "S2.X8", .setRequestor,
            "The service refuses the exchange: no token, and only setRequestorComplete(1) fires.",
            .appleSSORest("Step: \"Exchange the Partner SSO profile for an Adobe authentication token\""),
            isChoice: true),
        Condition(
            "S2.X9", .setRequestor,
            "A valid token is kept as it is: nothing is exchanged.",
            .appleSSORest("Step: \"Is there a valid Adobe authentication token?\""), isChoice: true),
        Condition(
            "S2.C1", .setRequestor,
            """
            No configuration: one of CFG400, CFG404, CFG5xx, SEC403, SEC420, R400, R401, CFG500, then \
            setRequestorComplete(0). The platform is not asked; tokens, and this object's last configuration of the \
            same requestor, stay in force.
            """,
            .codes, isChoice: true),
        Condition(
            "S2.D", .setRequestor,
            "Tokens bound to another device id are removed, and SEC412 says so.",
            .codes),
        Condition(
            "S2.K", .setRequestor,
            """
            The service's time and the device's differ by more than 5 min: CFG100 before anything else, once an \
            object. Expiry is judged by the service's time.
            """,
            .codes, isChoice: true),
        Condition(
            "S2.F", .setRequestor,
            """
            Called again: with the platform account gone or changed its partner token is removed, and a new one \
            exchanged if S2.X holds. With a lapsed account, a missing permission or a silent platform it stays. Regular \
            tokens stay.
            """,
            .cookbook("B. Startup Flow"), isChoice: true),
        Condition(
            "S2.M", .setRequestor,
            """
            Several service URLs are asked at once and their lists merged; an MVPD belongs to the URL that answered \
            first with it. One failing is no failure; when all fail, the first URL's code is told.
            """,
            .reference("setRequestor:requestorID:serviceProviders:"), isChoice: true),
        Condition(
            "S2.L", .setRequestor,
            """
            Verbs called while one runs are run after it, in order, a second setRequestor included. With no \
            configuration in force checkAuthentication gives CFG400 or the configuration's code, then status 0 \
            GENERIC_AUTHENTICATION_ERROR, and metadata is nil.
            """,
            .reference("setRequestorComplete:"), isChoice: true),
        Condition(
            "S2.B", .setRequestor,
            """
            The service's limit of requests is kept by a paced queue; refused for too many requests (429) in spite of \
            retries: CFG429, then setRequestorComplete(0).
            """,
            .throttling("setRequestor"), isChoice: true),
    ]
}
