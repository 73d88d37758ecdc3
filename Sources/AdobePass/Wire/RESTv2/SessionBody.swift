import Base
import FoundationEssentials

/// The answer to `POST sessions`, `POST sessions/{code}` and `POST sessions/sso/{partner}`, JSON.
///
/// Source: "REST API V2", authentication session, partner authentication request. `reason` for `reasonType` is an older
/// spelling. A word unknown to us in one of the three closed lists makes the answer unreadable (choice): what to do next
/// stands in no other field.
struct SessionBody: Sendable, Hashable {
    /// What is to be done next.
    enum Action: String, Sendable, Hashable, CaseIterable {
        /// Open the address in a browser.
        case authenticate
        /// Say what is missing.
        case resume
        /// The same: something is missing still.
        case retry
        /// Somebody is signed in already.
        case authorize
        /// Ask the platform for a SAML response.
        case partnerProfile = "partner_profile"
    }

    /// By whom.
    enum ActionType: String, Sendable, Hashable, CaseIterable {
        /// A person at a browser.
        case interactive
        /// The application.
        case direct
    }

    /// Why.
    enum Reason: String, Sendable, Hashable, CaseIterable {
        case none
        /// Signed in already.
        case authenticated
        /// Signed in already by single sign-on.
        case authenticatedSSO
        /// A temporary pass.
        case temporary
        /// A degradation rule.
        case degraded
        /// No platform sign-in: the framework status is missing or not good.
        case frameworkFallback = "pfs_fallback"
        /// No platform sign-in: it is off at the service.
        case configurationFallback = "configuration_fallback"
        /// No platform sign-in: a parameter is missing.
        case parametersFallback = "missing_parameters_fallback"
    }

    /// The request for the platform.
    struct PartnerRequest: Sendable, Hashable {
        /// Opaque, base64, for the platform as it is.
        var request: String
        /// The attributes to ask for.
        var attributeNames: [String]
    }

    var action: Action
    var actionType: ActionType?
    var reason: Reason?
    /// The requestor's id, if told.
    var serviceProvider: String?
    /// The MVPD's id, if told.
    var mvpd: String?
    /// The address to open or to send to, absolute or relative; not checked yet.
    var url: String?
    /// The code, unchanged: its length and letters are the service's affair (L09).
    var code: String?
    /// What the service still wants to know.
    var missingParameters: [String]
    /// The session's life, ms since 1970.
    var notBefore: Timestamp?
    /// See `notBefore`.
    var notAfter: Timestamp?
    /// For `partnerProfile`.
    var partnerRequest: PartnerRequest?

    /// Reads the answer.
    static func parse(_ body: Data, contentType: String?) throws(UnreadableAnswer) -> SessionBody {
        try JSONBody.read(SessionBody.self, body, contentType: contentType)
    }
}

extension SessionBody: Decodable {
    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FieldName.self)
        guard let action = try object.word(Action.self, "actionName") else {
            throw UnreadableAnswer("a session without actionName")
        }
        self.action = action
        actionType = try object.word(ActionType.self, "actionType")
        reason = try object.word(Reason.self, "reasonType", "reason")
        serviceProvider = try object.text("serviceProvider")?.unlessBlank
        mvpd = try object.text("mvpd")?.unlessBlank
        url = try object.text("url")?.unlessBlank
        code = try object.text("code")?.unlessBlank
        missingParameters = try object.list("missingParameters")
        notBefore = try object.instant("notBefore")
        notAfter = try object.instant("notAfter")
        if let request = object.part("authenticationRequest"), let text = try request.text("request")?.unlessBlank {
            partnerRequest = PartnerRequest(request: text, attributeNames: try request.list("attributesNames"))
        }
    }
}
