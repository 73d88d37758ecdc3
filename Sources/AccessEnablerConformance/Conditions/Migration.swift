extension Condition {
    /// The move to REST API V2. The contract gives these no ids; the names are ours.
    static let migration: [Condition] = [
        Condition(
            "V2.tokens", .migration,
            "The first run on V2 finds regular users signed out; partner sign-ins come back silently; V1 tokens stay.",
            .cookbook("B. Startup Flow"), isChoice: true),
        Condition(
            "V2.credentials", .migration,
            "Losing client credentials or device id signs users out once; both are saved in one transaction.",
            .cookbook("B. Startup Flow"), isChoice: true),
    ]
}
