import AdobePass
import Base
import EntitlementStore

/// A logout whose page the host shows.
struct PendingLogout {
    let id: Int
    let limit: Task<Void, Never>
}

extension Engine {
    /// Logout, carried out (L1 to L4): the local tokens go first, so that nothing the service does can keep them.
    func logout() async {
        endFlow()  // S4.W, L4
        selection = nil
        preauthorizations = [:]
        let stored = attempt("reading tokens") { store throws(StoreError) in
            try store.tokens(requestor: requestor ?? "", service: surroundings.storeService)
        }
        guard let stored else { return concludeLogout(failedBy: .storeUnreadable) }  // Always: nothing is deleted
        let deadline = Deadline(in: surroundings.logoutLimit, on: surroundings.clock)
        var pages: [String] = []
        for action in Logout.decide(stored, platform: surroundings.platform) {
            switch action {
            case .emit(let status): tell(.status(status))
            case .removeAllTokens:
                let removed: Void? = attempt("removing tokens") { store throws(StoreError) in
                    try store.removeAllTokens()
                }
                // To say "signed out" would not last.
                if removed == nil { return concludeLogout(failedBy: .storeUnreadable) }
            case .tellService(let token):
                if let page = await tellService(token, deadline) { pages.append(page) }
            case .openPage: openPage(pages.first, deadline)
            case .conclude: concludeLogout()
            }
        }
    }

    /// Status 0, without tracking (T1).
    func concludeLogout(failedBy status: AdvancedStatus? = nil) {
        pendingLogout?.limit.cancel()
        pendingLogout = nil
        if let status { tell(.status(status)) }
        let code: AuthenticationErrorCode = status == nil ? .notAuthenticated : .generic
        tell(.setAuthenticationStatus(0, errorCode: code.rawValue))
    }

    /// Ends the sign-in at the service within the logout's limit; gives the address of the MVPD's logout page.
    private func tellService(_ token: AuthenticationToken, _ deadline: Deadline) async -> String? {
        let service = surroundings.services.service(at: token.serviceURL)
        let request = LogoutRequest(
            requestor: token.requestor, mvpd: token.mvpd, isPartner: token.kind == .partner,
            redirectURL: redirect(useSVC: options.handleSVC).text)
        let call = serviceCall(
            deviceID: token.deviceID, deadline: deadline)
        let page = await ask(.error, "logout") { () async throws(ServiceError) in
            try await service.logout(request, call: call)
        }
        return page ?? service.logoutURL(request)
    }

    /// L3: the host shows the page; without a usable one the logout ends at once.
    private func openPage(_ url: String?, _ deadline: Deadline) {
        let isLate = deadline.remaining(on: surroundings.clock) <= .zero
        guard let url, isUsableLoginURL(url), !isLate else { return concludeLogout() }
        lastFlow += 1
        let (id, clock, post) = (lastFlow, surroundings.clock, surroundings.post)
        pendingLogout = PendingLogout(
            id: id,
            limit: Task {
                // What is left now: this may begin late.
                let rest = deadline.remaining(on: clock)
                do { try await clock.sleep(for: rest, reason: .deadline) } catch { return }
                post(.logoutTimedOut(flow: id))
            })
        tell(.navigateToUrl(url, useSVC: options.handleSVC))
    }
}
