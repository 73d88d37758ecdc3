import EntitlementStore
import Testing

@testable import AccessEnabler

/// C06, T1: the values of the authentication event.
@Suite struct TrackingTests {
    private func values(
        _ token: AuthenticationToken?, isCached: Bool = true, hardwareType: String? = "Desktop"
    ) -> String {
        Tracking.authentication(token, isCached: isCached, hardwareType: hardwareType).words
    }

    @Test("C06, T1: ok, MVPD, MD5 of the user id, cached, device type, client type, OS")
    func authenticated() {
        // MD5 of "u-81", by another program.
        #expect(
            values(token(.partner))
                == "sendTrackingData authentication true|NorthCable|cd4446ffc75162bb17d602917d686844|true|computer|ios|Linux"
        )
        #expect(
            values(token(.regular), isCached: false)
                == "sendTrackingData authentication true|NorthCable|cd4446ffc75162bb17d602917d686844|false|computer|ios|Linux"
        )
    }

    @Test("C06, T1: unknown values are empty, never missing")
    func unknown() {
        #expect(values(nil, isCached: false) == "sendTrackingData authentication false|||false|computer|ios|Linux")
        #expect(
            values(token(userID: nil), hardwareType: nil)
                == "sendTrackingData authentication true|NorthCable||true|unknown|ios|Linux")
    }

    @Test("C06, T1: the user id itself never shows")
    func userIDHidden() {
        #expect(!values(token(userID: "SECRET-77")).contains("SECRET-77"))
    }

    @Test(
        "C06: the documented device types",
        arguments: [
            ("Desktop", "computer"), ("GamesConsole", "gameconsole"), ("Tablet", "tablet"),
            ("MobilePhone", "mobile"), ("MediaPlayer", "unknown"), ("SetTopBox", "unknown"), ("TV", "unknown"),
            ("Unknown", "unknown"), ("", "unknown"), ("desktop", "unknown"), (nil, "unknown"),
        ] as [(String?, String)])
    func deviceTypes(_ hardwareType: String?, _ expected: String) {
        #expect(Tracking.deviceType(hardwareType: hardwareType) == expected)
    }
}
