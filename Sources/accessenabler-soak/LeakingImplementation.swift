import AccessEnabler
import AccessEnablerConformance

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The core, with a descriptor and 64 KiB lost for each verb: to see that the soak finds what leaks.
struct LeakingImplementation: Implementation {
    let name = "leaks"
    let capabilities = InProcessImplementation().capabilities

    func make(
        _ context: ImplementationContext, receive: @escaping @Sendable (Callback) -> Void
    ) async throws -> any ImplementationInstance {
        Instance(instance: try await InProcessImplementation().make(context, receive: receive))
    }

    private struct Instance: ImplementationInstance {
        let instance: any ImplementationInstance

        func perform(_ verb: Verb) {
            _ = open("/dev/null", O_RDONLY | O_CLOEXEC)
            _ = memset(malloc(64 << 10), 1, 64 << 10)
            instance.perform(verb)
        }

        func release() { instance.release() }
    }
}
