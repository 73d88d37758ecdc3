import AccessEnabler
import AccessEnablerConformance
import Base
import PassSimulator
import Testing

/// A deliberately wrong implementation, and the condition it breaks.
struct Wrong: Sendable, CustomTestStringConvertible {
    let condition: String
    let implementation: any Implementation
    /// Cases of the condition that can show it, by a part of their titles; nil = all.
    var among: String?

    var testDescription: String { "\(condition): \(implementation.name)" }

    private static func callbacks(
        _ condition: String, _ name: String, among: String? = nil,
        _ change: @escaping WrongImplementation.Change
    ) -> Wrong {
        Wrong(condition: condition, implementation: WrongImplementation(name, each: change), among: among)
    }

    /// Keeps a callback back until the next one of another kind has come.
    private static func late(_ condition: String, _ name: String, _ isLate: @escaping @Sendable (Callback) -> Bool)
        -> Wrong
    {
        Wrong(
            condition: condition,
            implementation: WrongImplementation(name) {
                let kept = Lock<[Callback]>([])
                return { callback in
                    if isLate(callback) {
                        kept.withLock { $0.append(callback) }
                        return []
                    }
                    return [callback]
                        + kept.withLock { kept in
                            defer { kept = [] }
                            return kept
                        }
                }
            })
    }

    private static func code(_ callback: Callback, _ id: String) -> Bool {
        if case .status(let status) = callback { status.errorID == id } else { false }
    }

    /// Takes the first answer to a question for the answer to all later ones.
    private static func remembered(_ key: MetadataKey) -> @Sendable () -> WrongImplementation.Change {
        let first = Lock<JSONValue?>(nil)
        return {
            { callback in
                guard case .setMetadataStatus(let value?, let encrypted, key, let arguments) = callback,
                    callback.isMetadataOfACase
                else { return [callback] }
                let told = first.withLock { first in
                    if first == nil { first = value }
                    return first
                }
                return [.setMetadataStatus(told, encrypted: encrypted, key: key, arguments: arguments)]
            }
        }
    }

    private static func standing(_ condition: String, among: String? = nil) -> Wrong {
        var wrong = WrongImplementation("never looks at the clock again") { [$0] }
        wrong.context = { context in
            var context = context
            context.clock = StandingClock(context.clock)
            return context
        }
        return Wrong(condition: condition, implementation: wrong, among: among)
    }

    private static let signedOut = Callback.setAuthenticationStatus(0, errorCode: "USER_NOT_AUTHENTICATED_ERROR")

    static let all: [Wrong] = callbacksWrong + verbsWrong + stateWrong

    private static let callbacksWrong: [Wrong] = [
        callbacks("S2.E1", "never says VSA403", among: "denied, nobody") { code($0, "VSA403") ? [] : [$0] },
        callbacks("S2.E2", "completes twice", among: "nobody") { $0.isCompletion ? [$0, $0] : [$0] },
        late("S2.E3", "completes before it explains") { code($0, "APPL_ERROR") },
        late("S2.K", "warns of the clock afterwards") { code($0, "CFG100") },
        callbacks("S3.E2", "VSA403 where VSA404 is due") { [$0.code("VSA403", insteadOf: "VSA404")] },
        callbacks("S3.Z1", "forgets N000") { code($0, "N000") ? [] : [$0] },
        callbacks("S2.X", "says that somebody is signed in", among: "on iOS") {
            $0.isCompletion ? [$0, .setAuthenticationStatus(1, errorCode: "")] : [$0]
        },
        callbacks("S2.C1", "swallows errors", among: "unknown requestor") { callback in
            if case .status = callback { return [] }
            return callback.isCompletion ? [.setRequestorComplete(1)] : [callback]
        },
        callbacks("S3.Z4", "takes a partner token though single sign-on is off") { callback in
            if code(callback, "N000") { return [] }
            return callback.isAuthentication ? [.setAuthenticationStatus(1, errorCode: "")] : [callback]
        },
        callbacks("S4.E6a", "never dismisses the picker", among: "is closed") {
            $0.kind == .dismissTVProviderDialog ? [] : [$0]
        },
        callbacks("S4.E4", "N004 for another TV provider", among: "on tvOS") {
            [$0.code("N004", insteadOf: "N003")]
        },
        callbacks("S4.E5a", "shows the list twice", among: "nobody integrated") {
            $0.kind == .displayProviderDialog ? [$0, $0] : [$0]
        },
        callbacks("S4.N", "explains what needs no explanation", among: "on tvOS") { callback in
            guard callback.kind == .displayProviderDialog else { return [callback] }
            return [.status(AdvancedStatus(errorID: "N003", level: .info)), callback]
        },
        callbacks("S4.A", "success with an error code", among: "regular") { callback in
            guard case .setAuthenticationStatus(1, _) = callback else { return [callback] }
            return [.setAuthenticationStatus(1, errorCode: "USER_NOT_AUTHENTICATED_ERROR")]
        },
        callbacks("T1", "never tracks", among: "signed in on a Tablet") { $0.kind == .sendTrackingData ? [] : [$0] },
        late("T3", "tracks an authorization late") { $0.isAuthorizationTracking },
        callbacks("A3", "a media token for another resource") { callback in
            guard case .setToken(let token, _) = callback else { return [callback] }
            return [.setToken(token, resource: "another")]
        },
        callbacks("A4", "forgets the MVPD's words", among: "text") { callback in
            guard case .tokenRequestFailed(let resource, let code, _) = callback else { return [callback] }
            return [.tokenRequestFailed(resource: resource, errorCode: code, errorDescription: "")]
        },
        callbacks("A5", "another order", among: "in the order asked") { callback in
            guard case .preauthorizedResources(let resources) = callback else { return [callback] }
            return [.preauthorizedResources(resources.reversed())]
        },
        callbacks("L2", "VSA203 for everybody", among: "no token") { callback in
            guard case .setAuthenticationStatus(0, _) = callback else { return [callback] }
            return [.status(AdvancedStatus(errorID: "VSA203", level: .info)), callback]
        },
        callbacks("S4.P", "a Safari view controller for every page", among: "plain page") { callback in
            guard case .navigateToUrl(let url, _) = callback else { return [callback] }
            return [.navigateToUrl(url, useSVC: true)]
        },
    ]

