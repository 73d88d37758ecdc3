import AccessEnabler
import Base
import PassSimulator

/// The programmer's server, which lets nobody watch without a media token.
extension Bench {
    /// What the programmer's server has against the media tokens handed out; that one is too old is none's fault.
    func unplayable(_ callbacks: [Callback]) -> [String] {
        callbacks.compactMap { callback in
            guard case .setToken(let token, let resource) = callback else { return nil }
            let verdicts = simulators.flatMap { simulator in
                [Programme.requestor, Programme.otherRequestor].map {
                    simulator.redeem(Secret(token), resource: resource, requestor: $0)
                }
            }
            if verdicts.contains(.valid) || verdicts.contains(.expired) { return nil }
            return "the media token for \(resource) opens nothing: \(verdicts.map(\.rawValue))"
        }
    }
}
