import Base
import PassSimulator
import Testing

@testable import AdobePass

@Suite struct MediaTokenTests {
    @Test func aTokenIsGoodOnceAndNeverTheSame() async throws {
        let viewing = try await Viewing.signedIn()
        _ = try await viewing.authorize()
        viewing.clear()
        let first = try #require(try await viewing.mediaToken().token)
        let second = try #require(try await viewing.mediaToken().token)
        #expect(viewing.endpoints == [.mediaToken, .mediaToken])
        #expect(first.exposed != second.exposed)
        for token in [first, second] {
            #expect(viewing.simulator.redeem(token, resource: "News", requestor: "NORTHSTAR") == .valid)
            #expect(viewing.simulator.redeem(token, resource: "News", requestor: "NORTHSTAR") == .used)
        }
    }

    @Test(arguments: [true, false]) func withoutAuthorizationThereIsNone(_ isEnhanced: Bool) async throws {
        let viewing = try await Viewing.signedIn(enhanced: isEnhanced)
        #expect(try await viewing.mediaToken().reason == .authorizationMissing)
        _ = try await viewing.authorize()
        #expect(try await viewing.mediaToken().token != nil)
        #expect(try await viewing.mediaToken("Sports").reason == .authorizationMissing)
        viewing.simulator.forgetAuthorizations()
        #expect(try await viewing.mediaToken().reason == .authorizationMissing)
        // Asking again is all it takes.
        _ = try await viewing.authorize()
        #expect(try await viewing.mediaToken().token != nil)
        viewing.simulator.forgetAuthentications()
        #expect(try await viewing.mediaToken().reason == .notAuthenticated)
    }

    @Test(arguments: [
        (403, #"{"status":403,"message":"Forbidden"}"#, AuthorizationDenial.Reason.authorizationMissing),
        (404, "", .authorizationMissing), (410, #"{"code":"authorization_expired"}"#, .authorizationMissing),
        (412, "", .notAuthenticated),
        (403, #"{"code":"authorization_denied_by_parental_controls"}"#, .parentalControls),
        (403, #"{"message":"User not authorized"}"#, .notAuthorized), (400, "", .invalidResource),
        (403, #"{"code":"news"}"#, .other),
    ])
    func refusalsOfAnyForm(_ status: Int, _ body: String, _ reason: AuthorizationDenial.Reason) async throws {
        let viewing = try await Viewing.signedIn()
        viewing.answer(.mediaToken, status, body)
        viewing.clear()
        #expect(try await viewing.mediaToken().reason == reason)
        #expect(viewing.endpoints == [.mediaToken], "the next authorization finds out")
    }

    @Test(arguments: [
        #"{"serializedToken":"TOKEN-55"}"#, #"{"play":{"serializedToken":"TOKEN-55","mvpd":"NorthCable"}}"#,
        #"{"serializedToken":" TOKEN-55\n","mvpdId":"NorthCable","expires":"1796072400000","userId":7,"new":{}}"#,
        #"{"serializedToken":"TOKEN-55","expires":1796072400000,"resource":"News","requestor":"NORTHSTAR"}"#,
        #"{"serializedToken":"TOKEN-55","expires":"soon"}"#,
        "<play><expires>1796072400000</expires><mvpdId>NorthCable</mvpdId><serializedToken>\nTOKEN-55\n</serializedToken></play>",
        "<play serializedToken='TOKEN-55'/>",
    ])
    func aTokenInAnyForm(_ body: String) async throws {
        let viewing = try await Viewing.signedIn()
        viewing.answer(.mediaToken, body)
        #expect(try await viewing.mediaToken().token?.exposed == "TOKEN-55")
    }

    @Test("A media token shows in no log, no error and no description") func secrecy() async throws {
        let viewing = try await Viewing.signedIn()
        let bodies = [
            #"{"serializedToken":"TOKEN-55","mvpdId":"SouthSat"}"#, #"{"serializedToken":"TOKEN-55","expires":1}"#,
            #"{"serializedToken":"TOKEN-55","resource":"Sports"}"#, #"{"serializedToken":"TOKEN-55","#,
            #"{"serializedToken":["TOKEN-55"]}"#, #"{"serializedTokens":"TOKEN-55"}"#, "<play>TOKEN-55",
            "<html>TOKEN-55</html>", "TOKEN-55", #"{"serializedToken":""}"#, #"{"serializedToken":{"TOKEN-55":1}}"#,
        ]
        for body in bodies {
            viewing.answer(.mediaToken, body)
            let error = await viewing.failure { () async throws(ServiceError) in try await viewing.mediaToken() }
            #expect(error?.code == .unreadable, "\(body)")
            #expect(!String(describing: error).contains("TOKEN-55"))
        }
        viewing.answer(.mediaToken, #"{"serializedToken":"TOKEN-55"}"#)
        #expect(!String(describing: try await viewing.mediaToken()).contains("TOKEN-55"))
        viewing.simulator.clearFaults()
        _ = try await viewing.authorize()
        let token = try #require(try await viewing.mediaToken().token).exposed
        #expect(token.utf8.count > 100)
        #expect(!viewing.log.text.isEmpty)
        #expect(!viewing.log.text.contains("TOKEN-55") && !viewing.log.text.contains(token.prefix(40)))
        #expect(!viewing.log.text.contains("News") && !viewing.log.text.contains("device+"))
    }
}
