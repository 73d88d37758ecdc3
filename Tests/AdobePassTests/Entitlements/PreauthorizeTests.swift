import Base
import PassSimulator
import Testing

@testable import AdobePass

@Suite struct PreauthorizeTests {
    private func lists(_ viewing: Viewing) -> [String] {
        viewing.tap.targets.compactMap { target in
            target.firstRange(of: "preauthorize?resource=").map { start in
                String(target[start.upperBound...].prefix { $0 != "&" })
            }
        }
    }

    @Test func manyAreAskedFiveAtATimeInOrder() async throws {
        let viewing = try await Viewing.signedIn()
        viewing.change { $0.denials = ["R3": .byMVPD("no"), "R12": .byParentalControls()] }
        let resources = (1...12).map { "R\($0)" }
        viewing.clear()
        let decisions = try await viewing.preauthorize(resources)
        #expect(lists(viewing) == ["R1,R2,R3,R4,R5", "R6,R7,R8,R9,R10", "R11,R12"])
        #expect(viewing.endpoints == [.preauthorize, .preauthorize, .preauthorize])
        #expect(decisions.map(\.resource) == resources)
        #expect(decisions.filter { !$0.isAuthorized }.map(\.resource) == ["R3", "R12"])
        #expect(decisions[2].error?.code == "preauthorization_denied_by_mvpd")
        #expect(decisions[2].error?.details == "no")
        #expect(decisions[2].error?.helpURL?.isEmpty == false && decisions[2].error?.trace?.isEmpty == false)
        #expect(decisions[11].error?.code == "authorization_denied_by_parental_controls")
        #expect(decisions[0].error == nil)
    }

    @Test func repeatedOnesAreAskedOnceAndAnsweredEach() async throws {
        let viewing = try await Viewing.signedIn(enhanced: false)
        viewing.change { $0.denials = ["B": .byMVPD()] }
        viewing.clear()
        let decisions = try await viewing.preauthorize(["A", "B", "A", "Caf\u{e9}", "B", "Cafe\u{301}"])
        #expect(lists(viewing) == ["A,B,Caf%C3%A9,Cafe%CC%81"])
        #expect(decisions.map(\.isAuthorized) == [true, false, true, true, false, true])
        #expect(Array(decisions[3].resource.utf8) != Array(decisions[5].resource.utf8))
        #expect(decisions.allSatisfy { $0.error == nil })
        viewing.clear()
        #expect(try await viewing.preauthorize([]).isEmpty)
        #expect(viewing.endpoints.isEmpty)
    }

    @Test func oddIDsComeThrough() async throws {
        let viewing = try await Viewing.signedIn()
        let resources = ["a+b&c", "100%", "\u{e9}<\"", "#?/=", "\u{1F4FA}"]
        viewing.change { $0.denials = ["100%": .byMVPD()] }
        viewing.clear()
        #expect(try await viewing.preauthorize(resources).map(\.isAuthorized) == [true, false, true, true, true])
        #expect(lists(viewing) == ["a%2Bb%26c,100%25,%C3%A9%3C%22,%23%3F%2F%3D,%F0%9F%93%BA"])
    }

    @Test func whatTheServiceDoesNotNameIsNotAuthorized() async throws {
        let viewing = try await Viewing.signedIn()
        viewing.answer(
            .preauthorize,
            """
            {"resources":[{"id":"C","authorized":"true","x":1},{"authorized":true},7,{"id":"Z","authorized":true},
            {"id":"A","authorized":true},{"id":"A","authorized":false},{"id":"B","authorized":1,"error":"odd"},
            {"id":"D","authorized":null},{"id":"E","error":{"code":"e","status":"403"}}],"more":[]}
            """)
        let decisions = try await viewing.preauthorize(["A", "B", "C", "D", "E"])
        #expect(decisions.map(\.isAuthorized) == [true, false, true, false, false])
        #expect(decisions[4].error == ServiceErrorDetail(status: 403, code: "e"))
        viewing.answer(.preauthorize, #"{"resources":[{"id":"B","authorized":true}]}"#)
        #expect(
            try await viewing.preauthorize(["A", "B"]) == [
                PreauthorizationDecision(resource: "A", isAuthorized: false),
                PreauthorizationDecision(resource: "B", isAuthorized: true),
            ])
    }

