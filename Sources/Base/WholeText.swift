#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A text could not be written to its end.
public struct WriteError: Error, Sendable, Hashable {
    /// The system's number of the error (`errno`).
    public let number: Int32

    /// The system's words for it.
    public var reason: String { String(cString: strerror(number)) }

    /// Nobody reads any more, as behind `| head -1`: no fault of anybody's.
    public var isReaderGone: Bool { number == EPIPE }
}

/// Writing to open files, past any buffer.
public enum WholeText {
    /// Writes all of a text; one that is interrupted goes on.
    public static func write(_ text: String, to file: Int32) throws(WriteError) {
        var text = text
        let failure: Int32 = text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                // Not `write`, which is this function here.
                #if canImport(Glibc)
                    let written = Glibc.write(file, start, rest.count)
                #elseif canImport(Musl)
                    let written = Musl.write(file, start, rest.count)
                #endif
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return written < 0 ? errno : EIO }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
            }
            return 0
        }
        if failure != 0 { throw WriteError(number: failure) }
    }

    /// Writes a program's answer to standard output.
    ///
    /// - Returns: nil, or what the program is to end with, since nobody has the whole answer: 2 after one line on standard
    ///   error that says why; where the reader is gone nothing is said, and it is 141, as if the signal had ended it. That
    ///   signal (`SIGPIPE`) has to be ignored.
    public static func answer(_ text: String, from program: String) -> Int32? {
        do {
            try write(text, to: STDOUT_FILENO)
            return nil
        } catch {
            if error.isReaderGone { return 128 + SIGPIPE }
            try? write("\(program): standard output cannot be written: \(error.reason)\n", to: STDERR_FILENO)
            return 2
        }
    }
}
