public import Base
import Foundation

/// The Secret Service of the person's session (GNOME Keyring, KWallet, KeePassXC), by libsecret.
///
/// Items go to the default collection under the schema `AuthenticationServices`, with application, service and account as
/// attributes. A call may wait for the person to unlock the collection. Attributes can be read while it is locked.
public final class SecretServiceKeychain: KeychainStorage {
    private let library: SecretLibrary
    private let application: String
    private let schema: Schema

    /// The service of this session; nil when libsecret is not installed, there is no session bus, or nobody on it keeps
    /// secrets.
    ///
    /// - Parameter application: keeps the items of applications apart; nil = the programme's name.
    public init?(application: String? = nil) {
        let environment = ProcessInfo.processInfo.environment
        // Without a bus GLib would try to start one.
        let socket = (environment["XDG_RUNTIME_DIR"] ?? "/nonexistent") + "/bus"
        guard environment["DBUS_SESSION_BUS_ADDRESS"] != nil || FileManager.default.fileExists(atPath: socket),
            let library = SecretLibrary()
        else { return nil }
        var error: SecretLibrary.Pointer?
        guard let service = library.service(0, nil, &error) else {
            if let error { library.freeError(error) }
            return nil
        }
        library.freeObject(service)
        self.library = library
        self.application = application ?? ProcessInfo.processInfo.processName
        schema = Schema()
    }

    /// The secret kept under a service and account; nil = none.
    public func secret(service: String, account: String) throws(KeychainError) -> Secret? {
        try call(service, account) { (attributes, error) throws(KeychainError) in
            guard let text = library.lookup(schema.address, attributes, nil, &error) else { return nil }
            defer { library.freePassword(text) }
            return String(validatingCString: text).map { Secret($0) }
        }
    }

    /// Keeps a secret, in place of the one there.
    ///
    /// - Throws: `unwritable` also for a text with a NUL, which the service cannot keep.
    public func save(_ secret: Secret, service: String, account: String) throws(KeychainError) {
        guard !secret.exposed.utf8.contains(0) else {
            throw KeychainError(.unwritable, "a secret with a NUL cannot be kept")
        }
        _ = try call(service, account) { (attributes, error) throws(KeychainError) in
            library.store(
                schema.address, attributes, nil, "Sign-in of \(application)", secret.exposed, nil, &error)
        }
    }

    /// Forgets a secret, and tells whether there was one.
    @discardableResult
    public func remove(service: String, account: String) throws(KeychainError) -> Bool {
        try call(service, account) { (attributes, error) throws(KeychainError) in
            library.clear(schema.address, attributes, nil, &error) != 0
        }
    }

    /// The accounts of a service, the latest saved first, as far as the service's seconds tell.
    public func accounts(service: String) throws(KeychainError) -> [String] {
        let found = try call(service, nil) { (attributes, error) throws(KeychainError) in
            // SECRET_SEARCH_ALL
            let list = library.search(schema.address, attributes, 1 << 1, nil, &error)
            defer { library.freeList(list) }
            var found: [(account: String, modified: UInt64)] = []
            // GList: data, next, previous.
            var link = list
            while let current = link {
                let fields = current.assumingMemoryBound(to: SecretLibrary.Pointer?.self)
                if let item = fields[0] {
                    if let account = account(of: item) { found.append((account, library.modified(item))) }
                    library.freeObject(item)
                }
                link = fields[1]
            }
            return found
        }
        return found.sorted { $0.modified > $1.modified }.map(\.account)
    }

    private func account(of item: SecretLibrary.Pointer) -> String? {
        guard let table = library.attributes(item) else { return nil }
        defer { library.freeTable(table) }
        return library.valueOf(table, "account").flatMap { String(validatingCString: $0) }
    }

    /// Runs `body` with the attributes of an item, or of all of a service, and looks at the error it leaves.
    private func call<Value>(
        _ service: String, _ account: String?,
        _ body: (SecretLibrary.Pointer, inout SecretLibrary.Pointer?) throws(KeychainError) -> Value
    ) throws(KeychainError) -> Value {
        guard let table = library.newTable(library.stringHash, library.stringEqual) else {
            throw KeychainError(.unreadable, "no memory")
        }
        var texts: [UnsafeMutablePointer<CChar>?] = []
        defer {
            library.freeTable(table)
            for text in texts { free(text) }
        }
        let attributes =
            [("application", application), ("service", service)] + (account.map { [("account", $0)] } ?? [])
        for (name, value) in attributes {
            guard !value.utf8.contains(0), let name = strdup(name), let value = strdup(value) else {
                throw KeychainError(.unreadable, "a name with a NUL cannot be kept")
            }
            texts += [name, value]
            _ = library.insert(table, name, value)
        }
        var error: SecretLibrary.Pointer?
        let value = try body(table, &error)
        if let error {
            defer { library.freeError(error) }
            throw failure(error)
        }
        return value
    }

    /// GError: domain, code, message. The message is not repeated: it may name an item.
    private func failure(_ error: SecretLibrary.Pointer) -> KeychainError {
        let domain = error.load(as: UInt32.self)
        let code = error.load(fromByteOffset: 4, as: Int32.self)
        // SECRET_ERROR_IS_LOCKED
        if domain == library.errorDomain(), code == 2 {
            return KeychainError(.locked, "the person keeps the keychain locked")
        }
        return KeychainError(.unreadable, "the Secret Service failed (code \(code))")
    }
}

/// `SecretSchema`, laid out as the header of libsecret has it: name, flags, 32 pairs of name and type, reserved fields.
// @unchecked: written once here, and read by the library alone.
private final class Schema: @unchecked Sendable {
    private let memory = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 16)
    private var names: [UnsafeMutablePointer<CChar>?] = []

    init() {
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: 1024)
        names = ["AuthenticationServices", "application", "service", "account"].map { (name: String) in strdup(name) }
        memory.storeBytes(of: names[0], as: UnsafeMutablePointer<CChar>?.self)
        for index in 1...3 {
            // The pairs begin after pointer and flags, at 16; a text's type is 0.
            memory.storeBytes(of: names[index], toByteOffset: index * 16, as: UnsafeMutablePointer<CChar>?.self)
        }
    }

    deinit {
        memory.deallocate()
        for name in names { free(name) }
    }

    var address: UnsafeRawPointer { UnsafeRawPointer(memory) }
}
