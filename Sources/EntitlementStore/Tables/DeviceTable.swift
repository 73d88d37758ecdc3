internal import Base

/// The device id in the store.
extension SQLiteFile {
    /// What is stored: nothing, a usable id, or something else.
    enum StoredDeviceID {
        case none
        case usable(String)
        case unusable
    }

    func storedDeviceID() throws(SQLiteError) -> StoredDeviceID {
        let stored = try rows("SELECT id FROM device") { (row) throws(SQLiteError) -> String? in
            // Of a wrong type or not UTF-8: no damage to the rest, the id is replaced (S08).
            try? row.text(0)
        }
        guard let first = stored.first else { return .none }
        guard let id = first, DeviceID.isUsable(id) else { return .unusable }
        return .usable(id)
    }

    func storeDeviceID(_ id: String) throws(SQLiteError) {
        try run("INSERT OR REPLACE INTO device (row, id) VALUES (1, ?)", [.text(id)])
    }
}
