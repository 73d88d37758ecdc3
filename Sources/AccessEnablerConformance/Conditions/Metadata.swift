extension Condition {
    /// Metadata.
    static let metadata: [Condition] = [
        Condition(
            "M1", .metadata,
            "tokenSource is `Apple` for a partner token; for a regular one whatever the service says, else nil.",
            .appleSSO("Metadata")),
        Condition(
            "M2", .metadata,
            """
            End of the authentication, device id and any key of the user's metadata: one setMetadataStatus each, with \
            the arguments of the call.
            """,
            .reference("getMetadata:")),
        Condition(
            "M2.authorization", .metadata,
            "End of a resource's authorization, while one is kept: ms since 1970 as text; else nil.",
            .reference("getMetadata:"), isChoice: true),
        Condition(
            "M3", .metadata, "Not authenticated: metadata is nil, except the device id.",
            .reference("setMetadataStatus:encrypted:forKey:andArguments:"), isChoice: true),
    ]
}
