extension Condition {
    /// What holds whatever the verb. The contract gives these no ids; the names are ours.
    static let always: [Condition] = [
        Condition(
            "Always.store", .always,
            """
            Unreadable, corrupt and empty are three things: an unreadable store answers 500 and 0 for this call and \
            loses nothing, a corrupt one is set aside, an empty one is no error.
            """,
            .integrity("Default behavior"), isChoice: true),
        Condition(
            "Always.order", .always, "Callbacks come one at a time, in the order of their verbs.",
            .reference("setRequestorComplete:"), isChoice: true),
        Condition(
            "Always.reentry", .always,
            "A host may call any verb inside any callback, or block in one: no deadlock, nothing delivered inside a verb.",
            .reference("setRequestorComplete:"), isChoice: true),
        Condition(
            "Always.release", .always, "No callback after the object is released.",
            .reference("init:softwareStatement"), isChoice: true),
        Condition(
            "Always.secrets", .always, "Nothing secret in logs or error texts.",
            .overview("Device Binding"), isChoice: true),
    ]
}
