import AccessEnabler
import AccessEnablerConformance
import Base
import Foundation
import FoundationNetworking
import PassSimulator
import Testing

/// The runner can fail: each wrong implementation is caught by the case it breaks, and the report says what it saw.
@Suite("The runner") struct RunnerTests {
    func find(_ title: String) throws -> ConditionCase {
        try #require(ConditionCase.all.first { $0.title == title }, "there is no case '\(title)'")
    }

    func run(
        _ implementation: any Implementation, _ title: String, patience: Duration = .seconds(300)
    ) async throws -> CaseResult {
        await Turnstile.shared.enter()
        let result = await ConformanceRunner(implementation, patience: patience).run(try find(title))
        await Turnstile.shared.leave()
        return result
    }

    func expectProblem(_ text: String, in result: CaseResult, _ location: SourceLocation = #_sourceLocation) {
        #expect(!result.holds, sourceLocation: location)
        #expect(
            result.problems.contains { $0.contains(text) }, "\(TextReport.details(result))", sourceLocation: location)
    }

    private let denied = "S2.E1: permission denied, an account signed in"
    let difference = "not those due"

    @Test("A callback dropped") func dropped() async throws {
        let wrong = WrongImplementation("drops") { $0.kind == .status ? [] : [$0] }
        let result = try await run(wrong, denied)
        expectProblem(difference, in: result)
        #expect(result.firstDifference == 0)
    }

    @Test("A callback doubled") func doubled() async throws {
        let wrong = WrongImplementation("doubles") { $0.isCompletion ? [$0, $0] : [$0] }
        let result = try await run(wrong, denied)
        expectProblem(difference, in: result)
        #expect(result.firstDifference == 2)
    }

    @Test("Two callbacks in the wrong order") func reordered() async throws {
        let wrong = WrongImplementation("reorders") {
            let kept = Lock<Callback?>(nil)
            return { callback in
                if callback.kind == .status {
                    kept.withLock { $0 = callback }
                    return []
                }
                return [callback]
                    + kept.withLock { kept in
                        defer { kept = nil }
                        return kept.map { [$0] } ?? []
                    }
            }
        }
        expectProblem(difference, in: try await run(wrong, denied))
    }

    @Test("A wrong code, named with the reason it must not come") func wrongCode() async throws {
        let wrong = WrongImplementation("VSA404 for VSA403") { [$0.code("VSA404", insteadOf: "VSA403")] }
        expectProblem("status VSA404 info must not come: denied is VSA403", in: try await run(wrong, denied))
    }

    @Test("A wrong level") func wrongLevel() async throws {
        let wrong = WrongImplementation("errors") { callback in
            guard case .status(var status) = callback else { return [callback] }
            status.level = .error
            return [.status(status)]
        }
        expectProblem(difference, in: try await run(wrong, denied))
    }

    @Test("A wrong value") func wrongValue() async throws {
        let wrong = WrongImplementation("fails") { $0.isCompletion ? [.setRequestorComplete(0)] : [$0] }
        expectProblem("setRequestorComplete(0) must not come", in: try await run(wrong, denied))
    }

    @Test("A callback nobody asked for") func additional() async throws {
        let wrong = WrongImplementation("tells too much") {
            $0.isCompletion ? [$0, .setAuthenticationStatus(1, errorCode: "")] : [$0]
        }
        expectProblem("setRequestor never tells whether somebody is signed in", in: try await run(wrong, denied))
    }

    @Test("Details of the platform's error lost") func detailsLost() async throws {
        let wrong = WrongImplementation("forgets details") { callback in
            guard case .status(var status) = callback else { return [callback] }
            status.details = nil
            return [.status(status)]
        }
        expectProblem(difference, in: try await run(wrong, "S2.E3: account query: rejected"))
    }

    @Test("Arguments of getMetadata lost") func argumentsLost() async throws {
        let wrong = WrongImplementation("forgets arguments") { callback in
            guard callback.isMetadataOfACase, case .setMetadataStatus(let value, let encrypted, let key, _) = callback
            else { return [callback] }
            return [.setMetadataStatus(value, encrypted: encrypted, key: key, arguments: [:])]
        }
        expectProblem(difference, in: try await run(wrong, "M1: a partner token: Apple, and nobody is asked"))
    }

    @Test("A network request in checkAuthentication") func request() async throws {
        var wrong = WrongImplementation("asks the service") { [$0] }
        let done = DispatchSemaphore(value: 0)
        wrong.onVerb = { verb, context in
            guard verb == .checkAuthentication, let url = URL(string: "\(context.serviceURL)/api/v1/config/NORTHSTAR")
            else { return }
            URLSession.shared.dataTask(with: url) { _, _, _ in done.signal() }.resume()
            done.wait()
        }
        expectProblem(
            "requests of configuration at the first service", in: try await run(wrong, "S3.O1a: a valid partner token"))
    }

    @Test("A callback inside a verb") func insideVerb() async throws {
        let result = try await run(SynchronousImplementation(), "S3.Z1: no token, nobody signed in")
        expectProblem("came from inside a verb", in: result)
    }

    @Test("A callback inside another") func insideCallback() async throws {
        let result = try await run(
            SynchronousImplementation(), "Always.reentry: every verb from inside every callback (C05)")
        expectProblem("came while another callback had not returned", in: result)
    }

    @Test("A callback after the release") func afterRelease() async throws {
        expectProblem(
            "came after the object was released",
            in: try await run(
                LateImplementation(), "Always.release: released while the platform is asked: nothing comes"))
    }

    @Test("A token kept after a sign-out: seen by public verbs") func tokenKept() async throws {
        var wrong = WrongImplementation("keeps tokens") { [$0] }
        // A platform that never says that nobody is signed in, for this implementation alone.
        wrong.context = { context in
            var context = context
            context.platformAccount = NeverSignedOut(platform: context.platformAccount)
            return context
        }
        let result = try await run(wrong, "S2.F: signed out in Settings: the token is removed (V09)")
        expectProblem("the account's token goes with the account", in: result)
        expectProblem("afterwards the store was to hold no valid token", in: result)
    }

    @Test("No answer at all: told as such, with what was seen") func stuck() async throws {
        var wrong = WrongImplementation("falls silent") { [$0] }
        wrong.drops = { verb in if case .getMetadata = verb { true } else { false } }
        let result = try await run(wrong, denied, patience: .seconds(10))
        expectProblem("no answer within", in: result)
        #expect(TextReport.details(result).contains("status VSA403 info"))
    }

    @Test("No answer before the case: the case never began") func stuckBefore() async throws {
        var wrong = WrongImplementation("falls silent") { [$0] }
        wrong.drops = { _ in true }
        let result = try await run(wrong, "S3.O1a: a valid partner token", patience: .seconds(1))
        expectProblem("before the case: no answer within", in: result)
    }

    @Test("A silent sign-in that never works is told as what had to come first") func unprepared() async throws {
        let wrong = WrongImplementation("never signs in") {
            $0.isAuthentication ? [.setAuthenticationStatus(0, errorCode: "USER_NOT_AUTHENTICATED_ERROR")] : [$0]
        }
        expectProblem(
            "before the case: a silent sign-in was to come first",
            in: try await run(wrong, "S3.O1a: a valid partner token"))
    }

    @Test("A secret in the log") func secret() async throws {
        var wrong = WrongImplementation("talks") { [$0] }
        wrong.onVerb = { verb, context in
            if case .setRequestor = verb { context.log("the person is u-81") }
        }
        let result = try await run(wrong, denied)
        expectProblem("a secret shows in: the person is", in: result)
    }

    private let closed = "S4.E6a: the picker is closed"

    @Test("A picker never dismissed") func pickerKept() async throws {
        let wrong = WrongImplementation("keeps pickers") { $0.kind == .dismissTVProviderDialog ? [] : [$0] }
        expectProblem("a picker was never dismissed", in: try await run(wrong, closed))
    }

    @Test("Two pickers at once") func twoPickers() async throws {
        let wrong = WrongImplementation("presents twice") { $0.kind == .presentTVProviderDialog ? [$0, $0] : [$0] }
        expectProblem("while another was open", in: try await run(wrong, closed))
    }

    @Test("Two codes, or none, before the host's own list", arguments: [0, 2])
    func fallbackCodes(count: Int) async throws {
        let wrong = WrongImplementation("\(count) codes") { callback in
            callback.kind == .status ? Array(repeating: callback, count: count) : [callback]
        }
        expectProblem("\(count) codes came before displayProviderDialog", in: try await run(wrong, closed))
    }

    @Test("A code before the list of a requestor without single sign-on") func codeWithoutSSO() async throws {
        let wrong = WrongImplementation("explains too much") { callback in
            let code = Callback.status(AdvancedStatus(errorID: "N003", level: .info))
            return callback.kind == .displayProviderDialog ? [code, callback] : [callback]
        }
        let result = try await run(wrong, "S4.N: single sign-on is off everywhere; picker only is no support")
        expectProblem("1 codes came before displayProviderDialog, 0 is due", in: result)
    }

    @Test("Two verdicts for one login") func twoVerdicts() async throws {
        let wrong = WrongImplementation("says it twice") { $0.isAuthentication ? [$0, $0] : [$0] }
        expectProblem(
            "2 verdicts came, 1 are due", in: try await run(wrong, "S4.X: an account signed in: no present, no dismiss")
        )
    }

    @Test("A page on tvOS, a code on iOS") func wrongPlatform() async throws {
        let page = WrongImplementation("opens a page") { callback in
            callback.kind == .status ? [.navigateToUrl("https://mvpd.example", useSVC: false), callback] : [callback]
        }
        expectProblem(
            "navigateToUrl came on tvOS", in: try await run(page, "S4.E6a: the picker is closed, on tvOS"))
        let code = WrongImplementation("REGCODE for N005") { [$0.code("REGCODE", insteadOf: "N005")] }
        expectProblem("REGCODE came on iOS", in: try await run(code, closed))
    }

    @Test("The login page asked for by the SDK (L18)") func page() async throws {
        var wrong = WrongImplementation("opens the page itself") { [$0] }
        wrong.onVerb = { verb, context in
            guard case .getAuthentication = verb, let url = URL(string: "\(context.serviceURL)/mvpd/login") else {
                return
            }
            let done = DispatchSemaphore(value: 0)
            URLSession.shared.dataTask(with: url) { _, _, _ in done.signal() }.resume()
            done.wait()
        }
        expectProblem("/mvpd/login, a page, was asked for", in: try await run(wrong, closed))
    }

    @Test("A missing capability is no failure, and no success") func notApplicable() async throws {
        let result = try await run(WithoutCapabilities(), "S3.O1b: a valid regular token")
        #expect(result.unjudged == .notApplicable([.seedsTokens]))
        #expect(!result.holds)
        #expect(TextReport.line(result).hasPrefix("n/a"))
    }

    @Test("On REST API V2 an implementation that speaks V1 alone is not judged") func otherService() async throws {
        let conditionCase = try find(denied)
        let result = await ConformanceRunner(WithoutCapabilities(), service: .v2).run(conditionCase)
        #expect(result.unjudged == .notApplicable([.speaksV2]))
        #expect(!result.isLeftOut)
    }

    @Test("A case about V1 alone is left out on V2, for the reason told, and runs on V1") func leftOut() async throws {
        var conditionCase = try find(denied)
        conditionCase.notOnV2 = "there is no such request"
        let result = await ConformanceRunner(InProcessImplementation(), service: .v2).run(conditionCase)
        #expect(result.unjudged == .notOnV2("there is no such request"))
        #expect(result.isLeftOut)
        #expect(TextReport.line(result).hasSuffix("(not on V2, because there is no such request)"))
        #expect(TextReport.summary([result]).contains("1 cases are about REST API V1 alone."))
        await Turnstile.shared.enter()
        #expect(await ConformanceRunner(InProcessImplementation()).run(conditionCase).holds)
        await Turnstile.shared.leave()
    }

    @Test("A budget has numbers of its own for V2") func budgets() {
        let budget = RequestBudget([.authorize: 1...1, .mediaToken: 1...1], onV2: [.mediaToken: 0...0])
        #expect(budget.first(on: .v1) == [.authorize: 1...1, .mediaToken: 1...1])
        #expect(budget.first(on: .v2) == [.authorize: 1...1, .mediaToken: 0...0])
    }

    @Test("The report of a failing case shows both sides, the condition and its document") func report() async throws {
        let wrong = WrongImplementation("VSA404 for VSA403") { [$0.code("VSA404", insteadOf: "VSA403")] }
        let text = TextReport.details(try await run(wrong, denied))
        let words = text.split(separator: " ").joined(separator: " ")
        #expect(words.contains("> status VSA403 info | status VSA404 info"), "\(text)")
        #expect(text.contains("Apple SSO Cookbook (iOS/tvOS SDK), Authentication, step 2"))
        #expect(text.contains("permission denied"))
        #expect(text.contains("GET /api/v1/config/NORTHSTAR → 200"))
    }

    @Test("Many cases: results in their order, whatever the jobs; a summary by condition") func many() async throws {
        let cases = Array(ConditionCase.all.filter { $0.conditions.contains("S2.E2") }.prefix(4))
        let wrong = WrongImplementation("VSA403 for VSA404") { [$0.code("VSA403", insteadOf: "VSA404")] }
        await Turnstile.shared.enter()
        let results = await ConformanceRunner(wrong).run(cases, jobs: 3)
        await Turnstile.shared.leave()
        #expect(results.map(\.conditionCase.title) == cases.map(\.title))
        #expect(results.allSatisfy { !$0.holds })
        let summary = TextReport.summary(results)
        #expect(summary.contains("0 of 4 cases hold."))
        #expect(summary.contains("S2.E2"))
    }
}
