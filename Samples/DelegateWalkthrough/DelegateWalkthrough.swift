import AccessEnabler
import PlatformAccount
import SampleSupport
import Synchronization

/// The smallest host: one object, one delegate, and the verbs in the order an app calls them. Without `--service` a
/// simulated person signs in at a simulated service.
@main
struct DelegateWalkthrough {
    static func main() async throws {
        var options = SampleOptions.read(about: "DelegateWalkthrough: the smallest host, from sign-in to logout.")
        options.isAutomatic = options.service == nil
        let stage = Stage(options)
        // The way back from the browser, for a host without a web view of its own.
        let listener = try LoopbackListener()
        let host = Host(stage)
        let core = AccessEnablerCore(
            softwareStatement: stage.softwareStatement, applicationID: "com.example.walkthrough",
            service: stage.service, settings: stage.settings(redirect: listener), delegate: host)
        Task { for await redirect in listener.redirects { core.handleExternalURL(redirect.url) } }
        let interrupts = onInterrupt {
            say("")
            stage.leaveInterrupted()
        }
        core.setRequestor(stage.requestor)
        for await verb in host.verbs { verb(core) }
        interrupts.cancel()
        stage.leave()
    }
}

/// Each callback decides which verb comes next.
final class Host: AccessEnablerDelegate {
    let (verbs, next) = AsyncStream<@Sendable (AccessEnablerCore) -> Void>.makeStream()
    private let stage: Stage
    private let hasWatched = Mutex(false)

    init(_ stage: Stage) { self.stage = stage }

    func setRequestorComplete(_ status: Int) {
        say("setRequestorComplete(\(status))")
        stage.outcome.noteRequestor(status)
        if status == 1 { next.yield { $0.checkAuthentication() } } else { next.finish() }
    }

    func setAuthenticationStatus(_ status: Int, errorCode: String) {
        say("setAuthenticationStatus(\(status), \"\(errorCode)\")")
        stage.outcome.noteAuthentication(status, errorCode: errorCode)
        if status == 1 {
            _ = next.yield { $0.getAuthorization("Movies") }
            return
        }
        // A login that failed is not tried again.
        if hasWatched.withLock({ $0 }) || stage.outcome.failure != nil { return next.finish() }
        next.yield { $0.getAuthentication() }
    }

    func status(_ status: AdvancedStatus) {
        say("status \(status.errorID) (\(status.level.rawValue))")
        stage.outcome.note(status)
    }

    func displayProviderDialog(_ mvpds: [ConfiguredMVPD]) {
        say("displayProviderDialog(\(mvpds.map(\.displayName).joined(separator: ", ")))")
        let chosen = mvpds.last?.id
        next.yield { $0.setSelectedProvider(chosen) }
    }

    func navigateToUrl(_ url: String) {
        say("navigateToUrl(...)")
        Task { [stage] in await stage.openBrowser(url) }
    }

    func setToken(_ token: String, forResource resource: String) {
        say("setToken(a media token, \(resource))")
        stage.outcome.noteAuthorization(of: resource, errorCode: nil)
        end()
    }

    func tokenRequestFailed(_ resource: String, errorCode: String, errorDescription: String) {
        say("tokenRequestFailed(\(resource), \"\(errorCode)\", \"\(errorDescription)\")")
        stage.outcome.noteAuthorization(of: resource, errorCode: errorCode)
        end()
    }

    private func end() {
        hasWatched.withLock { $0 = true }
        next.yield { $0.logout() }
    }
}
