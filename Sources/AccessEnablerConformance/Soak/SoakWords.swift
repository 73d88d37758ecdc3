import AccessEnabler
import PassSimulator
import PlatformAccount

/// Verbs, faults and facts at random.
enum SoakWords {
    static let mvpds = Programme.everyMVPD + [Programme.trial, "Unheard"]

    /// Resources, plain and as MRSS, good and bad.
    static let resources = [
        "LIVE", "FILM", "e\u{301}", "\u{e9}", "", " ", "a&b=c d",
        "<rss version=\"2.0\"><channel><title>T</title><item><title>LIVE</title></item></channel></rss>",
        "<rss><channel>", String(repeating: "x", count: 9000),
    ]

    static func requestor(_ random: inout SeededRandom) -> String {
        random.happens(75)
            ? Programme.requestor : random.pick(Programme.otherRequestor, Programme.unknownRequestor, "", "\u{e9}/?")
    }

    static func choice(_ random: inout SeededRandom) -> PickerChoice {
        random.pick(
            .cancel, .otherProvider, .provider(Programme.northOnPlatform), .provider(Programme.southOnPlatform),
            .provider(Programme.westOnPlatform), .provider(Programme.foreignOnPlatform))
    }

    static func mvpd(_ random: inout SeededRandom) -> String? {
        random.happens(15) ? nil : mvpds.randomElement(using: &random)
    }

    static func resource(_ random: inout SeededRandom) -> String { resources.randomElement(using: &random) ?? "LIVE" }

    static func verb(_ random: inout SeededRandom) -> Verb {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<16: return .setRequestor(requestor(&random), serviceProviders: [])
        case 16..<30: return .checkAuthentication
        case 30..<46:
            let filter = random.happens(25) ? ProviderFilter(tvProviders: [Programme.west, Programme.south]) : nil
            return .getAuthentication(forced: random.happens(20), filter: filter)
        case 46..<56: return .setSelectedProvider(mvpd(&random))
        case 56..<61: return .logout
        case 61..<67: return .getMetadata(metadataKey(&random), arguments: [:])
        case 67..<70:
            return .setOptions(
                Options(visitorID: random.happens(50) ? "visitor" : nil, handleSVC: random.happens(50)))
        case 70..<74: return .handleExternalURL(url(&random))
        case 74..<77: return .getSelectedProvider
        case 77..<82: return .checkAuthorization(resource(&random), data: [:])
        case 82..<90: return .getAuthorization(resource(&random), data: random.happens(20) ? ["k": "v"] : [:])
        case 90..<95: return .checkPreauthorizedResources(list(&random), cache: random.happens(60))
        default:
            return .preauthorize(
                PreauthorizeRequest(
                    resources: list(&random), disabledFeatures: random.happens(40) ? [.localCache] : []))
        }
    }

    private static func metadataKey(_ random: inout SeededRandom) -> MetadataKey {
        random.pick(
            .authenticationExpiry, .authorizationExpiry(resource: "LIVE"), .deviceID, .userMetadata("tokenSource"),
            .userMetadata("zip"), .userMetadata("unheard"))
    }

    private static func url(_ random: inout SeededRandom) -> String {
        random.pick(Programme.redirect, Programme.ownRedirect, "https://evil.example/", "", Programme.redirect + ".x")
    }

    private static func list(_ random: inout SeededRandom) -> [String] {
        (0..<Int.random(in: 0...7, using: &random)).map { _ in resource(&random) }
    }

    /// Faults; those that go on in real time are short.
    static func effect(_ random: inout SeededRandom) -> Fault.Effect {
        random.pick(
            .hold, .truncated, .truncatedWithoutLength, .html, .reset, .throttled, .delay(milliseconds: 5),
            .drip(milliseconds: 1), .redirect(302, to: "https://evil.example/"),
            .status(500, body: "", contentType: "text/plain", headers: [:]),
            .status(503, body: "<html></html>", contentType: "text/html", headers: ["Retry-After": "2"]),
            .status(401, body: "{\"error\":\"invalid_token\"}", contentType: "application/json", headers: [:]),
            .status(
                403, body: "{\"status\":403,\"message\":\"no\"}", contentType: "application/json", headers: [:]),
            .status(404, body: "", contentType: "text/plain", headers: [:]),
            .body("{\"a\":[", contentType: "application/json"), .body("", contentType: "application/json"),
            .body("<config/>", contentType: "application/xml"))
    }

    static func platformError(_ random: inout SeededRandom) -> PlatformAccountError {
        if random.happens(15) { return PlatformAccountError(.rejected, domain: "NSURLErrorDomain", message: "lost") }
        return PlatformAccountError(
            .init(rawValue: Int.random(in: 0...8, using: &random)), message: "a text",
            unsupportedProviderIdentifier: random.happens(30) ? Programme.southOnPlatform : nil)
    }
}
