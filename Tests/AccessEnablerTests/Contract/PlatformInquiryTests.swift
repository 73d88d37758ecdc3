import Base
import PlatformAccount
import Testing

@testable import AccessEnabler

/// The silent look at the platform, over every sequence of answers.
@Suite struct PlatformInquiryTests {
    @Test("Words: every sequence of answers ends, within four questions, in what its last answers mean")
    func everySequence() async {
        var outcomes: [String: Int] = [:]
        await expectAgreement(Conversation.all(from: .askPermission), atLeast: 100) { conversation in
            outcomes[conversation.outcome.kind, default: 0] += 1
            return conversation.disagreement
        }
        #expect(
            Set(outcomes.keys) == ["denied", "undetermined", "failed", "noAccount", "lapsed", "signedIn"])
    }

    @Test("S2.X7: asking for the account alone follows the same rules")
    func accountFirst() async {
        await expectAgreement(Conversation.all(from: .askAccount), atLeast: 45) { $0.disagreement }
    }

    @Test("Words: accessNotGranted without end is no endless loop")
    func accessNotGrantedLoops() {
        let refused = PlatformAccountError(.accessNotGranted)
        for first in [PlatformInquiry.Step.askPermission, .askAccount] {
            let answers: [[Result<AccessPermission, PlatformAccountError>]] = [
                [.failure(refused)], [.success(.granted), .failure(refused)],
            ]
            for permissions in answers {
                var inquiry = PlatformInquiry()
                var step = first
                var questions = 0
                var permissionIndex = 0
                while questions < 10 {
                    switch step {
                    case .askPermission:
                        step = inquiry.permission(permissions[permissionIndex % permissions.count])
                        permissionIndex += 1
                    case .askAccount: step = inquiry.account(.failure(refused), now: decisionTime)
                    case .done: break
                    }
                    if case .done = step { break }
                    questions += 1
                }
                #expect(questions < 5)
            }
        }
    }

    @Test("Words: permission withdrawn between the two questions is told, not the account's refusal")
    func withdrawnInMidFlow() {
        var inquiry = PlatformInquiry()
        #expect(inquiry.permission(.success(.granted)) == .askAccount)
        #expect(
            inquiry.account(.failure(PlatformAccountError(.accessNotGranted)), now: decisionTime) == .askPermission)
        #expect(inquiry.permission(.success(.denied)) == .done(.denied))
    }

    @Test("Words: a sign-in past its expiration date is lapsed, from the very millisecond")
    func expiration() {
        func reading(_ expires: Timestamp?) -> PlatformInquiry.Step {
            var inquiry = PlatformInquiry()
            let metadata = AccountMetadata(providerIdentifier: "p", expirationDate: expires)
            return inquiry.account(.success(metadata), now: decisionTime)
        }
        #expect(reading(decisionTime) == .done(.lapsed(providerIdentifier: "p")))
        #expect(reading(decisionTime - .milliseconds(1)) == .done(.lapsed(providerIdentifier: "p")))
        let later = decisionTime + .milliseconds(1)
        #expect(reading(later) == .done(.signedIn(PlatformSignIn(providerIdentifier: "p", expires: later))))
        #expect(reading(nil) == .done(.signedIn(PlatformSignIn(providerIdentifier: "p"))))
    }
}

/// Questions and answers from the first to the outcome.
private struct Conversation {
    enum Answer {
        case permission(AccessPermission)
        case permissionError(PlatformAccountError)
        case account(AccountMetadata)
        case accountError(PlatformAccountError)

        static let permissions: [Answer] =
            AccessPermission.allCases.map { .permission($0) }
            + everyPlatformCode.map { .permissionError(PlatformAccountError($0, message: "permission")) }

        static let accounts: [Answer] =
            [nil, "", "p"].flatMap { provider in
                [nil, decisionTime - .seconds(1), decisionTime, decisionTime + .seconds(1)].map { expires in
                    .account(
                        AccountMetadata(
                            providerIdentifier: provider, expirationDate: expires, samlResponse: Secret("<saml/>")))
                }
            } + everyPlatformCode.map { .accountError(PlatformAccountError($0, message: "account")) }

