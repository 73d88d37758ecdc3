import AdobePass
import FoundationEssentials
import VideoSubscriberAccount

/// The eleven steps of the "Apple SSO Cookbook (REST API V1)", walked by a host itself.
///
/// Each step tells its outcome and which one comes next; the numbers are the cookbook's.
struct Cookbook {
    /// How a person signs in at the MVPD's own page: in a browser here, or with the code on a second screen.
    typealias Person = @Sendable (LoginSession) async -> Void

    let service: RESTv1
    let accounts: VSAccountManager
    /// Shows the platform's picker; the manager holds it weakly.
    let picker: PickerHost
    let requestor: String
    let platform: PlatformBehaviour
    let deviceID: Secret
    let clock: any DeviceClock
    /// Which MVPD the person picks in the app's own list when the platform names none; nil = nobody picks.
    let pick: @Sendable ([ConfiguredMVPD]) -> ConfiguredMVPD?
    let person: Person
    let tell: @Sendable (Line) -> Void

    /// One step's outcome.
    struct Line: Sendable, Equatable {
        var step: Int
        var outcome: String
    }

    /// Walks until the viewer is authenticated (true) or has given up (false).
    func signIn() async throws -> Bool {
        if try await service.hasAuthentication(requestor: requestor, call: call) {
            return done(1, "a valid token is there")
        }
        say(1, "no valid token")
        let silent = await silentAccount()
        let configuration = try await service.configuration(of: requestor, call: call).configuration
        if let silent {
            say(2, "signed in at the platform with \(silent.provider)")
            return try await exchange(silent, configuration)
        }
        say(2, "not signed in at the platform, or no permission")
        say(3, "configuration with \(configuration.mvpds.count) MVPDs")
        switch await askAccount(configuration) {
        case .signedIn(let account):
            say(5, "the person signed in with \(account.provider)")
            return try await exchange(account, configuration)
        case .unsupported(let mvpd):
            say(5, "\(mvpd.displayName) was picked, which has no single sign-on")
            return try await regularLogin(mvpd, configuration)
        case .nobody(let why):
            say(5, "no account: \(why)")
            return try await regularLogin(pick(configuration.mvpds), configuration)
        }
    }

    /// Signs out; a platform account stays, and the person is told where to sign out of it.
    func signOut(mvpd: String) async throws {
        let metadata = try? await service.userMetadata(requestor: requestor, mvpd: mvpd, call: call)
        let isPartner = metadata?.values["tokenSource"] == .string("Apple")
        let request = LogoutRequest(
            requestor: requestor, mvpd: mvpd, isPartner: isPartner, redirectURL: "adobepass://ios.app")
        let page = try await service.logout(request, call: call)
        say(12, "signed out at the service")
        if isPartner {
            say(12, "tokenSource is Apple: sign out in Settings > TV Provider too")
        } else if platform == .iOS, let page {
            say(12, "the MVPD's logout page: \(page.prefix { $0 != "?" })")
        }
    }

    var call: ServiceCall {
        ServiceCall(deadline: Deadline(in: .seconds(60), on: clock), deviceID: deviceID, platform: platform)
    }

    func say(_ step: Int, _ outcome: String) {
        tell(Line(step: step, outcome: outcome))
    }

    func done(_ step: Int, _ outcome: String) -> Bool {
        say(step, outcome)
        say(11, "authenticated: ask for the resource's authorization")
        return true
    }
}
