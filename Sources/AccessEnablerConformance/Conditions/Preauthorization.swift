extension Condition {
    /// Preauthorization: checkPreauthorizedResources and preauthorize.
    static let preauthorization: [Condition] = lists + decisions

    private static let lists: [Condition] = [
        list("P1", "Those permitted come in the order asked; a repeated id is asked and told once.", isChoice: true),
        list(
            "P2",
            """
            With `cache` decisions known of this authentication are not asked again; they end with it, and with the \
            object. Errors are not kept.
            """,
            section: "checkPreauthorizedResources:cache:", isChoice: true),
        list(
            "P3", "Without `cache` all are asked anew, and what comes is known from then on.",
            section: "checkPreauthorizedResources:cache:", isChoice: true),
        Condition(
            "P4", .preauthorization, "The service is asked five at a time, one lot after the other.",
            Condition.Source("Preflight Feature: How to Enable, Troubleshoot or Determine the Issue", "Fork and join"),
            isChoice: true),
        list(
            "P5", "Not authenticated: the code step 3 would tell, then an empty list. No login, no request.",
            isChoice: true),
        list(
            "P6", "No configuration: CFG400 or its code, an unreadable store: 500; then an empty list.",
            isChoice: true),
        Condition(
            "P7", .preauthorization,
            """
            Throttled, too many resources, no decision at all, or any other failure: P100 (R401 for a refused access \
            token), then an empty list.
            """,
            .codes, isChoice: true),
        list("P8", "No resources: an empty list, without a request.", isChoice: true),
    ]

    private static let decisions: [Condition] = [
        decision(
            "P9",
            """
            preauthorize: one answer with a decision on each resource, in the order asked, and the service's enhanced \
            error where it gives one.
            """, "PreauthorizeResponse"),
        decision(
            "P10", "preauthorize that fails: no decisions, and an enhanced error that says why; no advanced code.",
            "Failure", isChoice: true),
        decision(
            "P11", "preauthorize without the local cache asks anew, with it as P2.", "PreauthorizeRequest.Feature",
            isChoice: true),
    ]

    private static func list(
        _ id: String, _ statement: String, section: String = "checkPreauthorizedResources:", isChoice: Bool = false
    ) -> Condition {
        Condition(id, .preauthorization, statement, .reference(section), isChoice: isChoice)
    }

    private static func decision(
        _ id: String, _ statement: String, _ section: String, isChoice: Bool = false
    ) -> Condition {
        Condition(
            id, .preauthorization, statement, Condition.Source("Preauthorize API (iOS/tvOS SDK)", section),
            isChoice: isChoice)
    }
}
