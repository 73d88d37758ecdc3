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
        WebPage(
            title: "Apple ID simulator",
            body: """
                <div class="columns"><div class="column"><section class="panel"><h2>App</h2>
                <p>Client <code>\(client.id)</code>, team <code>\(client.teamID)</code>, key
                <code>\(client.keyID)</code>.</p></section>\(people(provider))</div>
                <div class="column">\(keys(provider))\(behaviour(provider.settings))\(faults(provider))</div></div>
                """, width: .desk, site: .appleID
        ).response()
    }

    private func people(_ provider: Provider) -> HTML {
        let people = provider.accounts.keys.sorted().map { address -> HTML in
            guard let consent = provider.consent(of: address) else { return "<p>\(address): not signed in</p>" }
            let state: HTML = "<p>\(address): uses the app as \(consent.isRelay ? "a relay address" : "themselves")</p>"
            return state + Self.action("end", "End consent of \(address)", [("account", address)])
        }
        return "<section class=\"panel\"><h2>People</h2>\(people)</section>"
    }

    private func keys(_ provider: Provider) -> HTML {
        """
        <section class="panel"><h2>Keys</h2><p>\(provider.keys.map(\.id).joined(separator: ", "))</p>
        <div class="actions">\(Self.action("rotate", "Rotate"))\(Self.action("withdraw", "Rotate and withdraw"))</div>
        </section>
        """
    }

    private func behaviour(_ settings: AppleIDSettings) -> HTML {
        let switches = [
            ("text", "Truth values as text", settings.writesBooleansAsText),
            ("nonce", "Sends the nonce back", settings.supportsNonce),
            ("proof", "Announces proof keys", settings.supportsProofKey),
            ("code", "Asks for a second factor", settings.asksForCode),
        ].map { Form.toggle($0.1, name: $0.0, isOn: $0.2, scope: "settings") }
        return "<section class=\"panel\"><h2>Behaviour</h2>"
            + Form.post("/dashboard", hidden: [("action", "settings")], "\(switches)\(Self.buttons("Set"))")
            + "</section>"
    }

    private func faults(_ provider: Provider) -> HTML {
        let inForce = provider.faults.keys.map(\.rawValue).sorted().joined(separator: ", ")
        let endpoints = AppleIDEndpoint.allCases.filter { $0 != .dashboard }.map { ($0.rawValue, $0.rawValue) }
        let effects = ["none"] + Self.effects.map(\.name)
        let fields: HTML = """
            \(Form.choice("Endpoint", name: "endpoint", value: "discovery", of: endpoints, scope: "fault"))\
            \(Form.choice("Effect", name: "effect", value: "none", of: effects.map { ($0, $0) }, scope: "fault"))\
            \(Self.buttons("Set fault"))
            """
        return "<section class=\"panel\"><h2>Faults</h2><p>\(inForce.isEmpty ? "None." : "At \(inForce).")</p>"
            + Form.post("/dashboard", hidden: [("action", "fault")], fields) + "</section>"
    }

    private static func buttons(_ label: String) -> HTML { "<div class=\"actions\">\(Form.button(label))</div>" }

    /// One thing to do, as a button.
    private static func action(_ name: String, _ label: String, _ more: [(String, String)] = []) -> HTML {
        Form.post("/dashboard", hidden: [("action", name)] + more, Form.button(label, style: ""))
    }
}
