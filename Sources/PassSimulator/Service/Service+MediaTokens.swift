extension Service {
    /// See `PassSimulator.redeem`.
    func redeem(_ token: String, resource: String, requestor: String) -> MediaTokenVerdict {
        state.withLock { state in
            MediaTokens.redeem(
                token, resource: resource, requestor: requestor, &state,
                at: Moment(clock, skew: state.dashboard.clockSkew), issuer: registration.statements.issuer)
        }
    }
}
