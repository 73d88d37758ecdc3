import Base
import PlatformAccount
import Testing

@Suite struct ConcurrencyTests {
    /// A thousand queries while the script flips between two whole states: no answer mixes the two.
    @Test func eachAnswerComesFromOneScript() async throws {
        let first = Scripted.Account(providerIdentifier: "1", expirationDate: Timestamp(milliseconds: 1))
        let second = Scripted.Account(providerIdentifier: "2", expirationDate: Timestamp(milliseconds: 2))
        let device = platform {
            $0.account = first
            $0.saml = .text(Secret("1"))
        }
        let answers = await withTaskGroup(of: AccountMetadata?.self) { group in
            for index in 0..<1000 {
                group.addTask {
                    device.change {
                        $0.account = index.isMultiple(of: 2) ? first : second
                        $0.saml = .text(Secret(index.isMultiple(of: 2) ? "1" : "2"))
                    }
                    return try? await device.account(withAttributes, presenter: nil)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let whole = Set([
            AccountMetadata(
                providerIdentifier: "1", expirationDate: Timestamp(milliseconds: 1), samlResponse: Secret("1")),
            AccountMetadata(
                providerIdentifier: "2", expirationDate: Timestamp(milliseconds: 2), samlResponse: Secret("2")),
        ])
        #expect(answers.allSatisfy { $0.map(whole.contains) ?? false })
        #expect(device.questions == Array(repeating: .account(withAttributes), count: 1000))
    }

    @Test func aThousandHeldQueriesAreReleasedOrCancelled() async throws {
        let device = platform { $0.accountPace = .held }
        let asking = (0..<1000).map { _ in Task { try await device.account(silent, presenter: nil) } }
        await device.waitForHeld(count: 1000)
        async let released: Void = device.release()
        for task in asking where Bool.random() { task.cancel() }
        await released
        for task in asking {
            // Answered or abandoned, but ended.
            if case .failure(let error) = await task.result {
                #expect((error as? PlatformAccountError)?.code == .serviceTemporarilyUnavailable)
            }
        }
        #expect(device.questions.count == 1000)
    }

    @Test func everyConcurrentPickerIsPaired() async {
        let device = platform(signedIn: nil)
        let presenters = (0..<200).map { index in
            RecordingPresenter { dialog in
                if index.isMultiple(of: 2) { dialog.cancel() }
            }
        }
        let asking = presenters.map { presenter in
            Task { _ = try? await device.account(interrupting, presenter: presenter) }
        }
        for (index, presenter) in presenters.enumerated() {
            _ = await presenter.firstDialog()
            asking[index].cancel()
            await asking[index].value
        }
        #expect(presenters.allSatisfy { $0.isPaired })
    }
}
