// The code of the article "Hosting the core", compiled. DocumentedCodeTests compares the two.
import AccessEnabler
import Dispatch

/// A host that shows what it hears.
final class Player: AccessEnablerDelegate {
    func setRequestorComplete(_ status: Int) {
        print(status == 1 ? "ready" : "no configuration: try again later")
    }

    func setAuthenticationStatus(_ status: Int, errorCode: String) {
        print(status == 1 ? "signed in" : "signed out: \(errorCode)")
    }

    func status(_ status: AdvancedStatus) {
        print(status.level.rawValue, status.errorID, status.message ?? "")
    }

    func setMetadataStatus(
        _ metadata: JSONValue?, encrypted: Bool, forKey key: MetadataKey, arguments: [String: String]
    ) {
        print(key, metadata?.text ?? "unknown")
    }
}

func start(_ statement: String, _ account: any PlatformAccountBackend, _ player: Player) -> AccessEnablerCore {
    var settings = Settings()
    settings.http.certificateAuthorityFile = "/etc/ssl/operator.pem"
    settings.callbackExecutor = { work in DispatchQueue.main.async(execute: work) }
    let core = AccessEnablerCore(
        softwareStatement: statement, applicationID: "com.example.tv", platform: .tvOS,
        platformAccount: account, settings: settings, delegate: player)
    core.setRequestor("REF30")
    core.checkAuthentication()
    core.getMetadata(.userMetadata("tokenSource"))
    return core
}
