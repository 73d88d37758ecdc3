import Base

/// Which of several resources would be permitted (rest-v1, sections 5 and 10).
enum Preauthorizations {
    /// `GET` and `POST /api/v1/preauthorize`
    static func answer(
        _ parameters: Parameters, _ state: ServiceState, at moment: Moment, format: Format
    ) throws(Refusal) -> Response {
        let resources = try resources(parameters, state)
        return response(
            resources, try Viewer(parameters, state, at: moment, status: 412, prefix: "preauthorization_"), state,
            format)
    }

    /// `GET /api/v1/preauthorize/{code}`: for the device that shows the code.
    static func answer(
        code: String, _ parameters: Parameters, _ state: ServiceState, at moment: Moment, format: Format
    ) throws(Refusal) -> Response {
        let key = try CodeQuestions.device(code, parameters, state, at: moment)
        let resources = try resources(parameters, state)
        return response(
            resources, try Viewer(key, state, at: moment, status: 412, prefix: "preauthorization_"), state, format)
    }

    /// The ids, parted at commas after decoding: an id that holds a comma cannot be said here (choice).
    private static func resources(_ parameters: Parameters, _ state: ServiceState) throws(Refusal) -> [Resource] {
        guard let list = try parameters["resource"] else { throw .missing("resource") }
        let ids = list.split(separator: ",").map { trimmed($0) }.filter { !$0.isEmpty }
        guard !ids.isEmpty else { throw .missing("resource") }
        guard ids.count <= state.dashboard.preauthorizationLimit else { throw .enhanced("too_many_resources") }
        return ids.map { Resource($0) }
    }

    private static func response(
        _ resources: [Resource], _ viewer: Viewer, _ state: ServiceState, _ format: Format
    ) -> Response {
        let decisions = resources.map { ($0.text, refusal(of: $0, viewer)) }
        // Nothing is known for sure when an MVPD gave no answer; the documents name `full` only.
        let headers = [
            (name: "Adobe-Request-Id", value: hexText(randomBytes(16))),
            (name: "Adobe-Response-Confidence", value: "full"),
        ]
        let isEnhanced = state.dashboard.enhancedErrors
        switch format {
        case .json:
            let items = decisions.map { id, refusal in
                var members = [
                    JSON.Member(name: "id", value: .string(id)),
                    .init(name: "authorized", value: .bool(refusal == nil)),
                ]
                if isEnhanced, let refusal { members.append(.init(name: "error", value: refusal.enhancedJSON)) }
                return JSON.object(members)
            }
            return Response(200, .object(["resources": .array(items)]), headers: headers)
        case .xml:
            let items = decisions.map { id, refusal in
                var children = [XML("id", id), XML("authorized", String(refusal == nil))]
                if isEnhanced, let refusal { children.append(XML("error", refusal.enhancedXML)) }
                return XML("resource", children)
            }
            return Response(
                200, XML("resources", items).document, contentType: "application/xml;charset=UTF-8", headers: headers)
        }
    }

    private static func refusal(of resource: Resource, _ viewer: Viewer) -> Refusal? {
        do throws(Refusal) {
            _ = try Authorizations.permission(for: resource, at: viewer.mvpd)
            return nil
        } catch {
            guard error.code == "authorization_denied_by_mvpd" else { return error }
            return .enhanced("preauthorization_denied_by_mvpd", details: error.details)
        }
    }
}
