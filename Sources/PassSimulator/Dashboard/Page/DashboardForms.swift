import Base

/// What the dashboard's page sends: checked, carried out as if it had come over HTTP, and answered by the page again.
struct DashboardForms: Sendable {
    let service: Service

    /// Answers a form of that name.
    func answer(_ request: Request, _ name: String) -> Response {
        let parameters = Parameters(form: request)
        guard DashboardGate.isOwnForm(request, token: service.pageToken) else {
            return WebPage.refused(403, "This page is older than the simulator. Open the dashboard again.")
        }
        do throws(BadInput) {
            do throws(Refusal) {
                return try take(name, parameters) ?? WebPage.refused(404, "There is no such page.")
            } catch {
                throw BadInput(error.details ?? error.message)
            }
        } catch {
            return DashboardPage(service: service).response(parameters, status: 400, problem: error.message)
        }
    }

    private func take(_ name: String, _ parameters: Parameters) throws(Refusal) -> Response? {
        switch name {
        case "settings":
            let body = try SettingsForm.body(parameters)
            try service.state.withLock { state throws(Refusal) in
                try Self.write(.settings, body, &state.dashboard)
            }
            return Self.back("done=saved")
        case "mvpd":
            return try changeProvider(parameters) { (mvpd) throws(Refusal) in
                try Self.write(.mvpd, try ProviderForm.body(parameters, of: mvpd), &mvpd)
            }
        case "denial":
            return try changeProvider(parameters) { (mvpd) throws(Refusal) in
                try ProviderLists.changeDenials(parameters, &mvpd)
            }
        case "metadata":
            return try changeProvider(parameters) { (mvpd) throws(Refusal) in
                try ProviderLists.changeMetadata(parameters, &mvpd)
            }
        case "fault":
            let endpoint = try Self.endpoint(parameters)
            let body = try FaultForm.body(parameters)
            do throws(BadInput) {
                let fault = try Fault(reading: body)
                service.state.withLock { $0.faults[endpoint] = fault }
            } catch {
                throw .invalid(error.message)
            }
            return Self.back("done=saved", "faults")
        case "clear-fault":
            let endpoint = try Self.endpoint(parameters)
            service.state.withLock { $0.faults[endpoint] = nil }
            return Self.back("done=saved", "faults")
        case "act":
            guard let action = Action(rawValue: try parameters["action"] ?? "") else { return nil }
            action.act(on: service)
            return Self.back("done=\(action.rawValue)")
        default: return nil
        }
    }

    private func changeProvider(
        _ parameters: Parameters, _ change: (inout Dashboard.MVPD) throws(Refusal) -> Void
    ) throws(Refusal) -> Response {
        let requestor = try parameters["requestor"] ?? ""
        let id = try parameters["mvpd"] ?? ""
        try service.state.withLock { state throws(Refusal) in
            guard var mvpd = state.dashboard[requestor, id] else { throw .invalid("The TV provider is not known.") }
            try change(&mvpd)
            state.dashboard[requestor, id] = mvpd
        }
        let find = try parameters["find"].map { "&find=\(percentEncoded($0))" } ?? ""
        return Self.back("done=saved&open=\(percentEncoded(id))\(find)", "mvpd-\(requestor)-\(id)")
    }

    private static func write<Target>(
        _ fields: [DashboardField<Target>], _ body: JSON, _ target: inout Target
    ) throws(Refusal) {
        do throws(BadInput) {
            try fields.write(body, to: &target)
        } catch {
            throw .invalid(error.message)
        }
    }

    private static func endpoint(_ parameters: Parameters) throws(Refusal) -> Endpoint {
        guard let endpoint = Endpoint(rawValue: try parameters["endpoint"] ?? "") else {
            throw .invalid("The endpoint is not known.")
        }
        return endpoint
    }

    /// To the page again by another request, so that reloading it sends nothing twice.
    private static func back(_ query: String, _ part: String? = nil) -> Response {
        let fragment = part.map { "#\(percentEncoded($0))" } ?? ""
        return Response(
            303, headers: [("Location", "/dashboard?\(query)\(fragment)"), ("Cache-Control", "no-store")])
    }
}
