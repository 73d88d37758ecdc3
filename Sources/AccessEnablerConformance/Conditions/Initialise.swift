extension Condition {
    /// Step 1.
    static let initialise: [Condition] = [
        Condition(
            "I1", .initialise,
            """
            An object is made with a software statement, an application id, iOS or tvOS behaviour and a storage check; \
            making one fires no callback.
            """,
            .reference("init:softwareStatement")),
        Condition(
            "I2", .initialise,
            """
            Storage check `none` leaves the store as it is, `all` clears it when it cannot be read and written or a \
            value is not valid, `clear` always clears it. One store an application id, device id included, shared by \
            all processes of the application.
            """,
            .integrity("IntegrityCheckType"), isChoice: true),
        Condition(
            "I3", .initialise,
            "What setOptions names, at any time, goes with every later request.",
            .reference("setOptions:options")),
    ]
}
