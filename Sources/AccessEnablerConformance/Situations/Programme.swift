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

    /// A temporary pass; see `Fact.temporaryPass`.
    public static let trial = "TrialPass"
    /// A provider of the platform that no requestor has.
    public static let foreignOnPlatform = "faraway_apple"
    /// Every MVPD of the dashboard, in its order.
    static let everyMVPD = [north, south, east, west]
    /// The redirect address of a plain web view.
    static let redirect = "adobepass://ios.app"
    /// The application's own redirect address.
    static let ownRedirect = "adbe.conformance://adobe.com"

    /// The MVPDs' id of the person.
    static let userID = "u-81"
    /// MD5 of `userID`, worked out by `printf u-81 | md5sum`.
    static let userDigest = "cd4446ffc75162bb17d602917d686844"

    /// The MVPDs' id of the person who signs in at their pages.
    static let viewerID = "u-viewer"
    /// MD5 of `viewerID`, worked out by `printf u-viewer | md5sum`.
    static let viewerDigest = "5200cc042f5756c636b26f3a7618a110"

    /// A resource everybody may watch.
    public static let movies = "NorthMovies"
    /// Another one.
    public static let news = "NorthNews"
    /// One more, denied in the cases that say so.
    public static let sports = "NorthSports"

    /// The life of the service's authorizations.
    static let authorizationLife = Duration.seconds(3600)

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
        dashboard.authorizationLife = authorizationLife
        return dashboard
    }()
}
