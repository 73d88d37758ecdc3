import Base

extension DeviceAccountDatabase {
    /// Tells each time the account or a permission has become another, whoever changed it.
    ///
    /// For a host that wants to act at once, with `setRequestor`, instead of when it comes to the foreground. Several
    /// changes close together may be told as one. The stream ends at once where the directory is not there and cannot be
    /// made, or the system has no watch or thread left; the next question sees every change all the same.
    public func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let last = Lock<State?>(nil)
            guard let bell = Bell(),
                let watch = DirectoryWatch(
                    directory, until: bell,
                    tell: {
                        // The content is compared: not every event is a change, and the lock on the file makes one whole.
                        let state = self.state()
                        let isChange = last.withLock { last in
                            defer { last = state ?? last }
                            return state != nil && state != last
                        }
                        if isChange { continuation.yield() }
                    })
            else { return continuation.finish() }
            // Read once it is watched: what changes in between is told.
            let now = state()
            last.withLock { $0 = now }
            continuation.onTermination = { _ in bell.ring() }
            if !OwnThread.detach(named: "DirectoryWatch", { while watch.step() {} }) { continuation.finish() }
        }
    }

    private struct State: Equatable {
        var account: DeviceAccount?
        var applications: [DeviceApplication]
    }

    /// Nil while it cannot be read.
    private func state() -> State? {
        guard let account = try? account(), let applications = try? applications() else { return nil }
        return State(account: account, applications: applications)
    }
}
