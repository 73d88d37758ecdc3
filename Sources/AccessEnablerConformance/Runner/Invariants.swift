import AccessEnabler
import PassSimulator
import PlatformAccount

/// What holds in every case, whatever it is about.
enum Invariants {
    /// What of it does not hold.
    static func problems(_ conditionCase: ConditionCase, _ evidence: Evidence) -> [String] {
        var problems = pages(evidence.requests)
        for object in evidence.objects {
            problems += pickers(object)
            problems += platform(object)
            problems += authorizations(object)
            problems += fallbacks(object.callbacks, isWithoutSSO: conditionCase.conditions.contains("S4.N"))
        }
        if evidence.stuck == nil { problems += verdicts(conditionCase, evidence) + answers(evidence) }
        problems += mediaTokens(evidence)
        if evidence.pollsUnderWay > 0 { problems.append("the second screen is polled still") }
        return problems
    }

    /// The platform's picker: presented, then dismissed, one at a time.
    static func pickers(_ object: Evidence.Object) -> [String] {
        var problems: [String] = []
        var open: TVProviderDialog?
        for callback in object.callbacks {
            switch callback {
            case .presentTVProviderDialog(let dialog):
                if open != nil { problems.append("a picker was presented while another was open") }
                open = dialog
            case .dismissTVProviderDialog(let dialog):
                if open !== dialog { problems.append("a picker was dismissed that was not open") }
                open = nil
            case .displayProviderDialog, .navigateToUrl:
                if open != nil { problems.append("\(callback.text) came while a picker was open") }
            default: break
            }
        }
        // After a release no callback may come: the host drops its picker with the object.
        if open != nil, !object.isReleased { problems.append("a picker was never dismissed") }
        return problems
    }

    /// Pages are for iOS, codes for tvOS.
    static func platform(_ object: Evidence.Object) -> [String] {
        object.callbacks.compactMap { callback in
            switch callback {
            case .navigateToUrl where object.platform == .tvOS: "navigateToUrl came on tvOS"
            case .status(let status) where status.errorID == "REGCODE" && object.platform == .iOS: "REGCODE came on iOS"
            default: nil
            }
        }
    }

    /// Exactly one code, right before the host's own list; none when no MVPD supports single sign-on.
    private static func fallbacks(_ callbacks: [Callback], isWithoutSSO: Bool) -> [String] {
        let told = callbacks.filter { $0.kind != .sendTrackingData }
        return told.indices.filter { told[$0].kind == .displayProviderDialog }.compactMap { place in
            let count = told[..<place].reversed().prefix { isFallbackCode($0) }.count
            let due = isWithoutSSO ? 0 : 1
            return count == due ? nil : "\(count) codes came before displayProviderDialog, \(due) is due"
        }
    }

    private static func isFallbackCode(_ callback: Callback) -> Bool {
        guard case .status(let status) = callback else { return false }
        return ["VSA403", "VSA404", "VSA503", "N003", "N004", "N005"].contains(status.errorID)
    }

    /// One verdict for each login, check and logout.
    private static func verdicts(_ conditionCase: ConditionCase, _ evidence: Evidence) -> [String] {
        let asked = evidence.verbs.count { verb in
            switch verb {
            case .checkAuthentication, .getAuthentication, .logout: true
            default: false
            }
        }
        let due = asked + conditionCase.moreVerdicts
        let came = evidence.callbacks.count { $0.kind == .setAuthenticationStatus }
        return came == due ? [] : ["\(came) verdicts came, \(due) are due"]
    }

    /// T3: each authorization is tracked at once, and nothing else is tracked as one.
    static func authorizations(_ object: Evidence.Object) -> [String] {
        let callbacks = object.callbacks
        var problems: [String] = []
        for (place, callback) in callbacks.enumerated() {
            let next = place + 1 < callbacks.count ? callbacks[place + 1] : nil
            // After a release nothing may come any more.
            if callback.isAuthorization, next?.isAuthorizationTracking != true, next != nil || !object.isReleased {
                problems.append("\(callback.text) was not tracked at once")
            }
            if callback.isAuthorizationTracking, place == 0 || !callbacks[place - 1].isAuthorization {
                problems.append("an authorization was tracked that nobody was told of")
            }
        }
        return problems
    }

    /// One answer for each question about resources and providers; none may be missing unless an object was released.
    private static func answers(_ evidence: Evidence) -> [String] {
        let isReleased = evidence.objects.contains { $0.isReleased }
        let came = evidence.callbacks.map(\.kind)
        func check(_ what: String, _ asked: Int, _ answers: Int) -> [String] {
            answers == asked || (isReleased && answers < asked) ? [] : ["\(answers) \(what) came, \(asked) are due"]
        }
        let verbs = evidence.verbs
        return check(
            "answers to authorizations", verbs.count { $0.isAuthorization },
            came.count { $0 == .setToken || $0 == .tokenRequestFailed })
            + check(
                "preauthorizedResources",
                verbs.count { if case .checkPreauthorizedResources = $0 { true } else { false } },
                came.count { $0 == .preauthorizedResources })
            + check(
                "answers to preauthorize", verbs.count { if case .preauthorize = $0 { true } else { false } },
                came.count { $0 == .preauthorizeResponse })
            + check(
                "selectedProvider", verbs.count { $0 == .getSelectedProvider },
                came.count { $0 == .selectedProvider })
    }

    /// A media token is for one use: none is handed out twice, none is kept, and each is
    /// good for its resource.
    private static func mediaTokens(_ evidence: Evidence) -> [String] {
        let tokens = evidence.everything.mediaTokens
        return (Set(tokens).count < tokens.count ? ["a media token was handed out twice"] : [])
            + (evidence.keepsMediaToken ? ["a media token lies in the store"] : [])
            + evidence.unplayable
    }

    /// L18: pages are for a person's browser alone.
    private static func pages(_ requests: [RequestRecord]) -> [String] {
        let browsers: Set<Endpoint> = [
            .authenticate, .loginPage, .loginForm, .logoutPage, .activationPage, .activationForm, .activationOutcome,
        ]
        return requests.filter { browsers.contains($0.endpoint) }.map { "\($0.path), a page, was asked for" }
    }
}

extension [Callback] {
    /// The media tokens handed out.
    var mediaTokens: [String] {
        compactMap { if case .setToken(let token, _) = $0, !token.isEmpty { token } else { nil } }
    }

    /// The callbacks, for people.
    var inWords: String { isEmpty ? "nothing" : map(\.text).joined(separator: ", then ") }

    /// Device ids and media tokens told, which nobody may see. What is shorter than any real one is none, and hidden
    /// it would only spoil the words of a report.
    var secretsTold: [String] { Set(deviceIDs + mediaTokens).filter { $0.utf8.count >= 16 } }

    /// The device ids told.
    var deviceIDs: [String] {
        compactMap { callback in
            guard case .setMetadataStatus(.string(let text)?, _, .deviceID, _) = callback else { return nil }
            return text.isEmpty ? nil : text
        }
    }
}

extension Callback {
    fileprivate var isAuthorization: Bool { kind == .setToken || kind == .tokenRequestFailed }
    fileprivate var isAuthorizationTracking: Bool {
        if case .sendTrackingData(_, .authorization) = self { true } else { false }
    }
}

extension Verb {
    fileprivate var isAuthorization: Bool {
        switch self {
        case .checkAuthorization, .getAuthorization: true
        default: false
        }
    }
}
