extension Condition {
    /// Authorization.
    static let authorization: [Condition] = [
        verb(
            "A1", "checkAuthorization, not authenticated: tokenRequestFailed USER_NOT_AUTHENTICATED_ERROR.",
            "checkAuthorization:", isChoice: true),
        verb(
            "A2", "getAuthorization, not authenticated: step 4 first; its failure also gives tokenRequestFailed.",
            "getAuthorization:"),
        verb("A3", "Allowed: setToken with a media token, which is never kept.", "setToken:forResource:"),
        verb(
            "A4", "Denied: a Z code, then tokenRequestFailed USER_NOT_AUTHORIZED_ERROR with the MVPD's text.",
            "tokenRequestFailed:errorCode:errorDescription:"),
        verb(
            "A5", "checkPreauthorizedResources: one preauthorizedResources.", "checkPreauthorizedResources:"),
        verb("A6", "getSelectedProvider: one selectedProvider.", "getSelectedProvider"),
    ]

    private static func verb(
        _ id: String, _ statement: String, _ section: String, isChoice: Bool = false
    ) -> Condition {
        Condition(id, .authorization, statement, .reference(section), isChoice: isChoice, coverage: .later)
    }
}
