import Base
import PassSimulator
import Testing

@testable import AdobePass

/// Each enhanced error code: what it asks for, and what becomes of it wherever the service says it.
@Suite struct EnhancedErrorTests {
    /// What a host's call ends with.
    enum End: Sendable, Hashable {
        /// Authorization is denied for this reason.
        case denied(AuthorizationDenial.Reason)
        /// The call fails with this status.
        case failed(Int)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let code: String
        let status: Int
        let action: EnhancedErrorAction
        /// As the answer to a whole request for an authorization.
        let whole: End
        /// Inside the decision on a resource.
        let item: AuthorizationDenial.Reason
        /// How often the request is sent: a passing trouble 3 times, a refused client twice.
        let requests: Int

        var testDescription: String { code }
    }

    static let rows: [Row] = {
        func none(_ codes: String..., status: Int = 400, as reason: AuthorizationDenial.Reason? = nil) -> [Row] {
            codes.map { code in
                Row(
                    code: code, status: status, action: .none, whole: reason.map { .denied($0) } ?? .failed(status),
                    item: reason ?? .other, requests: status == 500 ? 3 : 1)
            }
        }
        func again(_ codes: String..., as reason: AuthorizationDenial.Reason) -> [Row] {
            codes.map {
                Row(
                    code: $0, status: 403, action: .authentication, whole: .denied(reason), item: reason, requests: 1)
            }
        }
        var rows = none(
            "invalid_parameter_service_provider", "invalid_parameter_mvpd", "invalid_parameter_code",
            "invalid_parameter_redirect_url", "invalid_parameter_partner", "invalid_parameter_saml_response",
            "invalid_header_device_info", "invalid_header_device_identifier",
            "invalid_header_identity_for_temporary_access", "invalid_integration", "invalid_authentication_session")
        rows += none("invalid_parameter_resources", as: .invalidResource)
        rows += none(
            "invalid_header_pfs_permission_access_not_present", "invalid_header_pfs_permission_access_not_determined",
            "invalid_header_pfs_permission_access_not_granted", "invalid_header_pfs_provider_id_not_determined",
            "invalid_header_pfs_provider_id_mismatch", "invalid_header_pfs_provider_info_expired",
            as: .notAuthenticated)
        rows += none("preauthorization_denied_by_mvpd", "authorization_denied_by_mvpd", status: 403, as: .notAuthorized)
        rows += none("authorization_denied_by_parental_controls", status: 403, as: .parentalControls)
        rows += none("authorization_denied_by_degradation_rule", status: 403, as: .degradationRule)
        rows += none("internal_server_error", status: 500)
        rows.append(
            Row(
                code: "too_many_resources", status: 403, action: .configuration, whole: .denied(.other), item: .other,
                requests: 1))
        for name in [
            "user_metadata_certificate", "temporary_access", "platform", "platform_id", "platform_trait",
            "platform_category_trait", "platform_services", "mvpd_platform", "mvpd_platform_boarding_status",
            "mvpd_platform_profile_exchange",
        ] {
            rows.append(
                Row(
                    code: "invalid_configuration_" + name, status: 500, action: .configuration, whole: .failed(500),
                    item: .other, requests: 1))
        }
        for name in ["service_provider", "client_application"] {
            rows.append(
                Row(
                    code: "invalid_access_token_" + name, status: 401, action: .applicationRegistration,
                    whole: .failed(401), item: .other, requests: 2))
        }
        rows += again(
            "authenticated_profile_missing", "authenticated_profile_expired", "authenticated_profile_invalidated",
            "authorization_denied_by_hba_policies", "authorization_denied_by_session_invalidated",
            "identity_not_recognized_by_mvpd", as: .notAuthenticated)
        rows += again(
            "temporary_access_duration_limit_exceeded", "temporary_access_resources_limit_exceeded",
            as: .temporaryPassSpent)
        for code in [
            "network_received_error", "network_connection_timeout", "maximum_execution_time_exceeded",
        ] {
            rows.append(
                Row(
                    code: code, status: 403, action: .retry, whole: .denied(.mvpdUnreachable),
                    item: .mvpdUnreachable, requests: 3))
        }
        return rows
    }()

    @Test("The table has every code, and the simulator knows the same ones")
    func complete() {
        #expect(Set(Self.rows.map(\.code)) == Set(EnhancedErrorCode.allCases.map(\.rawValue)))
        #expect(Self.rows.count == EnhancedErrorCode.allCases.count)
        #expect(PassSimulator.enhancedErrorCodes == Self.rows.map(\.code).sorted())
    }

