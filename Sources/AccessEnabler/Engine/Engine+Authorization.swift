import AdobePass
import Base
import EntitlementStore

extension Engine {
    /// A1, carried out: never a login.
    func checkAuthorization(_ wish: ResourceWish) async {
        await authorize(wish, await judgeAuthentication(), signsIn: false)
    }

    /// A2, carried out: a login first where there is none.
    func getAuthorization(_ wish: ResourceWish) async {
        await authorize(wish, await judgeAuthentication(), signsIn: true)
    }

    /// One wish to its one answer, or into the line of those that wait for a login.
    func authorize(_ wish: ResourceWish, _ check: CheckAuthentication.Decision, signsIn: Bool) async {
        var machine = GetAuthorization(
            GetAuthorization.Start(
                configuration: configurationInForce, check: check, resource: wish.resource, data: wish.data,
                signsIn: signsIn))
        let deadline = Deadline(in: surroundings.verbLimit, on: surroundings.clock)
        var actions = machine.begin()
        while !actions.isEmpty {
            if Task.isCancelled { return }
            let action = actions.removeFirst()
            if case .signIn = action { return await signIn(for: wish, check) }
            if let event = await carryOut(action, wish.resource, deadline) { actions += machine.handle(event) }
        }
    }

    /// A2: a wish whose login failed, or was given up.
    func refuse(_ wish: ResourceWish, _ code: AuthorizationErrorCode) {
        conclude(
            GetAuthorization.Conclusion(
                resource: wish.resource, status: nil, outcome: .failed(code, ""), token: nil, isCached: false))
    }

    /// A login that waits for a person already is joined; else one begins.
    private func signIn(for wish: ResourceWish, _ check: CheckAuthentication.Decision) async {
        if flow != nil {
            flow?.waiting.append(wish)
        } else {
            if pendingLogout != nil { concludeLogout() }  // L4
            await signIn(check, data: wish.data, waiting: [wish])
        }
    }

    private func carryOut(
        _ action: GetAuthorization.Action, _ resource: String, _ deadline: Deadline
    ) async -> GetAuthorization.Event? {
        switch action {
        case .signIn: break
        case .lookUp(let token): return .kept(keptAuthorization(of: resource, token), now: now)
        case .ask(let request, let token):
            let call = serviceCall(deviceID: token.deviceID, deadline: deadline)
            let answer = await answer(.error, "authorization") { () async throws(ServiceError) in
                try await surroundings.services.service(at: token.serviceURL).authorize(request, call: call)
            }
            return .answered(answer, now: now)
        case .askMediaToken(let request, let token):
            let call = serviceCall(deviceID: token.deviceID, deadline: deadline)
            return .mediaToken(
                await answer(.error, "media token") { () async throws(ServiceError) in
                    try await surroundings.services.service(at: token.serviceURL).mediaToken(request, call: call)
                })
        case .keep(let authorization, let token):
            _ = attempt("keeping an authorization") { store throws(StoreError) in
                try store.save(authorization, under: token, at: now)
            }
        case .drop(let token):
            _ = attempt("dropping an authorization") { store throws(StoreError) in
                try store.removeAuthorization(of: resource, under: token)
            }
        case .conclude(let conclusion): conclude(conclusion)
        }
        return nil
    }

    /// What is kept for a resource; a store that cannot tell costs a question to the service, no more.
    func keptAuthorization(of resource: String, _ token: AuthenticationToken) -> AuthorizationToken? {
        let kept = attempt("authorization") { store throws(StoreError) in
            try store.authorization(of: resource, under: token)
        }
        return kept ?? nil
    }

    private func conclude(_ conclusion: GetAuthorization.Conclusion) {
        surroundings.mailbox.post(conclusion.callbacks(hardwareType: hardwareType))
    }
}
