import Base

/// Dates as the service writes them.
enum ServiceDate {
    static func parse(_ text: String) -> Timestamp? {
        nil
    }
}
