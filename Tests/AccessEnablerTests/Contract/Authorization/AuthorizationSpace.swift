import AdobePass
import Base
import EntitlementStore

@testable import AccessEnabler

/// One situation an authorization can be in: who asks for what, and what everybody will answer.
struct AuthorizationSituation: CustomStringConvertible {
    /// What step 3 says.
    enum Viewer: Hashable {
        case nobody(errorID: String, AuthenticationErrorCode)
        case signedIn(AuthenticationToken.Source)
    }

    /// What the store has for the resource.
    enum Kept: Hashable, CaseIterable { case nothing, over, justOver, valid, degraded, temporary }

    /// What the service says.
    enum Answer: Hashable {
        case permitted(Authorization.Source, expires: Int64, hasMedia: Bool)
        case denied(AuthorizationDenial)
        case failed(ServiceError.Code, ServiceError.Stage)
    }

    /// What the service says to the wish for a media token.
    enum Media: Hashable {
        case token
        case denied(AuthorizationDenial)
        case failed(ServiceError.Code, ServiceError.Stage)
    }

    var signsIn = false
    var isConfigured = true
    var resource = "R1"
    var viewer = Viewer.signedIn(.regular)
    var kept = Kept.nothing
    var answer = Answer.permitted(.mvpd, expires: 1, hasMedia: false)
    /// In the order asked; the last one is said again and again.
    var media: [Media] = [.token]

    var description: String {
        "\(signsIn ? "get" : "check")Authorization \(resource.prefix(20)), configured \(isConfigured), \(viewer), "
            + "kept \(kept), answer \(answer), media \(media)"
    }
}

extension AuthorizationSituation {
    static let media = Secret("MEDIA-77")
    static let texts: [String?] = [nil, "Ihr Paket enthält TNT nicht"]
    static let denials = AuthorizationDenial.Reason.allCases.flatMap { reason in
        texts.map { AuthorizationDenial(reason: reason, details: $0) }
    }
    static let errors: [ServiceError.Code] = [
        .unreachable, .timedOut, .tls, .throttled, .status(400), .status(401), .status(503), .unreadable, .cancelled,
    ]
    static let stages: [ServiceError.Stage] = [.registration, .accessToken, .authorization, .mediaToken]
    static let answers: [Answer] =
        Authorization.Source.allCases.flatMap { source in
            [-1, 0, 1].flatMap { expires in
                [true, false].map { .permitted(source, expires: expires, hasMedia: $0) }
            }
        } + denials.map { .denied($0) }
        + errors.flatMap { code in stages.map { .failed(code, $0) } }
    static let medias: [Media] =
        [.token] + denials.map { .denied($0) } + [.failed(.throttled, .mediaToken), .failed(.status(503), .mediaToken)]
    static let nobodies: [Viewer] =
        ["N000", "VSA403", "VSA404", "APPL_ERROR"].map { .nobody(errorID: $0, .notAuthenticated) }
        + [.nobody(errorID: "500", .generic)]

    /// All of them, as far as they differ.
    static var all: [AuthorizationSituation] {
        var all: [AuthorizationSituation] = []
        func add(_ change: (inout AuthorizationSituation) -> Void) {
            for signsIn in [false, true] {
                var situation = AuthorizationSituation()
                situation.signsIn = signsIn
                change(&situation)
                all.append(situation)
            }
        }
        let viewers = nobodies + AuthenticationToken.Source.allCases.map { .signedIn($0) }
        for viewer in viewers {
            for resource in ["R1", "", " \n", "<rss>", String(repeating: "x", count: 8193)] {
                for isConfigured in [true, false] {
                    add {
                        $0.viewer = viewer
                        $0.resource = resource
                        $0.isConfigured = isConfigured
                    }
                }
            }
        }
        for source in AuthenticationToken.Source.allCases {
            for kept in Kept.allCases {
                for answer in answers {
                    for media in medias {
                        add {
                            $0.viewer = .signedIn(source)
                            $0.kept = kept
                            $0.answer = answer
                            // What a second question for a media token leads to.
                            $0.media = [media, media == .token ? .denied(denials[0]) : .token]
                        }
                    }
                }
            }
        }
        return all
    }

    var token: AuthenticationToken? {
        guard case .signedIn(let source) = viewer else { return nil }
        var token = AccessEnablerTests.token(source == .partner ? .partner : .regular)
        token.source = source
        return token
    }

    var start: GetAuthorization.Start {
        var mvpd = ConfiguredMVPD(id: "NorthCable")
        mvpd.displayName = "North"
        let configuration = MergedConfiguration(
            requestor: "NORTHSTAR", mvpds: [BoundMVPD(mvpd: mvpd, serviceURL: "https://one.example")])
        var check = CheckAuthentication.Decision(token: token, explanation: nil, errorCode: .none)
        if case .nobody(let errorID, let code) = viewer {
            check.explanation = AdvancedStatus(errorID: errorID, level: .info)
            check.errorCode = code
        }
        return GetAuthorization.Start(
            configuration: isConfigured ? .inForce(configuration) : .missing(.noConfiguration), check: check,
            resource: resource, data: ["k": "v"], signsIn: signsIn)
    }

    var keptToken: AuthorizationToken? {
        func token(_ expires: Int64, _ source: AuthorizationToken.Source = .mvpd) -> AuthorizationToken {
            AuthorizationToken(
                resource: resource, expires: Timestamp(milliseconds: decisionTime.milliseconds + expires),
                source: source)
        }
        switch kept {
        case .nothing: return nil
        case .over: return token(-1)
        case .justOver: return token(0)
        case .valid: return token(1)
        case .degraded: return token(1, .degraded)
        case .temporary: return token(1, .temporaryPass)
        }
    }

    var serviceAnswer: Result<AuthorizationAnswer, ServiceError> {
        switch answer {
        case .failed(let code, let stage): return .failure(ServiceError(stage, code, message: "SECRET"))
        case .denied(let denial): return .success(.denied(denial))
        case .permitted(let source, let expires, let hasMedia):
            return .success(
                .permitted(
                    Authorization(
                        requestor: "NORTHSTAR", mvpd: "NorthCable", resource: resource,
                        expires: Timestamp(milliseconds: decisionTime.milliseconds + expires), source: source,
                        mediaToken: hasMedia ? Self.media : nil)))
        }
    }

    func mediaAnswer(_ number: Int) -> Result<MediaTokenAnswer, ServiceError> {
        switch media[min(number, media.count - 1)] {
        case .token: return .success(.token(Self.media))
        case .denied(let denial): return .success(.denied(denial))
        case .failed(let code, let stage): return .failure(ServiceError(stage, code, message: "SECRET"))
        }
    }
}
