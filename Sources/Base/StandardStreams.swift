#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Standard input, output and error of this process.
package enum StandardStreams {
    /// Takes the places of those the process was started without, so that no file or connection opened later gets one, and
    /// with it what a person is told. Reading and writing there fail as before. First of all in a program.
    package static func fill() {
        for (file, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(file, F_GETFD) < 0 {
            // It gets the lowest number that is free: this one.
            _ = open("/dev/null", mode)
        }
    }
}
