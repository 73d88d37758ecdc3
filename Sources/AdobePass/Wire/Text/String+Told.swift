import Base

extension String {
    /// Whether an answer names another id than this one, which was asked about.
    ///
    /// What it does not name it does not deny.
    func isContradicted(by told: String?) -> Bool {
        told.map { !isSameID(as: $0) } ?? false
    }
}
