import Base

/// Dynamic client registration of one object: registers once, keeps the access token until just before its end, and
/// renews it once for all who wait.
///
/// What to do next is decided by `RegistrationStep`; here it is done. Before anything is renewed the store is looked
/// into, since another process or object may have renewed it meanwhile.
///
/// A failed renewal removes nothing: credentials leave the store only when others take their place.
actor ClientRegistration {
    private struct Renewal {
        let id: UInt64
        let refused: Refusal?
        let deadline: Deadline
        let task: Task<Result<Grant, ServiceError>, Never>
        var waiting = 0
    }

    private let calls: RegistrationCalls
    private let shelf: CredentialShelf
    private var current: StoredClient?
    private var deadClient: String?
    private var renewal: Renewal?
    private var lastID: UInt64 = 0

    init(calls: RegistrationCalls, shelf: CredentialShelf) {
        self.calls = calls
        self.shelf = shelf
    }

    private var clock: any DeviceClock { calls.connection.clock }

    /// A good access token other than the one refused.
    ///
    /// Whoever comes while one is being got waits for that one; cancelling one waiter or its deadline passing leaves the
    /// others theirs. The last to leave ends the renewal.
    func grant(
        refused: Refusal?, headers: [(name: String, value: String)], by deadline: Deadline
    ) async throws(ServiceError) -> Grant {
        while true {
            // A late 401 renews nothing twice: the token it speaks of is not the current one any more.
            if let token = current.flatMap(AccessToken.init), token.isGood(at: clock.now),
                refused?.allows(token) ?? true
            {
                return Grant(token: token)
            }
            let renewal = join(refused: refused, headers: headers, by: deadline)
            let outcome = await outcome(of: renewal, by: deadline)
            leave(renewal)
            switch outcome {
            case .success(let grant):
                // Begun for another reason it may have brought back what we were refused; begun for ours it is the
                // best there is, even if the service gave the same again.
                if renewal.refused == refused || refused?.allows(grant.token) ?? true { return grant }
            case .failure(let error):
                // Its time was shorter than ours.
                let endedEarly = error.code == .timedOut || error.code == .throttled
                guard endedEarly, renewal.deadline.uptime < deadline.uptime else { throw error }
            }
        }
    }

    // MARK: Waiting

    private func join(
        refused: Refusal?, headers: [(name: String, value: String)], by deadline: Deadline
    ) -> Renewal {
        var joined = renewal ?? start(refused: refused, headers: headers, by: deadline)
        joined.waiting += 1
        renewal = joined
        return joined
    }

    private func start(
        refused: Refusal?, headers: [(name: String, value: String)], by deadline: Deadline
    ) -> Renewal {
        lastID += 1
        let id = lastID
        return Renewal(
            id: id, refused: refused, deadline: deadline,
            task: Task {
                let outcome = await renew(refused: refused, headers: headers, by: deadline)
                if renewal?.id == id { renewal = nil }
                return outcome
            })
    }

    private func outcome(of renewal: Renewal, by deadline: Deadline) async -> Result<Grant, ServiceError> {
        let task = renewal.task
        do {
            return try await withTimeLimit(deadline.remaining(on: clock), on: clock) { await task.value }
        } catch is TimeLimitExceeded {
            return .failure(
                ServiceError(.accessToken, .timedOut, because: "the deadline passed before there was one"))
        } catch {
            return .failure(ServiceError(.accessToken, .cancelled, because: "cancelled while waiting for it"))
        }
    }

    private func leave(_ left: Renewal) {
        guard renewal?.id == left.id else { return }
        renewal?.waiting -= 1
        guard renewal?.waiting == 0 else { return }
        renewal = nil
        left.task.cancel()
    }

    // MARK: Renewing

    private func renew(
        refused: Refusal?, headers: [(name: String, value: String)], by deadline: Deadline
    ) async -> Result<Grant, ServiceError> {
        do throws(ServiceError) {
            return .success(try await obtain(refused: refused, headers: headers, by: deadline))
        } catch {
            return .failure(error)
        }
    }

    private func obtain(
        refused: Refusal?, headers: [(name: String, value: String)], by deadline: Deadline
    ) async throws(ServiceError) -> Grant {
        if case .client(let token) = refused { deadClient = token.clientID }
        let stored = await shelf.look().client
        var facts = RegistrationFacts(
            known: best(of: stored), refusedToken: refused?.token.secret, deadClient: deadClient)
        var hasReplacedClient = false
        while true {
            switch RegistrationStep.next(facts, now: clock.now) {
            case .use(let token):
                current = facts.known
                return Grant(token: token, hasReplacedClient: hasReplacedClient)
            case .register:
                hasReplacedClient = facts.known != nil
                let client = try await calls.register(headers: headers, by: deadline)
                if client.clientID == deadClient { deadClient = nil }
                facts.registered(await shelf.keep(client, replacing: stored?.clientID) ?? client)
            case .requestToken(let client):
                do throws(ServiceError) {
                    let renewed = try await calls.token(for: client, headers: headers, by: deadline)
                    current = renewed
                    await shelf.keep(renewed, replacing: stored?.clientID)
                    guard let token = AccessToken(renewed) else {
                        throw ServiceError(.accessToken, .unreadable, because: "the answer held none")
                    }
                    return Grant(token: token, isNew: true, hasReplacedClient: hasReplacedClient)
                } catch {
                    guard error.detail?.asksForRegistration == true else { throw error }
                    deadClient = client.clientID
                    guard facts.refused(client) else { throw error }
                    calls.connection.note(error, next: "registered again")
                }
            }
        }
    }

    /// The store's credentials, since others may have renewed them; ours when the store has none, or still those the
    /// service does not know, which could not be replaced.
    private func best(of stored: StoredClient?) -> StoredClient? {
        if let stored, stored.clientID != deadClient { return stored }
        return current ?? stored
    }
}