    @Test(arguments: [
        #"[{"id":"A","authorized":true},{"id":"B","authorized":false}]"#,
        "<resources><resource><id>A</id><authorized>true</authorized></resource><resource id='B' authorized='no'/></resources>",
        """
        <?xml version="1.0"?><n:resources xmlns:n="u"><resource><id> A
        </id><authorized> TRUE </authorized></resource><other/><resource><id>B</id><authorized>false</authorized>
        <error><action>none</action><details>x &amp; y</details></error></resource></n:resources>
        """,
    ])
    func aListInAnyForm(_ body: String) async throws {
        let viewing = try await Viewing.signedIn()
        viewing.answer(.preauthorize, body)
        let decisions = try await viewing.preauthorize(["A", "B"])
        #expect(decisions.map(\.isAuthorized) == [true, false])
        #expect(decisions[1].error?.details == (body.contains("details") ? "x & y" : nil))
    }

    @Test(arguments: [
        "", "{", "{}", "7", #"{"resources":null}"#, #"{"resources":{"id":"A"}}"#, "<html/>", "<resources>",
        "<resources/>", "[]", #"{"resources":[{"id":"A","authorized":true}"#,
    ])
    func aBodyThatIsNoListIsUnreadable(_ body: String) async throws {
        let viewing = try await Viewing.signedIn()
        viewing.answer(.preauthorize, body)
        let error = await viewing.failure { () async throws(ServiceError) in try await viewing.preauthorize(["A"]) }
        #expect(error?.code == .unreadable)
    }

    @Test("P17: an empty list is no denial") func tooMany() async throws {
        let viewing = try await Viewing.signedIn()
        viewing.answer(.preauthorize, #"{"resources":[]}"#)
        let empty = await viewing.failure { () async throws(ServiceError) in try await viewing.preauthorize(["A"]) }
        #expect(empty?.code == .unreadable)
        viewing.simulator.clearFaults()
        viewing.simulator.dashboard { $0.preauthorizationLimit = 3 }
        let tooMany = await viewing.failure { () async throws(ServiceError) in
            try await viewing.preauthorize(["A", "B", "C", "D"])
        }
        #expect(tooMany?.code == .status(403))
        #expect(tooMany?.detail?.code == "too_many_resources")
    }

    @Test(arguments: [true, false]) func withoutSignInItIs412(_ isEnhanced: Bool) async throws {
        let viewing = try Viewing(enhanced: isEnhanced)
        let error = await viewing.failure { () async throws(ServiceError) in try await viewing.preauthorize(["A"]) }
        #expect(error?.code == .status(412))
        #expect(error?.detail?.code == (isEnhanced ? "preauthorization_authentication_session_missing" : nil))
    }

    @Test func onlyWhatMayPassIsAskedAgain() async throws {
        let viewing = try await Viewing.signedIn()
        viewing.change { $0.denials = ["B": .unreachable, "C": .byMVPD()] }
        viewing.clear()
        let decisions = try await viewing.preauthorize(["A", "B", "C"])
        #expect(lists(viewing) == ["A,B,C", "B", "B"])
        #expect(decisions.map(\.isAuthorized) == [true, false, false])
        #expect(decisions[1].error?.action == "retry")
        viewing.clear()
        viewing.answer(
            .preauthorize,
            #"{"resources":[{"id":"A","authorized":true},{"id":"D","authorized":false,"error":{"action":"retry"}}]}"#,
            times: 1)
        #expect(try await viewing.preauthorize(["A", "D"]).map(\.isAuthorized) == [true, true])
        #expect(lists(viewing) == ["A,D", "D"])
    }

    @Test func aLotThatFailsFailsTheCall() async throws {
        let viewing = try await Viewing.signedIn()
        viewing.answer(.preauthorize, 412, "")
        let error = await viewing.failure { () async throws(ServiceError) in
            try await viewing.preauthorize((1...12).map { "R\($0)" })
        }
        #expect(error?.code == .status(412))
        #expect(viewing.simulator.requests(at: .preauthorize).count == 1, "the rest is not asked")
    }

    @Test func lots() {
        #expect(PreauthorizationQuestion.lots(of: []) == [])
        #expect(
            PreauthorizationQuestion.lots(of: ["a", "b,c", "d", "a", "e"]) == [["b,c"], ["a", "d", "e"]],
            "what holds a comma goes alone")
        let long = String(repeating: "\u{e9}", count: 400)
        let lots = PreauthorizationQuestion.lots(of: ["x" + long, "y" + long, "z"])
        #expect(lots == [["x" + long], ["y" + long, "z"]], "2401 bytes each, encoded")
        #expect(PreauthorizationQuestion.lots(of: [long + long]).count == 1)
    }
}
