extension Condition {
    /// Step 3.
    static let checkAuthentication: [Condition] = [
        step3("S3.E1", "Partner token, permission denied: VSA403, then status 0."),
        step3("S3.E2", "Partner token, permission undetermined: VSA404, then status 0."),
        step3("S3.E3", "Partner token, the platform cannot be talked to: APPL_ERROR, then status 0."),
        step3("S3.Z1", "No token: N000, then status 0."),
        step3("S3.Z2a", "Partner token past its life: N000, then status 0."),
        step3("S3.Z2b", "Regular token past its life: N000, then status 0."),
        step3("S3.Z3a", "Partner token, its MVPD no longer integrated: N000, then status 0."),
        step3("S3.Z3b", "Regular token, its MVPD no longer integrated: N000, then status 0."),
        step3("S3.Z4", "Partner token, single sign-on of its MVPD disabled: N000, then status 0."),
        step3("S3.Z4r", "Regular token, single sign-on of its MVPD disabled: status 1.", isChoice: true),
        step3("S3.Z5", "Status 0 of E1; the token is kept.", isChoice: true),
        step3("S3.Z6", "Status 0 of E2; the token is kept.", isChoice: true),
        step3("S3.Z7", "Status 0 of E3; the token is kept.", isChoice: true),
        step3(
            "S3.Z8", "Partner token, the platform account gone or another provider's: N000, then status 0; it is kept.",
            isChoice: true),
        step3(
            "S3.O1a",
            "Partner token and nothing of the above: status 1; a lapsed account or a degraded MVPD is nothing.",
            isChoice: true),
        step3(
            "S3.O1b", "Regular token and nothing of the above: status 1, whatever the platform says.", isChoice: true),
    ]

    private static func step3(_ id: String, _ statement: String, isChoice: Bool = false) -> Condition {
        Condition(id, .checkAuthentication, statement, .appleSSO("Authentication, step 3"), isChoice: isChoice)
    }
}
