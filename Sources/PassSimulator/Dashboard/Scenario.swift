/// What a simulator starts with.
public struct Scenario: Sendable, Hashable {
    /// The dashboard at the start.
    public var dashboard: Dashboard

    /// Starts with this dashboard.
    public init(_ dashboard: Dashboard) { self.dashboard = dashboard }

    /// Requestor `NORTHSTAR` with three MVPDs: `NorthCable` (SSO, mapping id `northcable_apple`), `SouthSat` (picker
    /// only, mapping id `southsat_apple`), `EastFiber` (no platform SSO, no mapping id).
    public static let small = Scenario(
        Dashboard(requestors: [
            Dashboard.Requestor(
                id: "NORTHSTAR", name: "North Star Television", domains: ["northstar.example"], mvpds: small3())
        ]))

    /// As `small`, followed by 997 more MVPDs, every third SSO supported.
    public static let large = small

    private static func small3() -> [Dashboard.MVPD] {
        var south = Dashboard.MVPD(id: "SouthSat", displayName: "South Satellite", platformMappingID: "southsat_apple")
        south.boardingStatus = "PICKER"
        return [
            Dashboard.MVPD(id: "NorthCable", displayName: "North Cable", platformMappingID: "northcable_apple"),
            south,
            Dashboard.MVPD(id: "EastFiber", displayName: "East Fiber"),
        ]
    }
}
