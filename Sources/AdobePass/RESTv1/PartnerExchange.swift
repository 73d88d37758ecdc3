import Base
import FoundationEssentials

/// The exchange of a platform account for an authentication: profile request, exchange, token.
struct PartnerExchange: Sendable {
    let connection: AuthorizedConnection
    let request: PartnerSignInRequest
    let call: ServiceCall

    /// `GET {requestor}/profile-requests/{mvpd}`.
    func begin() async throws(ServiceError) -> PartnerSignInStart {
        let path =
            "/api/v1/" + PathSegment.encode(request.requestor) + "/profile-requests/"
            + PathSegment.encode(request.mvpd.id)
        let question = ServiceRequest(
            stage: .partnerRequest, path: path, query: [("deviceType", call.platform.rawValue)],
            accept: MediaType.any)
        let answer = try await connection.send(question, call: call)
        switch answer.status {
        case 200:
            guard let token = VerificationToken.text(of: answer) else {
                throw ServiceError(
                    .partnerRequest, answer: answer, unreadable: UnreadableAnswer("no verification token"))
            }
            return .askPlatform(verificationToken: token, attributeNames: request.mvpd.requiredMetadataFields)
        case 429: throw ServiceError(.partnerRequest, answer: answer)
        case 400...499:
            connection.connection.note(
                ServiceError(.partnerRequest, answer: answer), next: "so there is no exchange")
            return .declined
        default: throw ServiceError(.partnerRequest, answer: answer)
        }
    }

    /// `POST tokens/authn`, then `GET tokens/authn`.
    func complete(samlResponse: Secret) async throws(ServiceError) -> ServiceAuthentication {
        try await exchange(samlResponse)
        return try await authentication()
    }

    /// The SAML response is made ready by `SAMLText` and percent-encoded once, by the form (L05).
    private func exchange(_ samlResponse: Secret) async throws(ServiceError) {
        let saml = SAMLText.base64(samlResponse.exposed)
        let form = FormBody.encode([
            ("requestor", request.requestor), ("deviceId", call.deviceID.exposed), ("mvpd", request.mvpd.id),
            ("deviceType", call.platform.rawValue), ("SAMLResponse", saml),
        ])
        let exchange = ServiceRequest(
            stage: .exchange, method: "POST", path: "/api/v1/tokens/authn",
            headers: [("Content-Type", FormBody.contentType)], body: form,
            secrets: [samlResponse, Secret(saml)])
        let answer = try await connection.send(exchange, call: call)
        guard answer.status == 204 else { throw ServiceError(.exchange, answer: answer) }
    }

    private func authentication() async throws(ServiceError) -> ServiceAuthentication {
        let question = ServiceRequest(
            stage: .authentication, path: "/api/v1/tokens/authn",
            query: [("requestor", request.requestor), ("deviceId", call.deviceID.exposed)])
        let answer = try await connection.send(question, call: call)
        guard answer.status == 200 else { throw ServiceError(.authentication, answer: answer) }
        do throws(UnreadableAnswer) {
            let body = try AuthenticationBody.parse(answer.body, contentType: answer.contentType)
            guard body.belongs(to: request.requestor, request.mvpd.id) else {
                throw UnreadableAnswer("an authentication of another requestor or MVPD")
            }
            guard body.expires > answer.serviceTime ?? connection.connection.clock.now else {
                throw UnreadableAnswer("an authentication that is over")
            }
            return ServiceAuthentication(
                requestor: request.requestor, mvpd: request.mvpd.id, expires: body.expires, userID: body.userID,
                source: .partner)
        } catch {
            throw ServiceError(.authentication, answer: answer, unreadable: error)
        }
    }
}

/// The body of a profile request: opaque text, handed on unchanged.
enum VerificationToken {
    /// Nil for a blank body, one that is no UTF-8, and a web page: a network's sign-in page comes with 200 too (T12).
    static func text(of answer: ServiceAnswer) -> String? {
        guard let text = String(validating: answer.body, as: UTF8.self), text.contains(where: { !$0.isWhitespace })
        else { return nil }
        let start = text.drop { $0.isWhitespace }.prefix(14).lowercased()
        let isPage =
            answer.contentType?.lowercased().contains("html") ?? false || start.hasPrefix("<!doctype html")
            || start.hasPrefix("<html")
        return isPage ? nil : text
    }
}
