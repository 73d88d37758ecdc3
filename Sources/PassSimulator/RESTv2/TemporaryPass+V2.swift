import Base

extension TemporaryPass {
    /// How a pass stands.
    struct Look: Sendable {
        var start: Timestamp
        var end: Timestamp
        var metadata: [JSON.Member]
    }

    /// How a device's pass stands; one that is not used yet begins, as on V1.
    /// - Throws: when it is over, or its resources are used up.
    static func look(
        _ mvpd: Dashboard.MVPD, _ key: ServiceState.AuthenticationKey, _ keys: Set<String>,
        _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Look {
        let index = trial(of: mvpd.id, key, keys: keys, &state, at: moment)
        let trial = state.trials[index]
        let end = trial.start + mvpd.tempPassLife
        guard end > moment.now else { throw .v2("temporary_access_duration_limit_exceeded") }
        if let limit = mvpd.tempPassResourceLimit, trial.resources.count >= limit {
            throw .v2("temporary_access_resources_limit_exceeded")
        }
        var metadata = metadata(of: mvpd, key, state)
        if metadata.isEmpty { metadata = [.init(name: "expiration_date", value: .integer(end.milliseconds))] }
        return Look(start: trial.start, end: end, metadata: metadata)
    }
}

extension Resource {
    /// It is not blank, and an MRSS fragment is well-formed.
    var isReadable: Bool {
        !trimmed(text).isEmpty && (!trimmed(text).hasPrefix("<") || XMLCheck.isWellFormed(text))
    }
}
