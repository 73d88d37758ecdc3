internal import FoundationEssentials

/// The damaged databases kept beside a database, as `<name>.corrupt-<n>`; a higher n is later.
struct DamagedFiles {
    /// How many are kept: enough to look into a fault, few enough not to fill a small disk.
    static let limit = 3
    /// What SQLite keeps beside a database, by the end of its name.
    static let companions = ["-journal", "-wal", "-shm"]

    private let path: String

    init(of path: String) {
        self.path = path
    }

    /// Moves the database here and drops the oldest of too many. Returns the new file name.
    func add() throws(SQLiteError) -> String {
        let earlier = numbers()
        let number = (earlier.last ?? 0) + 1
        // The companions first: if this ends in the middle, the database is found damaged again, never a
        // journal without its database.
        for suffix in Self.companions + [""] {
            if try PrivateFile.move(path + suffix, to: name(number) + suffix) {
                PrivateFile.restrict(name(number) + suffix)
            }
        }
        for number in earlier.dropLast(Self.limit - 1) { try remove(number) }
        return PrivateFile.name(of: name(number))
    }

    /// Removes them all.
    func removeAll() throws(SQLiteError) {
        for number in numbers() { try remove(number) }
    }

    private func name(_ number: Int) -> String {
        "\(path).corrupt-\(number)"
    }

    private func remove(_ number: Int) throws(SQLiteError) {
        for suffix in Self.companions + [""] { try PrivateFile.remove(name(number) + suffix) }
    }

    /// In ascending order. A directory that cannot be read holds none we could remove.
    private func numbers() -> [Int] {
        let prefix = PrivateFile.name(of: path) + ".corrupt-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: PrivateFile.directory(of: path))) ?? []
        let numbers = names.filter { $0.hasPrefix(prefix) }.compactMap { name in
            Int(name.dropFirst(prefix.count).prefix { $0 != "-" })
        }
        return Set(numbers).sorted()
    }
}
