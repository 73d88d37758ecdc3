#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// `accessenabler-conformance`: shows the list of conditions, or proves an implementation against it.
@main
struct Main {
    static func main() async {
        do {
            guard let command = try Arguments.command(Array(CommandLine.arguments.dropFirst())) else {
                Output.write(Arguments.usage)
                exit(0)
            }
            exit(try await command.run().rawValue)
        } catch let error as UsageError {
            Output.complain(
                "accessenabler-conformance: \(error.message); accessenabler-conformance help tells how it goes\n")
        } catch {
            Output.complain("accessenabler-conformance: \(error)\n")
        }
        exit(ExitCode.couldNotRun.rawValue)
    }
}
