// The code of the article "Testing your host", compiled and run. DocumentedCodeTests compares the two.
import AccessEnabler
import PassSimulator
import PlatformAccount
import Testing

/// Your host, or as much of it as a test needs: what it hears goes into a stream.
final class HostUnderTest: AccessEnablerDelegate {
    let heard: AsyncStream<String>
    private let hears: AsyncStream<String>.Continuation

    init() { (heard, hears) = AsyncStream.makeStream() }

    func setRequestorComplete(_ status: Int) { hears.yield("ready \(status)") }
    func setAuthenticationStatus(_ status: Int, errorCode: String) { hears.yield("signed in \(status) \(errorCode)") }
    func status(_ status: AdvancedStatus) { hears.yield(status.errorID) }
    func navigateToUrl(_ url: String) { hears.yield(url) }

    /// The next thing heard that starts so.
    func next(_ start: String) async -> String? {
        await heard.first { $0.hasPrefix(start) }
    }
}

/// A service, a device and a clock that belong to one test.
struct Rehearsal {
    let clock = ManualClock(skips: [.backOff, .pace])
    let simulator: PassSimulator
    let account = ScriptedPlatformAccount()
    let host = HostUnderTest()
    let core: AccessEnablerCore

    init(storeDirectory: String) throws {
        simulator = try PassSimulator(clock: clock)
        core = AccessEnablerCore(
            softwareStatement: simulator.softwareStatement, applicationID: "com.example.tv",
            service: .restV2At(simulator.baseURL), platformAccount: account,
            settings: Settings(storeDirectory: storeDirectory, clock: clock), delegate: host)
    }

    /// Somebody is signed in at the device's TV provider, and this application may know.
    func signInOnDevice() {
        let identityProvider = simulator.identityProvider
        account.change {
            $0.permission = .granted
            $0.account = .init(providerIdentifier: "northcable_apple")
            $0.saml = .endpoint { provider, token, attributes in
                await identityProvider.samlResponse(
                    provider: provider, verificationToken: token, attributes: attributes)
            }
        }
    }
}

func aDeviceAccountSignsInSilently(_ rehearsal: Rehearsal) async {
    rehearsal.signInOnDevice()
    rehearsal.core.setRequestor("NORTHSTAR")
    rehearsal.core.checkAuthentication()
    #expect(await rehearsal.host.next("signed in") == "signed in 1 ")
}

func aPersonSignsInAtThePage(_ rehearsal: Rehearsal) async {
    rehearsal.core.setRequestor("NORTHSTAR")
    rehearsal.core.setSelectedProvider("NorthCable")
    rehearsal.core.getAuthentication()
    let page = await rehearsal.host.next("http://127.0.0.1") ?? ""
    let end = await SimulatedPerson().signIn(at: page, username: "viewer", password: "secret")
    if case .redirected(let url) = end { rehearsal.core.handleExternalURL(url) }
    #expect(await rehearsal.host.next("signed in") == "signed in 1 ")
}

func aSignInEnds(_ rehearsal: Rehearsal) async {
    await aDeviceAccountSignsInSilently(rehearsal)
    rehearsal.account.change { $0.account = nil }
    rehearsal.clock.advance(by: .seconds(6 * 3600))
    rehearsal.core.checkAuthentication()
    #expect(await rehearsal.host.next("N") == "N000")
    #expect(await rehearsal.host.next("signed in") == "signed in 0 USER_NOT_AUTHENTICATED_ERROR")
}

func theServiceIsDown(_ rehearsal: Rehearsal) async {
    let failure = Fault(.status(503, body: "", contentType: "text/plain", headers: [:]))
    rehearsal.simulator.setFault(failure, at: .v2Configuration)
    rehearsal.core.setRequestor("NORTHSTAR")
    #expect(await rehearsal.host.next("ready") == "ready 0")
    #expect(rehearsal.simulator.requests(at: .v2Configuration).count > 1)
}
