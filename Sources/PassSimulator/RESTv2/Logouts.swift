/// Logout on REST API V2 (rest-v2, logouts).
enum Logouts {
    /// `GET /api/v2/{sp}/logout/{mvpd}`: the profiles at the MVPD go; what else there is to do stands in the answer.
    static func answer(
        _ call: RESTv2.Call, mvpd id: String, _ state: inout ServiceState
    ) throws(Refusal) -> Response {
        let headers = try DeviceHeaders(call.request)
        guard let mvpd = call.requestor.mvpds.first(where: { isSameID($0.id, id) }) else {
            throw .v2("invalid_parameter_mvpd")
        }
        guard let redirect = try Sessions.Given.redirect(call) else { throw .v2("invalid_parameter_redirect_url") }
        let holder = ServiceState.Holder(client: call.client, device: headers.device, requestor: call.requestor.id)
        let (regular, partner) = (
            state.profile(of: holder, at: mvpd.id, isPartner: false, call.moment) != nil,
            state.profile(of: holder, at: mvpd.id, isPartner: true, call.moment) != nil
        )
        state.forgetProfiles(of: holder, at: mvpd.id)
        let action: [(String, String)]
        if partner {
            action = [("actionName", "partner_logout"), ("actionType", "partner_interactive")]
        } else if mvpd.isDegraded || mvpd.isTempPass {
            action = [("actionName", "complete"), ("actionType", "none")]
        } else if regular {
            action = [
                ("actionName", "logout"), ("actionType", "interactive"),
                ("url", page(call, mvpd, redirect, state)),
            ]
        } else {
            action = [("actionName", "invalid"), ("actionType", "none")]
        }
        let members = (action + [("mvpd", mvpd.id)]).map { JSON.Member(name: $0.0, value: .string($0.1)) }
        return Response(
            200, .object([.init(name: "logouts", value: .object([.init(name: mvpd.id, value: .object(members))]))]))
    }

    private static func page(
        _ call: RESTv2.Call, _ mvpd: Dashboard.MVPD, _ redirect: String, _ state: ServiceState
    ) -> String {
        let query = [
            ("noflash", "true"), ("mso_id", mvpd.id), ("requestor_id", call.requestor.id), ("redirect_url", redirect),
        ]
        let text = query.map { "\($0)=\(percentEncoded($1))" }.joined(separator: "&")
        let origin = state.dashboard.v2.sendsAbsoluteURLs ? call.parameters.origin : ""
        return "\(origin)/adobe-services/logout?\(text)"
    }
}