    @Test("Status, action and meaning of each code", arguments: rows)
    func meaning(_ row: Row) throws {
        let code = try #require(EnhancedErrorCode(rawValue: row.code))
        #expect(code.status == row.status)
        #expect(code.action == row.action)
        if case .denied(let reason) = row.whole, code.denial != nil { #expect(code.denial == reason) }
        #expect(ServiceErrorDetail(code: row.code).enhancedAction == row.action)
        #expect(ServiceErrorDetail(action: "dance", code: row.code).enhancedAction == row.action)
    }

    @Test("As the answer to a request for an authorization", arguments: rows)
    func whole(_ row: Row) async throws {
        let world = try WorldV2()
        try await world.signIn()
        world.simulator.clearRequests()
        world.simulator.setFault(Fault(.enhancedError(row.code)), at: .v2Authorization)
        do throws(ServiceError) {
            let answer = try await world.service.authorize(world.authorization(), call: world.call())
            guard case .denied(let denial) = answer, case .denied(let reason) = row.whole else {
                Issue.record("\(answer)")
                return
            }
            #expect(denial.reason == reason)
        } catch {
            #expect(row.whole == .failed(row.status))
            #expect(error.code == .status(row.status))
            #expect(error.stage == .authorization)
            #expect(error.detail?.code == row.code)
            #expect(error.detail?.enhancedAction == row.action)
            #expect(error.detail?.trace != nil && error.detail?.helpURL != nil)
        }
        #expect(world.simulator.requests(at: .v2Authorization).count == row.requests)
        let isRegistration = row.action == .applicationRegistration
        #expect(world.simulator.requests(at: .register).count == (isRegistration ? 1 : 0))
    }

    @Test("Inside the decision on a resource", arguments: rows)
    func item(_ row: Row) async throws {
        let world = try WorldV2 { $0["NORTHSTAR", "NorthCable"]?.denials = ["R1": .init(code: row.code, details: "d")] }
        try await world.signIn()
        world.simulator.clearRequests()
        #expect(
            try await world.service.authorize(world.authorization(), call: world.call())
                == .denied(AuthorizationDenial(reason: row.item, details: "d")))
        #expect(world.simulator.requests(at: .v2Authorization).count == (row.action == .retry ? 3 : 1))
    }

    @Test("As the answer to a session: the call fails and tells the code", arguments: rows)
    func session(_ row: Row) async throws {
        let world = try WorldV2()
        world.simulator.setFault(Fault(.enhancedError(row.code)), at: .v2Session)
        let error = await world.failure { () async throws(ServiceError) in
            try await world.service.startLogin(world.login(), call: world.call())
        }
        #expect(error?.stage == .login)
        #expect(error?.code == .status(row.status))
        #expect(error?.detail?.enhancedCode?.rawValue == row.code)
    }

    @Test("As the answer to a partner session: no exchange, but for what may pass", arguments: rows)
    func partnerSession(_ row: Row) async throws {
        let world = try WorldV2()
        world.simulator.setFault(Fault(.enhancedError(row.code)), at: .v2PartnerSession)
        do throws(ServiceError) {
            #expect(try await world.service.beginPartnerSignIn(world.partner, call: world.granted()) == .declined)
            #expect(row.status < 500)
        } catch {
            #expect(error.stage == .partnerRequest)
            #expect(error.code == .status(500))
            #expect(row.status == 500)
        }
    }

    @Test("A passing trouble that passes is not noticed", arguments: [1, 2])
    func passes(_ times: Int) async throws {
        let world = try WorldV2()
        try await world.signIn()
        world.simulator.setFault(
            Fault(.enhancedError("network_connection_timeout"), times: times), at: .v2Authorization)
        guard case .permitted = try await world.service.authorize(world.authorization(), call: world.call()) else {
            Issue.record("not permitted")
            return
        }
        #expect(world.log.errors.isEmpty)
    }

    @Test("A client the service wants registered anew is, once, and the call goes on")
    func registration() async throws {
        let world = try WorldV2()
        _ = try await world.service.configuration(of: "NORTHSTAR", call: world.call())
        world.simulator.clearRequests()
        world.simulator.setFault(
            Fault(.enhancedError("invalid_access_token_client_application"), times: 1), at: .v2Session)
        _ = try await world.session()
        #expect(
            world.simulator.requests.map(\.endpoint) == [.v2Session, .register, .token, .v2Session])
    }
}