    private static let verbsWrong: [Wrong] = [
        Wrong(
            condition: "S2.L",
            implementation: Meddler("answers only the first setRequestor") {
                let hasCome = Lock(false)
                return { verb, _ in
                    guard case .setRequestor = verb else { return .passed }
                    return hasCome.withLock { hasCome in
                        defer { hasCome = true }
                        return hasCome ? .answered([]) : .passed
                    }
                }
            }, among: "own completion"),
        Wrong(
            condition: "S3.Z3a",
            implementation: Meddler("keeps its first configuration") {
                let hasCome = Lock(false)
                return { verb, _ in
                    guard case .setRequestor = verb else { return .passed }
                    return hasCome.withLock { hasCome in
                        defer { hasCome = true }
                        return hasCome ? .answered([.setRequestorComplete(1)]) : .passed
                    }
                }
            }),
        Wrong(
            condition: "S4.E6b",
            implementation: Meddler("polls on after a cancel") { verb in
                guard case .setSelectedProvider(nil) = verb else { return .passed }
                return .answered([
                    .status(AdvancedStatus(errorID: "N005", level: .info)),
                    .setAuthenticationStatus(0, errorCode: "PROVIDER_NOT_SELECTED_ERROR"),
                ])
            }, among: "at the code"),
        Wrong(
            condition: "S4.F",
            implementation: Meddler("shows every provider") { verb in
                guard case .getAuthentication(let forced, _) = verb else { return .passed }
                return .replaced(.getAuthentication(forced: forced, filter: nil))
            }, among: "limits"),
        Wrong(
            condition: "M2.authorization",
            implementation: Meddler("takes one requestor for another") { verb in
                guard case .setRequestor(Programme.otherRequestor, let urls) = verb else { return .passed }
                return .replaced(.setRequestor(Programme.requestor, serviceProviders: urls))
            }, among: "another requestor"),
        Wrong(
            condition: "L4",
            implementation: Meddler("says it signed out, and did not") { verb in
                verb == .logout ? .answered([signedOut]) : .passed
            }, among: "the whole store goes"),
        Wrong(
            condition: "L1",
            implementation: Meddler("a logout nobody answers") { $0 == .logout ? .answered([]) : .passed },
            among: "past its life"),
        Wrong(
            condition: "Always.secrets",
            implementation: Meddler("talks of the person") {
                { verb, context in
                    if case .checkAuthentication = verb { context.log("the person is u-81") }
                    return .passed
                }
            }),
        Wrong(
            condition: "S4.R2",
            implementation: Meddler("takes any address for the redirect") { verb in
                guard case .handleExternalURL = verb else { return .passed }
                return .replaced(.handleExternalURL("adobepass://ios.app"))
            }, among: "foreign addresses"),
        Wrong(condition: "S3.Z1", implementation: SynchronousImplementation(), among: "nobody signed in"),
        Wrong(condition: "Always.release", implementation: LateImplementation(), among: "while the platform is asked"),
    ]

    private static let stateWrong: [Wrong] = [
        standing("S3.Z2a"), standing("S3.Z2b"), standing("A8", among: "life"),
        Wrong(
            condition: "S2.F",
            implementation: {
                var wrong = WrongImplementation("keeps the token when the account is gone") { [$0] }
                wrong.context = { context in
                    var context = context
                    context.platformAccount = NeverSignedOut(platform: context.platformAccount)
                    return context
                }
                return wrong
            }(), among: "signed out in Settings"),
        Wrong(
            condition: "M1",
            implementation: WrongImplementation(
                "metadata of the sign-in before", change: remembered(.userMetadata("tokenSource")))),
        Wrong(
            condition: "I2",
            implementation: WrongImplementation("another device id at each start") {
                let id = JSONValue.string("\(UInt64.random(in: 0...UInt64.max))")
                return { callback in
                    guard case .setMetadataStatus(_, let encrypted, .deviceID, let arguments) = callback,
                        callback.isMetadataOfACase
                    else { return [callback] }
                    return [.setMetadataStatus(id, encrypted: encrypted, key: .deviceID, arguments: arguments)]
                }
            }, among: "no check"),
    ]
}
