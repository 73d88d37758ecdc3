// The simulator's code in the README, and the screen of the article "Hosting the core". DocumentedCodeTests compares.
import AccessEnabler
import PassSimulator
import PlatformAccount

func rehearse(_ host: Host) throws -> AccessEnablerCore {
    let simulator = try PassSimulator()  // requestor NORTHSTAR; MVPDs NorthCable, SouthSat, EastFiber
    let identityProvider = simulator.identityProvider
    let account = ScriptedPlatformAccount()
    account.change {
        $0.permission = .granted
        $0.account = .init(providerIdentifier: "northcable_apple")
        $0.saml = .endpoint { provider, token, attributes in
            await identityProvider.samlResponse(provider: provider, verificationToken: token, attributes: attributes)
        }
    }
    let core = AccessEnablerCore(
        softwareStatement: simulator.softwareStatement, applicationID: "com.example.tv",
        service: .restV2At(simulator.baseURL), platformAccount: account, delegate: host)
    core.setRequestor("NORTHSTAR")
    core.checkAuthentication()
    return core
}

@MainActor final class Screen: AccessEnablerDelegate {
    private var lines: [String] = []

    nonisolated func setRequestorComplete(_ status: Int) {
        MainActor.assumeIsolated { lines.append("ready: \(status)") }
    }

    nonisolated func setAuthenticationStatus(_ status: Int, errorCode: String) {
        MainActor.assumeIsolated { lines.append("signed in: \(status)") }
    }
}
