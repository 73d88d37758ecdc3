/// What the dashboard can do at once, by a button.
enum Action: String, Sendable, CaseIterable {
    case releaseHeld = "release-held"
    case expireTokens = "expire-tokens"
    case forgetClients = "forget-clients"
    case forgetAuthentications = "forget-authentications"
    case forgetAuthorizations = "forget-authorizations"
    case forgetAccounts = "forget-accounts"
    case resetTemporaryPasses = "reset-temporary-passes"
    case clearFaults = "clear-faults"
    case clearRequests = "clear-requests"
    case reset

    private var label: String {
        switch self {
        case .releaseHeld: "Release held answers"
        case .expireTokens: "Expire access tokens"
        case .forgetClients: "Forget clients"
        case .forgetAuthentications: "Sign everybody out"
        case .forgetAuthorizations: "Forget authorizations"
        case .forgetAccounts: "Forget device accounts"
        case .resetTemporaryPasses: "Give temporary passes back"
        case .clearFaults: "Clear faults"
        case .clearRequests: "Clear the list of requests"
        case .reset: "Reset everything"
        }
    }

    /// What was done, by the word the page's address has for it.
    static let done: [String: String] =
        Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, "Done: \($0.label.lowercased()).") })
        .merging(["saved": "Saved. It counts from the next request on."]) { first, _ in first }

    /// Carries it out.
    func act(on service: Service) {
        if self == .releaseHeld { service.room.release() }
        service.state.withLock { state in
            switch self {
            case .releaseHeld: break
            case .expireTokens: state.accessTokens = [:]
            case .forgetClients: state.forgetClients()
            case .forgetAuthentications: state.forgetAuthentications()
            case .forgetAuthorizations: state.authorizations = [:]
            case .forgetAccounts: state.identity = .init()
            case .resetTemporaryPasses: state.trials = []
            case .clearFaults: state.faults = [:]
            case .clearRequests: state.records.clear()
            case .reset: state = ServiceState(service.start)
            }
        }
    }

    /// All of them as buttons.
    static func panel(token: String) -> HTML {
        let buttons = allCases.map { action in
            Form.button(
                action.label, style: action == .reset ? "danger" : "plain", name: "action", value: action.rawValue)
        }
        return """
            <section class="panel" aria-labelledby="actions"><h2 id="actions">Forget and reset</h2>\
            \(Form.post("/dashboard/page/act", hidden: [("token", token)], "<div class=\"actions\">\(buttons)</div>"))\
            </section>
            """
    }
}
