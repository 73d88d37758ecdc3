import Base

/// The requests asked last.
struct RequestLog: Sendable {
    /// How many are kept.
    static let capacity = 10_000

    private var records: [RequestRecord] = []
    /// The number of `records[0]`, counted from the start.
    private var first = 0

    /// The last ones, in order.
    var all: [RequestRecord] { Array(records.suffix(Self.capacity)) }

    /// The very last ones, in order, with their numbers.
    func last(_ count: Int) -> [(number: Int, record: RequestRecord)] {
        records.indices.suffix(count).map { (first + $0, records[$0]) }
    }

    /// Adds one and gives its number.
    mutating func append(_ record: RequestRecord) -> Int {
        // Trimmed now and then, so that it costs nothing a request.
        if records.count >= 2 * Self.capacity { drop(Self.capacity) }
        records.append(record)
        return first + records.count - 1
    }

    /// Notes what was answered, unless the record is gone.
    mutating func setStatus(_ status: Int, of number: Int) {
        guard records.indices.contains(number - first) else { return }
        records[number - first].status = status
    }

    /// Forgets them all.
    mutating func clear() { drop(records.count) }

    private mutating func drop(_ count: Int) {
        records.removeFirst(count)
        first += count
    }
}
