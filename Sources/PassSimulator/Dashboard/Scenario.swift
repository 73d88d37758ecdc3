/// What a simulator starts with.
public struct Scenario: Sendable, Hashable {
    /// The dashboard at the start.
    public var dashboard: Dashboard

    /// Starts with this dashboard.
    public init(_ dashboard: Dashboard) { self.dashboard = dashboard }

    /// Requestor `NORTHSTAR` with three MVPDs: `NorthCable` (SSO, mapping id `northcable_apple`), `SouthSat` (picker
    /// only, mapping id `southsat_apple`), `EastFiber` (no platform SSO, no mapping id).
    public static let small = Scenario(Dashboard(requestors: [northStar(with: [])]))

    /// As `small`, followed by 997 more MVPDs, every third SSO supported.
    ///
    /// The same in every run. Their ids are `MVPD0004` to `MVPD0998` and two that differ only in how the letter é is
    /// composed; `MVPD0006`, `MVPD0009` and so on have mapping ids (`mvpd0006_apple`). Names hold letters of several
    /// scripts, in several compositions, and what JSON and XML must escape.
    public static let large = Scenario(Dashboard(requestors: [northStar(with: (4...1000).map(generated))]))

    private static func northStar(with more: [Dashboard.MVPD]) -> Dashboard.Requestor {
        var south = Dashboard.MVPD(id: "SouthSat", displayName: "South Satellite", platformMappingID: "southsat_apple")
        south.boardingStatus = "PICKER"
        return Dashboard.Requestor(
            id: "NORTHSTAR", name: "North Star Television", domains: ["northstar.example"],
            mvpds: [
                Dashboard.MVPD(id: "NorthCable", displayName: "North Cable", platformMappingID: "northcable_apple"),
                south, Dashboard.MVPD(id: "EastFiber", displayName: "East Fiber"),
            ] + more)
    }

    private static func generated(_ number: Int) -> Dashboard.MVPD {
        let digits = String(10_000 + number).dropFirst()
        let name = names[number % names.count]
        switch number {
        case 999: return Dashboard.MVPD(id: "C\u{E9}leste", displayName: "\(name) \(number)")
        case 1000: return Dashboard.MVPD(id: "Ce\u{301}leste", displayName: "\(name) \(number)")
        default:
            return Dashboard.MVPD(
                id: "MVPD\(digits)", displayName: "\(name) \(number)",
                platformMappingID: number % 3 == 0 ? "mvpd\(digits)_apple" : nil)
        }
    }

    private static let names = [
        "Harbour Cable", "T\u{E9}l\u{E9}vision Qu\u{E9}bec", "Te\u{301}le\u{301}vision Que\u{301}bec", "Kabel Süd",
        "スカイパーク", "قناة الشمال", "A&E <Plus>", "\"Quoted\" & 'Co'", "Новый Кабель", "Fibre 📡 One",
        "Ö3 Fernsehen", "東京ケーブル", "ערוץ ים", "Cabo do Norte", "back\\slash TV", "Ελληνική Τηλεόραση",
        "Lake & Sons",
    ]
}
