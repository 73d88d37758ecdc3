@testable import AccessEnabler

/// The contract of step 2, as sentences about a situation. Written from its rows, knowing nothing of the machine.
extension RequestorSituation {
    var configurationCode: String? {
        guard case .fails(let stage, let code) = configuration else { return nil }
        switch (stage, code) {
        case (_, .unreachable), (_, .timedOut), (_, .cancelled): return "CFG404"
        case (_, .tls): return "SEC420"
        case (_, .throttled): return "CFG429"
        case (.registration, _): return "R400"
        case (.accessToken, _), (_, .status(401)): return "R401"
        case (_, .status(400)), (_, .status(404)): return "CFG400"
        case (_, .status(403)): return "SEC403"
        case (_, .status(503)): return "CFG503"
        default: return "CFG500"
        }
    }

    /// The seven conditions, each by itself.
    var conditions: [String: Bool] {
        var isSignedIn = false
        if case .signedIn = platform { isSignedIn = true }
        var isIntegrated = true
        var isSSOEnabled = true
        if case .lists(let integration) = configuration {
            isIntegrated = integration != .notIntegrated
            isSSOEnabled = integration == .enabled
        }
        var isPermitted = true
        switch platform {
        case .denied, .undetermined: isPermitted = false
        default: break
        }
        return [
            "X1": isPermitted, "X2": isSignedIn, "X3": isSignedIn, "X4": isIntegrated, "X5": isSSOEnabled,
            "X6": start == .asksPlatform, "X7": saml == .given,
        ]
    }

    /// S2.X9.
    var hasValidToken: Bool { [.partner, .regular, .regularSwitchedOff].contains(stored) }

    /// Nothing stands in the way before the account is looked at.
    private var reachesPlatform: Bool { isStoreReadable && configurationCode == nil }

    private func hold(_ names: String...) -> Bool { names.allSatisfy { conditions[$0] == true } }

    /// The stored tokens are looked at once somebody is signed in.
    private var reachesStored: Bool { reachesPlatform && hold("X1", "X2", "X3") }

    /// The service is asked to start the exchange.
    var reachesStart: Bool {
        reachesStored && stored != .unreadable && !hasValidToken && hold("X4", "X5")
    }

    var reachesSAML: Bool { reachesStart && hold("X6") }

    /// All seven hold, and nothing makes the exchange needless.
    var isExchanged: Bool { reachesSAML && hold("X7") }

    var isSaved: Bool { isExchanged ? !isExchangeRefused : reachesStart && start == .partner }

    /// The one E, C or store code, and the outcome.
    var ending: (code: String?, status: Int) {
        guard isStoreReadable else { return ("500", 0) }
        if let configurationCode { return (configurationCode, 0) }
        switch platform {
        case .denied: return ("VSA403", 1)
        case .undetermined: return ("VSA404", 1)
        case .failed: return ("APPL_ERROR", 1)
        default: break
        }
        if reachesStored, stored == .unreadable { return ("500", 0) }
        if reachesSAML {
            switch saml {
            case .denied: return ("VSA403", 1)
            case .undetermined: return ("VSA404", 1)
            case .failed: return ("APPL_ERROR", 1)
            default: break
            }
        }
        return (nil, 1)
    }

    /// Every callback, in order.
    var callbacks: [String] {
        var codes: [String] = []
        if isStoreReadable, isClockOff { codes.append("status CFG100 warning") }
        if isStoreReadable, hasForeignTokens { codes.append("status SEC412 warning") }
        if let code = ending.code { codes.append("status \(code) \(code.hasPrefix("VSA") ? "info" : "error")") }
        return codes + ["setRequestorComplete \(ending.status)"]
    }

    /// S2.F: which partner tokens go. Nil = none; otherwise all but those of that provider.
    var removal: [String?] {
        guard reachesPlatform else { return [] }
        switch platform {
        case .noAccount: return [nil]
        case .signedIn: return [Self.provider]
        default: return []
        }
    }
}
