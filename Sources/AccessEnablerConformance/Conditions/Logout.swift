extension Condition {
    /// Logout.
    static let logout: [Condition] = [
        Condition(
            "L1", .logout, "Partner token, valid or not: VSA203.", .appleSSO("Logout"), isChoice: true),
        Condition("L2", .logout, "Regular token, or none: no VSA203.", .appleSSO("Logout")),
        Condition(
            "L3", .logout, "Local tokens removed, logout page, redirect, then status 0.",
            .cookbook("H. Logout Flow without Apple SSO"), platforms: [.iOS], isChoice: true),
        Condition(
            "L4", .logout, "Tokens removed locally and at the service, no page, then status 0.",
            .cookbook("I. Logout Flow with Apple SSO"), platforms: [.tvOS], isChoice: true),
        Condition(
            "L5", .logout, "The platform account outlives the logout: the next setRequestor signs in again.",
            .appleSSO("Logout")),
    ]
}
