/// One TV provider of the dashboard: what is true of it at a glance, and the switches.
struct ProviderForm: Sendable {
    let requestor: String
    let mvpd: Dashboard.MVPD
    /// What was searched for, kept.
    let find: String
    let token: String

    private static let platforms = ["iOS", "tvOS"]
    private static let statuses = [(value: "SUPPORTED", label: "SUPPORTED"), ("PICKER", "PICKER"), ("", "none")]

    /// Switches that are on or off, with what they say to a person.
    private static let switches: [(name: String, label: String, read: @Sendable (Dashboard.MVPD) -> Bool)] = [
        ("isIntegrated", "Integration active", { $0.isIntegrated }),
        ("displayInPlatformPicker", "Shown in the platform's picker", { $0.displayInPlatformPicker }),
        ("isDegraded", "Degraded: signs in without the provider (AuthNAll)", { $0.isDegraded }),
        ("permitsEverything", "Degraded: permits everything (AuthZAll)", { $0.permitsEverything }),
        ("deniesEverything", "Degraded: denies everything (AuthZNone)", { $0.deniesEverything }),
        ("signsInWithoutPage", "Signs in without a page", { $0.signsInWithoutPage }),
    ]

    func html(isOpen: Bool) -> HTML {
        let scope = "mvpd-\(requestor)-\(mvpd.id)"
        let toggles = Self.switches.map { Form.toggle($0.label, name: $0.name, isOn: $0.read(mvpd), scope: scope) }
        let sso = Self.platforms.map { platform in
            Form.toggle(
                "SSO on \(platform)", name: "sso-\(platform)", isOn: mvpd.enablePlatformServices[platform] == true,
                scope: scope)
        }
        let status = Form.choice(
            "Boarding status", name: "boardingStatus", value: mvpd.boardingStatus ?? "", of: Self.statuses,
            scope: scope)
        let content: HTML = """
            <fieldset><legend class="visually-hidden">\(mvpd.displayName)</legend>\(toggles.prefix(1).map { $0 })\(sso)\
            \(toggles.dropFirst().map { $0 })\(status)</fieldset><div class="actions">\(Form.button("Save"))</div>
            """
        let form = Form.post(
            "/dashboard/page/mvpd",
            hidden: [("token", token), ("requestor", requestor), ("mvpd", mvpd.id), ("find", find)], content)
        let lists = ProviderLists(requestor: requestor, mvpd: mvpd, find: find, token: token).html
        let mapping: HTML = mvpd.platformMappingID.map { ", platform id <code>\($0)</code>" } ?? .nothing
        return """
            <details class="entry" id="\(scope)"\(" open", if: isOpen)><summary>\(Logo.svg(mvpd.displayName))\
            <span>\(mvpd.displayName)</span>\(badges)</summary>
            <p class="quiet">Id <code>\(mvpd.id)</code>\(mapping)</p>\(form)\(lists)</details>
            """
    }

    private var badges: [HTML] {
        var badges: [HTML] = []
        if !mvpd.isIntegrated { badges.append("<span class=\"badge bad\">not integrated</span>") }
        let sso = Self.platforms.filter { mvpd.enablePlatformServices[$0] == true }
        if !sso.isEmpty { badges.append("<span class=\"badge good\">SSO \(sso.joined(separator: ", "))</span>") }
        if let status = mvpd.boardingStatus { badges.append("<span class=\"badge\">\(status)</span>") }
        if mvpd.isDegraded || mvpd.permitsEverything || mvpd.deniesEverything {
            badges.append("<span class=\"badge bad\">degraded</span>")
        }
        if mvpd.isTempPass { badges.append("<span class=\"badge\">temporary pass</span>") }
        return badges
    }

    /// The form as the dashboard over HTTP takes it: a switch that is not sent is off.
    static func body(_ parameters: Parameters, of mvpd: Dashboard.MVPD) throws(Refusal) -> JSON {
        var body: [String: JSON] = [:]
        for row in switches { body[row.name] = .bool(try parameters[row.name] != nil) }
        var enabled = mvpd.enablePlatformServices
        for platform in platforms { enabled[platform] = try parameters["sso-\(platform)"] != nil }
        body["enablePlatformServices"] = .object(enabled.mapValues(JSON.bool))
        body["boardingStatus"] = .optional(try parameters["boardingStatus"])
        return .object(body)
    }
}
