// The host of the README, compiled. DocumentedCodeTests compares the two.
import AccessEnabler

final class Host: AccessEnablerDelegate {
    func setRequestorComplete(_ status: Int) { print("setRequestorComplete", status) }
    func setAuthenticationStatus(_ status: Int, errorCode: String) { print("authenticated:", status, errorCode) }
    func status(_ status: AdvancedStatus) { print("status", status.errorID) }
}

func signIn(_ statement: String, _ account: any PlatformAccountBackend, _ host: Host) -> AccessEnablerCore {
    let core = AccessEnablerCore(
        softwareStatement: statement, applicationID: "com.example.tv", platformAccount: account, delegate: host)
    core.setRequestor("REF30")
    core.checkAuthentication()
    return core
}

func nameThePlace(_ core: AccessEnablerCore) {
    core.setRequestor("REF30")  // production
    core.setRequestor("REF30", serviceProviders: ["https://sp.auth-staging.adobe.com"])  // staging
}
