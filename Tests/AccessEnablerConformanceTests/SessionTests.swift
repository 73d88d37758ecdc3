import Testing

@testable import AccessEnablerConformance

/// Random sessions on the core with its real store and real HTTP, each step compared with a model of the contract.
@Suite("Random sessions") struct SessionTests {
    private func run(
        _ seed: UInt64, on implementation: any Implementation = InProcessImplementation(), length: Int = 40,
        patience: Duration = .seconds(300)
    ) async -> SessionResult {
        var options = SessionOptions()
        options.length = length
        options.patience = patience
        await Turnstile.shared.enter()
        let result = await SessionRunner(implementation, options: options).run(seed: seed)
        await Turnstile.shared.leave()
        return result
    }

    /// The last ones once told core and model apart.
    @Test(
        "The core does as the model says",
        arguments: Array(1...60) as [UInt64] + [2497, 2585, 2998, 4281, 4339, 5550, 7669, 15394])
    func holds(seed: UInt64) async {
        let result = await run(seed)
        #expect(result.trouble == nil)
        #expect(result.failure == nil, "\(result.failure?.report ?? "")")
        #expect(result.steps > 30)
    }

    @Test("A seed always makes the same session") func deterministic() async {
        let (first, second) = (await run(7), await run(7))
        #expect(first.exercised == second.exercised)
        #expect(first.steps == second.steps)
        let other = await run(8)
        #expect(first.exercised != other.exercised)
    }

    @Test("A missing code is found, with a script of few steps, the conditions, and the way to see it again")
    func missingCode() async throws {
        let wrong = WrongImplementation("forgets N000") { callback in
            if case .status(let status) = callback, status.errorID == "N000" { return [] }
            return [callback]
        }
        let failure = try await firstFailure(wrong)
        #expect(failure.script.count <= 3, "\(failure.report)")
        #expect(failure.conditions.contains("S3.Z1"), "\(failure.report)")
        #expect(failure.report.contains("accessenabler-conformance sessions --seed"))
    }

    @Test("When its time is over a failing session is not made shorter")
    func shrinkingEnds() async throws {
        let wrong = WrongImplementation("N000 for REGCODE") { [$0.code("N000", insteadOf: "REGCODE")] }
        let session = SessionGenerator.session(seed: 3, length: 40, service: .v1, platform: .tvOS)
        let outcome = await SessionRun.play(session, on: wrong, patience: .seconds(60))
        let difference = try #require(outcome.difference)
        try #require(difference.step > 2)
        let shrinker = SessionShrinker(implementation: wrong, patience: .seconds(60), budget: .zero)
        let (shortest, _) = await shrinker.shrink(session, outcome)
        #expect(shortest.steps == Array(session.steps.prefix(difference.step + 1)))
    }

    @Test("A wrong order is found") func reordered() async throws {
        let wrong = WrongImplementation("picks the page first") { callback in
            if case .displayProviderDialog(let mvpds) = callback { return [.displayProviderDialog(mvpds.reversed())] }
            return [callback]
        }
        let failure = try await firstFailure(wrong)
        #expect(failure.script.count <= 4, "\(failure.report)")
    }

    @Test("A sign-in that outlives the account is found") func tokenKept() async throws {
        var wrong = WrongImplementation("keeps tokens") { [$0] }
        wrong.context = { context in
            var context = context
            context.platformAccount = NeverSignedOut(platform: context.platformAccount)
            return context
        }
        let failure = try await firstFailure(wrong)
        #expect(failure.script.count <= 5, "\(failure.report)")
    }

    private func firstFailure(_ wrong: any Implementation) async throws -> SessionFailure {
        for seed in UInt64(1)...20 {
            if let failure = await run(seed, on: wrong, patience: .seconds(60)).failure { return failure }
        }
        throw NotFound()
    }

    private struct NotFound: Error {}
}