        var isRefusal: Bool {
            switch self {
            case .permissionError(let error), .accountError(let error): return error.code == .accessNotGranted
            case .permission, .account: return false
            }
        }

        var isOfPermission: Bool {
            switch self {
            case .permission, .permissionError: return true
            case .account, .accountError: return false
            }
        }
    }

    var answers: [Answer]
    var outcome: PlatformReading

    /// Every conversation there is: the tree of all answers to each question asked.
    static func all(from first: PlatformInquiry.Step) -> [Conversation] {
        continuations(PlatformInquiry(), first, [])
    }

    private static func continuations(
        _ inquiry: PlatformInquiry, _ step: PlatformInquiry.Step, _ soFar: [Answer]
    ) -> [Conversation] {
        if case .done(let reading) = step { return [Conversation(answers: soFar, outcome: reading)] }
        // Deeper than anything the rules allow: stop, and let the length tell.
        if soFar.count == 6 { return [Conversation(answers: soFar, outcome: .noAccount)] }
        let answers = step == .askPermission ? Answer.permissions : Answer.accounts
        return answers.flatMap { answer in
            var next = inquiry
            let step = next.take(answer)
            return continuations(next, step, soFar + [answer])
        }
    }

    /// The rules again, as sentences about a whole conversation.
    var disagreement: String? {
        guard answers.count <= 4 else { return "\(answers.count) questions" }
        guard let last = answers.last else { return "nothing was asked" }
        let accountRefusal = answers.dropLast().compactMap { answer -> PlatformAccountError? in
            if case .accountError(let error) = answer, error.code == .accessNotGranted { return error }
            return nil
        }.first
        for (answer, next) in zip(answers, answers.dropFirst()) {
            // The account is asked after a granted permission; permission is read again after a refusal.
            if case .permission(.granted) = answer, !next.isOfPermission { continue }
            if answer.isRefusal, next.isOfPermission { continue }
            return "wrong question after \(answer)"
        }
        let expected: PlatformReading
        switch last {
        case .permission(.denied), .permission(.restricted): expected = .denied
        case .permission(.notDetermined): expected = .undetermined
        case .permission(.granted):
            guard let accountRefusal else { return "permission granted, account never asked" }
            expected = .failed(accountRefusal)
        case .permissionError(let error):
            if error.code != .accessNotGranted {
                expected = .failed(error)
            } else {
                let refusals = answers.count { $0.isOfPermission && $0.isRefusal }
                guard refusals == 2 else { return "denied after \(refusals) refusals" }
                expected = .denied
            }
        case .account(let metadata):
            if let provider = metadata.providerIdentifier, provider == "p" {
                if let expires = metadata.expirationDate, expires <= decisionTime {
                    expected = .lapsed(providerIdentifier: provider)
                } else {
                    expected = .signedIn(
                        PlatformSignIn(
                            providerIdentifier: provider, expires: metadata.expirationDate,
                            samlResponse: Secret("<saml/>")))
                }
            } else {
                expected = .noAccount
            }
        case .accountError(let error):
            switch error.code.rawValue {
            case 0: return "a refused account is no outcome"
            case 1, 2: expected = .noAccount
            case 4: expected = .lapsed(providerIdentifier: nil)
            default: expected = .failed(error)
            }
        }
        return outcome == expected ? nil : "expected \(expected), got \(outcome)"
    }
}

extension PlatformInquiry {
    fileprivate mutating func take(_ answer: Conversation.Answer) -> Step {
        switch answer {
        case .permission(let value): return permission(.success(value))
        case .permissionError(let error): return permission(.failure(error))
        case .account(let metadata): return account(.success(metadata), now: decisionTime)
        case .accountError(let error): return account(.failure(error), now: decisionTime)
        }
    }
}

extension PlatformReading {
    fileprivate var kind: String {
        switch self {
        case .denied: return "denied"
        case .undetermined: return "undetermined"
        case .failed: return "failed"
        case .noAccount: return "noAccount"
        case .lapsed: return "lapsed"
        case .signedIn: return "signedIn"
        }
    }
}
