import Base

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// `accessenabler-conformance`: shows the list of conditions, or proves an implementation against it.
@main
struct Main {
    static func main() async {
        StandardStreams.fill()
        Interruption.watch()
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            if words.isEmpty {
                Output.tell(Arguments.usage)
                exit(ExitCode.couldNotRun.rawValue)
            }
            guard let command = try Arguments.command(words) else {
                Output.write(Arguments.usage)
                exit(ExitCode.holds.rawValue)
            }
            exit(try await command.run().rawValue)
        } catch let error as UsageError {
            Output.complain("\(error.message); accessenabler-conformance help tells how it goes")
        } catch {
            Output.complain(String(describing: error))
        }
        exit(ExitCode.couldNotRun.rawValue)
    }
}
