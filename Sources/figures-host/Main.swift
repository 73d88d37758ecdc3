import AccessEnabler
import Dispatch

/// A host with nothing else in it, for the figures of size and start: one verb, its verdict, the end.
///
/// Arguments: the folder of its store and, for a sign-in at a service, that one's URL; its software statement then comes
/// on standard input. It prints the verdict.
@main
struct Main {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first else { return }
        let url = arguments.dropFirst().first
        let host = Host()
        let core = AccessEnablerCore(
            softwareStatement: url == nil ? "" : readLine() ?? "", applicationID: "figures-host",
            service: url.map { .restV1At($0) } ?? .restV1, settings: Settings(storeDirectory: folder), delegate: host)
        if url == nil { core.checkAuthentication() } else { core.setRequestor("NORTHSTAR") }
        host.isTold.wait()
        withExtendedLifetime((core, host)) {}
    }
}

/// Prints the first verdict.
private final class Host: AccessEnablerDelegate {
    let isTold = DispatchSemaphore(value: 0)

    func setRequestorComplete(_ status: Int) { tell(status) }

    func setAuthenticationStatus(_ status: Int, errorCode: String) { tell(status) }

    private func tell(_ status: Int) {
        print(status)
        isTold.signal()
    }
}
