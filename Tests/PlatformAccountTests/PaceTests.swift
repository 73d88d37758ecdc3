import Base
import Testing

@testable import PlatformAccount

@Suite struct PaceTests {
    /// One way to ask, with the script's pace that governs it.
    struct Query: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let setPace: @Sendable (inout Scripted.Script, Scripted.Pace) -> Void
        let ask: @Sendable (Scripted) async throws(PlatformAccountError) -> String?

        static let all = [
            Query(testDescription: "permission") {
                $0.permissionPace = $1
            } ask: { device throws(PlatformAccountError) in
                "\(try await device.permission(prompting: false))"
            },
            Query(testDescription: "account") {
                $0.accountPace = $1
            } ask: { device throws(PlatformAccountError) in
                try await device.account(silent, presenter: nil).providerIdentifier
            },
            Query(testDescription: "SAML") {
                $0.samlPace = $1
            } ask: { device throws(PlatformAccountError) in
                try await device.account(withAttributes, presenter: nil).providerIdentifier
            },
        ]

        func device(_ pace: Scripted.Pace, on clock: any DeviceClock = ManualClock()) -> Scripted {
            platform(clock: clock) { setPace(&$0, pace) }
        }

        var answer: String { testDescription == "permission" ? "granted" : "adobe-tv" }
    }

    @Test(arguments: Query.all)
    func aSlowAnswerWaitsOnTheInjectedClock(_ query: Query) async throws {
        let clock = ManualClock()
        let device = query.device(.after(.seconds(4)), on: clock)
        let asking = Task { try await query.ask(device) }
        await clock.waitForSleepers(.poll)
        #expect(clock.waits.map(\.duration) == [.seconds(4)])
        clock.advance(by: .seconds(4))
        #expect(try await asking.value == query.answer)
    }

    @Test("S2.E3: a missing answer ends with the asker's limit", arguments: Query.all)
    func aMissingAnswerEndsWithTheAskersLimit(_ query: Query) async throws {
        let clock = ManualClock()
        let device = query.device(.never, on: clock)
        let asking = Task { try await withTimeLimit(.seconds(5), on: clock) { try await query.ask(device) } }
        await clock.waitForSleepers(.deadline)
        clock.advance(by: .seconds(5))
        await #expect(throws: TimeLimitExceeded.self) { try await asking.value }
    }

    @Test(arguments: Query.all, [Scripted.Pace.never, .held, .after(.seconds(3600))])
    func cancellationEndsEveryWait(_ query: Query, _ pace: Scripted.Pace) async throws {
        let device = query.device(pace)
        let asking = Task { try await query.ask(device) }
        asking.cancel()
        let error = await #expect(throws: PlatformAccountError.self) { try await asking.value }
        // Not userCancelled, which would mean "no account".
        #expect(error?.code == .serviceTemporarilyUnavailable)
    }

    @Test(arguments: Query.all)
    func aCancelledQueryIsNotHeldAnyMore(_ query: Query) async throws {
        let device = query.device(.held)
        let first = Task { try await query.ask(device) }
        await device.waitForHeld()
        first.cancel()
        await #expect(throws: PlatformAccountError.self) { try await first.value }
        let second = Task { try await query.ask(device) }
        await device.waitForHeld(count: 1)
        device.release()
        #expect(try await second.value == query.answer)
    }

    @Test(arguments: Query.all)
    func releaseLetsEveryHeldQueryAnswer(_ query: Query) async throws {
        let device = query.device(.held)
        let asking = (1...3).map { _ in Task { try await query.ask(device) } }
        await device.waitForHeld(count: 3)
        device.release()
        for task in asking { #expect(try await task.value == query.answer) }

        // A later query is held anew.
        let later = Task { try await query.ask(device) }
        await device.waitForHeld()
        #expect(device.questions.count == 4)
        device.release()
        #expect(try await later.value == query.answer)
    }

    @Test func aHeldQueryAnswersFromTheScriptItBeganWith() async throws {
        let device = platform { $0.accountPace = .held }
        let asking = Task { try await device.account(silent, presenter: nil) }
        await device.waitForHeld()
        device.change { $0.account = nil }
        device.release()
        #expect(try await asking.value.providerIdentifier == "adobe-tv")
    }

    @Test func aPromptIsOnTheScreenWhileItIsHeld() async throws {
        let device = platform {
            $0.permission = .notDetermined
            $0.promptAnswer = .granted
            $0.permissionPace = .held
        }
        let asking = Task { try await device.permission(prompting: true) }
        await device.waitForHeld()
        #expect(device.promptCount == 1)
        asking.cancel()
        await #expect(throws: PlatformAccountError.self) { try await asking.value }
        #expect(device.script.permission == .notDetermined, "an abandoned prompt decides nothing")
    }

    @Test func permissionStaysWhenTheQueryThatWouldWithdrawItIsAbandoned() async throws {
        let device = platform {
            $0.accountPace = .held
            $0.permissionAfterAccountQuery = .denied
        }
        let asking = Task { try await device.account(silent, presenter: nil) }
        await device.waitForHeld()
        asking.cancel()
        await #expect(throws: PlatformAccountError.self) { try await asking.value }
        #expect(device.script.permission == .granted)
    }

    @Test func waitingForHeldEndsWithItsTask() async {
        let device = platform()
        let waiting = Task { await device.waitForHeld() }
        waiting.cancel()
        await waiting.value
        device.release()
        #expect(device.questions.isEmpty)
    }

    @Test func oneAnswerKeepsTheFirst() async {
        let early = OneAnswer<Int>()
        early.give(1)
        early.give(2)
        #expect(await early.wait() == 1)

        let cancelled = OneAnswer<Int>()
        let waiting = Task { await cancelled.wait() }
        waiting.cancel()
        let none = await waiting.value
        cancelled.give(3)
        #expect(none == nil)
    }
}
