import Base

/// REST API V2 of the service, on the same requestors, MVPDs, people, codes and faults as V1 (rest-v2).
struct RESTv2: Sendable {
    let platformSignIn: PlatformSignIn
    /// Whose media tokens are.
    let issuer: String

    /// A request to V2 with what is known of it before its endpoint looks at it.
    struct Call: Sendable {
        let request: Request
        /// The requestor it names.
        let requestor: Dashboard.Requestor
        /// The client whose access token it carries.
        let client: String
        let moment: Moment

        /// Query and form together.
        var parameters: Parameters { Parameters(request) }
    }

    /// Answers a request; nil when its endpoint is not of V2.
    func answer(
        _ request: Request, _ endpoint: Endpoint, _ variables: [String: String], _ state: inout ServiceState,
        at moment: Moment
    ) -> Response? {
        if endpoint == .v2Authenticate { return open(request, variables, &state, at: moment) }
        guard endpoint.isOfV2 else { return nil }
        guard let client = Registration.client(of: request, state, at: moment) else { return Registration.unauthorized }
        do throws(Refusal) {
            guard let requestor = try? state.dashboard.requestor(variables["requestor"] ?? "") else {
                throw .v2("invalid_parameter_service_provider")
            }
            let call = Call(request: request, requestor: requestor, client: client, moment: moment)
            return try answer(call, endpoint, variables, &state)
        } catch {
            // Enhanced whatever the dashboard says: V2 knows no other form.
            return error.response(.json, isEnhanced: true)
        }
    }

    private func answer(
        _ call: Call, _ endpoint: Endpoint, _ variables: [String: String], _ state: inout ServiceState
    ) throws(Refusal) -> Response {
        let mvpd = variables["mvpd"] ?? ""
        let code = variables["code"] ?? ""
        let partner = variables["partner"] ?? ""
        switch endpoint {
        case .v2Configuration: return try ConfigurationV2.answer(call, state.dashboard)
        case .v2Session: return try Sessions.create(call, &state)
        case .v2SessionResumption: return try Sessions.resume(call, code: code, &state)
        case .v2SessionLookup: return try Sessions.lookUp(call, code: code, state)
        case .v2PartnerSession:
            return try PartnerSessions.start(call, partner: partner, &state)
        case .v2PartnerProfile:
            return try PartnerSessions.exchange(call, partner: partner, platformSignIn, &state)
        case .v2Profiles: return try Profiles.all(call, state)
        case .v2Profile: return try Profiles.one(call, mvpd: mvpd, &state)
        case .v2ProfileOfCode: return try Profiles.ofCode(call, code: code, state)
        case .v2Authorization:
            return try Decisions.authorize(call, mvpd: mvpd, &state, issuer: issuer)
        case .v2Preauthorization: return try Decisions.preauthorize(call, mvpd: mvpd, &state)
        case .v2Logout: return try Logouts.answer(call, mvpd: mvpd, &state)
        default: throw Refusal(404, "not_found")
        }
    }

    /// `GET /api/v2/authenticate/{sp}/{code}`, in a browser: without access token, and errors are pages.
    private func open(
        _ request: Request, _ variables: [String: String], _ state: inout ServiceState, at moment: Moment
    ) -> Response {
        do throws(Refusal) {
            return try Login.authenticate(
                code: variables["code"] ?? "", requestor: variables["requestor"] ?? "", request, &state, at: moment)
        } catch {
            return WebPage.refused(error.status, "The address is wrong or too old.")
        }
    }
}

extension Endpoint {
    /// Whether it is under `/api/v2`.
    var isOfV2: Bool { rawValue.hasPrefix("v2") }
}
