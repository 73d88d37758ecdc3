extension Condition {
    /// Tracking.
    static let tracking: [Condition] = [
        Condition(
            "T1", .tracking,
            """
            sendTrackingData for authentication right after each setAuthenticationStatus but logout's, with the \
            documented values; none in step 2.
            """,
            .reference("sendTrackingData:forEventType:"), isChoice: true),
        Condition(
            "T2", .tracking, "sendTrackingData for a selected provider, before its login page or code.",
            .reference("sendTrackingData:forEventType:")),
        Condition(
            "T3", .tracking,
            """
            sendTrackingData for authorization right after each setToken and tokenRequestFailed, with the documented \
            values; of a failure with the MVPD and the person, too, if somebody is signed in.
            """,
            .reference("sendTrackingData:forEventType:"), isChoice: true),
    ]
}
