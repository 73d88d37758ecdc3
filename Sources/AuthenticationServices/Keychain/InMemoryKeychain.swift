public import Base

/// A keychain that is gone with this object: for tests, and hosts that keep nothing.
public final class InMemoryKeychain: KeychainStorage {
    private struct Item {
        var service: String
        var account: String
        var secret: Secret
    }

    /// The latest saved last.
    private let items = Lock([Item]())

    /// An empty keychain.
    public init() {}

    /// The secret kept under a service and account; nil = none.
    public func secret(service: String, account: String) -> Secret? {
        items.withLock { items in items.first { Self.isMatch($0, service, account) }?.secret }
    }

    /// Keeps a secret, in place of the one there.
    public func save(_ secret: Secret, service: String, account: String) {
        items.withLock { Self.put(secret, service, account, &$0) }
    }

    /// Keeps what `change` makes of a secret, with nobody writing between.
    public func update(service: String, account: String, _ change: (Secret?) -> Secret?) {
        items.withLock { items in
            guard let fresh = change(items.first { Self.isMatch($0, service, account) }?.secret) else { return }
            Self.put(fresh, service, account, &items)
        }
    }

    private static func put(_ secret: Secret, _ service: String, _ account: String, _ items: inout [Item]) {
        items.removeAll { isMatch($0, service, account) }
        items.append(Item(service: service, account: account, secret: secret))
    }

    /// Forgets a secret, and tells whether there was one.
    @discardableResult
    public func remove(service: String, account: String) -> Bool {
        items.withLock { items in
            let count = items.count
            items.removeAll { Self.isMatch($0, service, account) }
            return items.count < count
        }
    }

    /// The accounts of a service, the latest saved first.
    public func accounts(service: String) -> [String] {
        items.withLock { items in items.filter { $0.service.isSameID(as: service) }.map(\.account).reversed() }
    }

    private static func isMatch(_ item: Item, _ service: String, _ account: String) -> Bool {
        item.service.isSameID(as: service) && item.account.isSameID(as: account)
    }
}
