import FoundationEssentials

/// The answer to `GET logout/{mvpd}`, JSON: the profile is gone already, this tells what else there is to do.
///
/// Source: "REST API V2", initiate logout. A word unknown to us makes the answer unreadable (choice).
struct LogoutsBody: Sendable, Hashable {
    /// What is to be done next.
    enum Action: String, Sendable, Hashable, CaseIterable {
        /// Open the MVPD's logout page.
        case logout
        /// The person has to sign out at the platform.
        case partnerLogout = "partner_logout"
        /// Nothing.
        case complete
        /// Nothing: nobody was signed in.
        case invalid
    }

    /// By whom.
    enum ActionType: String, Sendable, Hashable, CaseIterable {
        /// A person at a browser.
        case interactive
        /// A person in the platform's settings.
        case partnerInteractive = "partner_interactive"
        case none
    }

    /// What is to be done at one MVPD.
    struct Entry: Sendable, Hashable {
        var mvpd: String
        var action: Action
        var actionType: ActionType?
        /// The address to open, absolute or relative; not checked yet.
        var url: String?
    }

    var entries: [Entry]

    /// Reads the answer.
    static func parse(_ body: Data, contentType: String?) throws(UnreadableAnswer) -> LogoutsBody {
        try JSONBody.read(LogoutsBody.self, body, contentType: contentType)
    }

    /// The address of an MVPD's logout page; nil when there is none to open.
    func page(of mvpd: String) -> String? {
        let entry = entries.first { $0.mvpd.isSameID(as: mvpd) }
        guard let entry, entry.action == .logout, entry.actionType ?? .interactive == .interactive else { return nil }
        return entry.url
    }
}

extension LogoutsBody: Decodable {
    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FieldName.self)
        guard let map = object.part("logouts") else { throw UnreadableAnswer("an answer without logouts") }
        entries = try map.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
            let entry = try map.nestedContainer(keyedBy: FieldName.self, forKey: key)
            guard let action = try entry.word(Action.self, "actionName") else {
                throw UnreadableAnswer("a logout without actionName")
            }
            return Entry(
                mvpd: key.stringValue, action: action, actionType: try entry.word(ActionType.self, "actionType"),
                url: try entry.text("url")?.unlessBlank)
        }
    }
}
