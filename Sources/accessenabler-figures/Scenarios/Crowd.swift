import AccessEnabler
import Base

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the child of `CrowdFigures` does.
enum Crowd {
    static func run(count: Int, service: Service) {
        raiseDescriptorLimit()
        let folder = TemporaryFolder()
        let platform = IdentityEndpoint(service: service.baseURL).platform(signedInAt: "northcable_apple")
        let members = (0..<count).map { _ in Member() }
        let base = Usage.memory
        let start = ContinuousClock.now
        let cores = members.enumerated().map { number, member in
            let core = AccessEnablerCore(
                softwareStatement: service.softwareStatement, applicationID: "figures-\(number)",
                service: .restV1At(service.baseURL), platformAccount: platform,
                settings: Settings(storeDirectory: folder.path, log: SilentLog()), delegate: member.counter)
            core.setRequestor("NORTHSTAR")
            core.checkAuthentication()
            return core
        }
        let signedIn = members.count { $0.counter.wait() == 1 }
        let seconds = (ContinuousClock.now - start).seconds
        print("signed-in \(signedIn)\nseconds \(seconds)\nbase \(base)\npeak \(Usage.peakMemory)")
        withExtendedLifetime(cores) {}
    }

    private struct Member {
        let counter = VerdictCounter()

        init() {
            counter.expect(1)
        }
    }

    /// Each store has its file and two lock files open.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        getrlimit(kind, &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(kind, &limit)
    }
}
