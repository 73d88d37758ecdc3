extension Condition {
    /// Degradation rules and temporary passes, from the sign-in to the media token.
    static let degradation: [Condition] = [
        rule("G1", "AuthNAll: the sign-in tells N010, each permission Z010 before its setToken."),
        rule("G2", "AuthZAll: Z010 before each setToken, whatever the MVPD would say.", isChoice: true),
        rule(
            "G3", "AuthZNone: Z169 before each tokenRequestFailed USER_NOT_AUTHORIZED_ERROR; nothing is preauthorized.",
            isChoice: true),
        rule(
            "G4", "A temporary pass: the sign-in tells N011, each permission Z011 before its setToken.", isChoice: true),
        rule(
            "G5",
            """
            A temporary pass used up: N111 and no token, from the service's word as well as when its time has passed \
            while watching.
            """, isChoice: true),
        rule(
            "G6", "A permission that was kept is told by whom it was given: Z010 and Z011 again.", isChoice: true),
    ]

    private static func rule(_ id: String, _ statement: String, isChoice: Bool = false) -> Condition {
        Condition(id, .degradation, statement, .codes, isChoice: isChoice)
    }
}
