import Base

/// Temporary passes (rest-v1, section 9).
enum TemporaryPass {
    /// `POST /api/v1/authenticate/freepreview`: the pass runs from the device's first use; one that is over gives none.
    static func start(
        _ parameters: Parameters, _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        let id = try parameters.required("requestor_id")
        let device = try parameters.required("deviceId")
        let mvpdID = try parameters.required("mso_id")
        guard let mvpd = try state.dashboard.requestor(id).integrated(mvpdID), mvpd.isTempPass else {
            throw Refusal(400, "unknown_integration", details: "No temporary pass", action: "configuration")
        }
        let trial = ServiceState.Trial(requestor: id, mvpd: mvpd.id, device: device)
        let start = state.trials[trial] ?? moment.now
        state.trials[trial] = start
        let end = start + mvpd.tempPassLife
        if end > moment.now {
            state.authentications[ServiceState.AuthenticationKey(requestor: id, device: device)] =
                ServiceState.Authentication(
                    mvpd: mvpd.id, userID: "u-trial", issued: moment.now, expires: end, isPartner: false)
        }
        return Response(204)  // also when it is over (rest-v1 #21)
    }
}
