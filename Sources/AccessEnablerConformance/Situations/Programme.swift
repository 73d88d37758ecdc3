import Base
import PassSimulator

/// The programmers, MVPDs and people all cases are about.
public enum Programme {
    /// The requestor of nearly all cases.
    public static let requestor = "NORTHSTAR"
    /// Another requestor of the same service, with the same MVPDs.
    public static let otherRequestor = "SOUTHSTAR"
    /// A requestor nobody knows.
    public static let unknownRequestor = "NOBODY"

    /// SSO enabled.
    public static let north = "NorthCable"
    /// The platform's name for `north`.
    public static let northOnPlatform = "northcable_apple"
    /// SSO enabled, too.
    public static let west = "WestCable"
    /// The platform's name for `west`.
    public static let westOnPlatform = "westcable_apple"
    /// Picker only.
    public static let south = "SouthSat"
    /// The platform's name for `south`.
    public static let southOnPlatform = "southsat_apple"
    /// Unknown to the platform.
    public static let east = "EastFiber"

    /// The MVPDs' id of the person.
    static let userID = "u-81"
    /// MD5 of `userID`, worked out by `printf u-81 | md5sum`.
    static let userDigest = "cd4446ffc75162bb17d602917d686844"

    /// The life of the service's authentication tokens.
    static let tokenLife = Duration.seconds(6 * 3600)

    /// The dashboard every case starts with.
    static let dashboard: Dashboard = {
        var dashboard = Scenario.small.dashboard
        dashboard[requestor, west] = Dashboard.MVPD(
            id: west, displayName: "West Cable", platformMappingID: westOnPlatform)
        let mvpds = dashboard.requestors[requestor]?.mvpds ?? []
        dashboard.requestors[otherRequestor] = Dashboard.Requestor(
            id: otherRequestor, name: "South Star Television", domains: ["southstar.example"], mvpds: mvpds)
        dashboard.authenticationLife = tokenLife
        return dashboard
    }()
}
