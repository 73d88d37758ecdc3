extension Condition {
    /// Authorization.
    static let authorization: [Condition] = answers + kept + resources + logins + failures

    private static let answers: [Condition] = [
        verb(
            "A1",
            """
            checkAuthorization, not authenticated: the code step 3 would tell, then tokenRequestFailed \
            USER_NOT_AUTHENTICATED_ERROR. No login, no request.
            """,
            "checkAuthorization:", isChoice: true),
        verb(
            "A2",
            """
            getAuthorization, not authenticated: step 4 first; its failure also gives tokenRequestFailed, with the code \
            of its setAuthenticationStatus.
            """,
            "getAuthorization:", isChoice: true),
        verb("A3", "Allowed: setToken with a media token, which is never kept.", "setToken:forResource:"),
        verb(
            "A4",
            """
            Denied: a Z code, then tokenRequestFailed USER_NOT_AUTHORIZED_ERROR with the MVPD's text, or none. Z100 \
            tells the text, too.
            """,
            "tokenRequestFailed:errorCode:errorDescription:"),
        verb(
            "A5",
            "checkPreauthorizedResources: one preauthorizedResources with those that may be watched, in the order asked.",
            "checkPreauthorizedResources:"),
        verb(
            "A6",
            """
            getSelectedProvider: one selectedProvider, from no request: the MVPD somebody is signed in at, else the one \
            selected, else nil.
            """,
            "getSelectedProvider", isChoice: true),
    ]

    private static let kept: [Condition] = [
        Condition(
            "A7", .authorization,
            """
            An authorization is kept for its requestor, MVPD and resource: the next media token costs one request, \
            after a new start, too.
            """,
            .overview("Authorization Token")),
        Condition(
            "A8", .authorization,
            """
            A kept authorization ends with its life, and with the token it was given under: at a logout, a new login, \
            another account. A denial is never kept, nor what the service has forgotten.
            """,
            .overview("Token Cache"), isChoice: true),
    ]

    private static let resources: [Condition] = [
        verb(
            "A9",
            "A resource, a plain id or an MRSS fragment, is sent as it is and comes back byte for byte; data goes along.",
            "getAuthorization:withData:", isChoice: true),
        Condition(
            "A10", .authorization,
            """
            An empty, blank or too long resource, or a malformed MRSS fragment: Z130, then tokenRequestFailed \
            USER_NOT_AUTHORIZED_ERROR, without a request or a login. So for one the service takes for malformed.
            """,
            .codes, isChoice: true),
    ]

    private static let logins: [Condition] = [
        verb(
            "A11", "getAuthorization while a login waits for a person joins it: all are answered at its end, in order.",
            "getAuthorization:", isChoice: true),
        verb(
            "A12",
            """
            A login that is abandoned, by another one, a logout or another requestor: tokenRequestFailed \
            USER_NOT_AUTHENTICATED_ERROR for each authorization that waited, before what abandons it goes on.
            """,
            "getAuthorization:", isChoice: true),
    ]

    private static let failures: [Condition] = [
        verb(
            "A13",
            """
            No configuration in force: CFG400 or its code, an unreadable store: 500; then tokenRequestFailed \
            GENERIC_AUTHENTICATION_ERROR.
            """,
            "tokenRequestFailed:errorCode:errorDescription:", isChoice: true),
        Condition(
            "A14", .authorization,
            """
            The service does not answer as it should: Z100 when throttled, Z120 when it cannot reach the MVPD, R401 \
            when it refuses the access token, else Z500; then tokenRequestFailed USER_NOT_AUTHORIZED_ERROR.
            """,
            .throttling("getAuthorization"), isChoice: true),
        Condition(
            "A15", .authorization,
            """
            The service knows no such authentication: N130, then tokenRequestFailed USER_NOT_AUTHENTICATED_ERROR; the \
            stored token stays.
            """,
            .codes, isChoice: true),
    ]

    private static func verb(
        _ id: String, _ statement: String, _ section: String, isChoice: Bool = false
    ) -> Condition {
        Condition(id, .authorization, statement, .reference(section), isChoice: isChoice)
    }
}
