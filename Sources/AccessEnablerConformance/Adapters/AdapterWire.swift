import AccessEnabler
import Base
import Dispatch
import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The adapter's streams: a message a line.
final class AdapterWire: Sendable {
    private let output: Lock<Int32>
    private let numbers = Lock(0)
    private let flooded = Lock(false)

    init(output: Int32) {
        self.output = Lock(output)
    }

    /// A number no other message of this adapter has.
    func nextNumber() -> Int {
        numbers.withLock { number in
            number += 1
            return number
        }
    }

    /// A line was too long: what came after it was not read.
    var isFlooded: Bool { flooded.withLock { $0 } }

    /// Writes a message, whole.
    func send(_ kind: String, _ parts: [String: JSONValue]) {
        let line = JSONValue.object(parts.merging(["type": .string(kind)], uniquingKeysWith: { $1 })).line + "\n"
        // A kit that is gone is noticed at the end of the input.
        output.withLock { file in try? WholeText.write(line, to: file) }
    }

    /// The lines of a stream, until its end.
    func lines(of file: Int32) -> AsyncStream<[UInt8]> {
        let (lines, sink) = AsyncStream<[UInt8]>.makeStream()
        DispatchQueue(label: "conformance.serve").async { [flooded] in
            var buffer = LineBuffer()
            var part = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(file, &part, part.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                guard let complete = buffer.take(part.prefix(count)) else {
                    flooded.withLock { $0 = true }
                    break
                }
                for line in complete where !line.isEmpty { sink.yield(line) }
            }
            sink.finish()
        }
        return lines
    }
}
