import Base
import Foundation
import TestSupport

/// A service that says what it is told, byte for byte: for answers no decent server gives.
///
/// Registration and access token are well unless told otherwise.
final class RawService: Sendable {
    /// What a part of it answers.
    typealias Answer = @Sendable () -> [LoopbackServer.Step]

    private let server: LoopbackServer

    init(
        over certificates: TestCertificates? = nil, registration: @escaping Answer = RawService.registration,
        token: @escaping Answer = RawService.token, configuration: @escaping Answer
    ) throws {
        server = try LoopbackServer(over: certificates) { request in
            switch request.target.prefix(while: { $0 != "?" }) {
            case "/o/client/register": return registration()
            case "/o/client/token": return token()
            case let path where path.hasPrefix("/api/v1/config/"): return configuration()
            default: return LoopbackServer.answer(404)
            }
        }
    }

    /// One that answers this configuration.
    convenience init(_ body: Data, contentType: String = "application/xml") throws {
        try self.init { LoopbackServer.answer(200, [("Content-Type", contentType)], body: body) }
    }

    var baseURL: String { String(server.url("").reversed().drop { $0 == "/" }.reversed()) }
    var requests: [LoopbackServer.Request] { server.requests }
    func waitForRequests(_ count: Int) async { await server.waitForRequests(count) }

    /// How often a path was asked.
    func count(of path: String) -> Int { requests.count { $0.target.hasPrefix(path) } }

    static let registration: Answer = {
        LoopbackServer.answer(
            201, [("Content-Type", "application/json")], text: #"{"client_id":"c","client_secret":"s"}"#)
    }

    static let token: Answer = token(#""expires_in":86400"#)

    /// An access token with these further members.
    static func token(_ members: String) -> Answer {
        return {
            LoopbackServer.answer(
                201, [("Content-Type", "application/json")],
                text: #"{"access_token":"t","token_type":"bearer",\#(members)}"#)
        }
    }

    /// A configuration in XML with these MVPD elements.
    static func xml(_ mvpds: String, encoding: String = "UTF-8") -> String {
        """
        <?xml version="1.0" encoding="\(encoding)"?>
        <ns2:config xmlns:ns2="http://pass.adobe.com/config"><requestor><id>NORTHSTAR</id><name>North</name>\
        <domains><domain>northstar.example</domain></domains><mvpds>\(mvpds)</mvpds></requestor></ns2:config>
        """
    }

    /// An MVPD element.
    static func mvpd(_ id: String, name: String? = nil, isEnabled: Bool = false, fields: String = "") -> String {
        "<mvpd><id>\(id)</id><displayName>\(name ?? id)</displayName>"
            + "<enablePlatformServices>\(isEnabled)</enablePlatformServices>"
            + (isEnabled ? "<boardingStatus>SUPPORTED</boardingStatus>" : "") + "\(fields)</mvpd>"
    }
}
