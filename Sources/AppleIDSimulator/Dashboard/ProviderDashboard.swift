import PassSimulator

/// The page at `/`: what the provider knows, and its switches.
struct ProviderDashboard {
    let issuer: String
    let client: AppleClient

    func answer(_ request: Request, _ provider: inout Provider) -> Response {
        if let objection = objection(to: request) { return .refused(objection, 403) }
        guard request.method == "POST" else { return page(provider) }
        guard let fields = Fields(request.form), let action = fields["action"] else {
            return .refused("invalid_request")
        }
        switch action {
        case "rotate", "withdraw":
            guard let key = try? IssuerKey() else { return Response(500) }
            provider.keys = action == "withdraw" ? [key] : provider.keys.suffix(1) + [key]
        case "end":
            if let subject = provider.consent(of: fields["account"] ?? "")?.subject { provider.endConsent(subject) }
        case "fault":
            guard let endpoint = AppleIDEndpoint(rawValue: fields["endpoint"] ?? ""), endpoint != .dashboard,
                let name = fields["effect"]
            else { return .refused("invalid_request") }
            provider.faults[endpoint] = Self.effects.first { $0.name == name }.map { Fault($0.effect) }
        case "settings":
            provider.settings.writesBooleansAsText = fields["text"] == "on"
            provider.settings.supportsNonce = fields["nonce"] == "on"
            provider.settings.supportsProofKey = fields["proof"] == "on"
            provider.settings.asksForCode = fields["code"] == "on"
        default: return .refused("invalid_request")
        }
        return Response(303, headers: [("Location", "/")])
    }

    /// What can be chosen on the page; anything else clears the fault.
    private static let effects: [(name: String, effect: Fault.Effect)] = [
        ("500", .status(500, body: "{}", contentType: "application/json", headers: [:])),
        ("html", .html), ("429", .throttled), ("truncated", .truncated), ("reset", .reset),
        ("slow", .delay(milliseconds: 3000)),
        (
            "invalid_grant",
            .status(400, body: "{\"error\":\"invalid_grant\"}", contentType: "application/json", headers: [:])
        ),
    ]

    /// Pages of other origins are kept away: under another name, and by forms of theirs.
    private func objection(to request: Request) -> String? {
        let authority = issuer.dropFirst("http://".count)
        let others = ["localhost" + authority.dropFirst("127.0.0.1".count)]
        let names = [String(authority)] + others
        guard names.contains(request.header("Host")?.lowercased() ?? "") else { return "wrong_host" }
        guard request.method == "POST" else { return nil }
        let origin = request.header("Origin") ?? request.header("Referer")
        guard let origin else { return nil }
        return names.contains { origin == "http://\($0)" || origin.hasPrefix("http://\($0)/") } ? nil : "wrong_origin"
    }

    private func page(_ provider: Provider) -> Response {
        let people = provider.accounts.keys.sorted().map { address in
            let consent = provider.consent(of: address)
            let state =
                consent.map { "uses the app as \($0.isRelay ? "a relay address" : "themselves")" } ?? "not signed in"
            let end =
                consent == nil
                ? ""
                : Page.form(
                    action: "/dashboard", hidden: [("action", "end"), ("account", address)], "",
                    submit: "End consent of \(address)")
            return "<li>\(XML.escaped(address)): \(state)\(end)</li>"
        }
        let faults = provider.faults.keys.map(\.rawValue).sorted()
        let settings = provider.settings
        return Page(
            title: "Apple ID simulator",
            body: """
                <p>Client \(XML.escaped(client.id)), team \(XML.escaped(client.teamID)), key \(XML.escaped(client.keyID)).</p>
                <h2>People</h2><ul>\(people.joined())</ul>
                <h2>Keys</h2><p>\(provider.keys.map(\.id).joined(separator: ", "))</p>
                \(Page.form(action: "/dashboard", hidden: [("action", "rotate")], "", submit: "Rotate"))
                \(Page.form(action: "/dashboard", hidden: [("action", "withdraw")], "", submit: "Rotate and withdraw"))
                <h2>Behaviour</h2>\(Page.form(
                    action: "/dashboard", hidden: [("action", "settings")],
                    Self.box("text", "Truth values as text", settings.writesBooleansAsText)
                        + Self.box("nonce", "Sends the nonce back", settings.supportsNonce)
                        + Self.box("proof", "Announces proof keys", settings.supportsProofKey)
                        + Self.box("code", "Asks for a second factor", settings.asksForCode), submit: "Set"))
                <h2>Faults</h2><p>\(faults.isEmpty ? "None." : "At " + faults.joined(separator: ", ") + ".")</p>
                \(Page.form(
                    action: "/dashboard", hidden: [("action", "fault")],
                    Self.choice("endpoint", "Endpoint", AppleIDEndpoint.allCases.filter { $0 != .dashboard }.map(\.rawValue))
                        + Self.choice("effect", "Effect", ["none"] + Self.effects.map(\.name)), submit: "Set fault"))
                """
        ).response()
    }

    private static func box(_ name: String, _ label: String, _ isOn: Bool) -> String {
        "<label><input type=\"checkbox\" name=\"\(name)\" style=\"width:auto\"\(isOn ? " checked" : "")> \(label)</label>"
    }

    private static func choice(_ name: String, _ label: String, _ values: [String]) -> String {
        "<label for=\"\(name)\">\(label)</label><select id=\"\(name)\" name=\"\(name)\">"
            + values.map { "<option>\($0)</option>" }.joined() + "</select>"
    }
}
