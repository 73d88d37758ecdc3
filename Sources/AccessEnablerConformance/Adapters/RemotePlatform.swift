import AccessEnabler
import Base
import PlatformAccount

/// The TV provider account of the device on the other side, asked question by question.
final class RemotePlatform: PlatformAccountBackend {
    private struct Question {
        let answer = OneShot<Result<JSONValue, PlatformAccountError>>()
        let presenter: (any TVProviderPresenter)?
    }

    private struct State {
        var questions: [Int: Question] = [:]
        var dialogs: [Int: TVProviderDialog] = [:]
    }

    private let wire: AdapterWire
    private let state = Lock(State())

    init(wire: AdapterWire) {
        self.wire = wire
    }

    func permission(prompting: Bool) async throws(PlatformAccountError) -> AccessPermission {
        let answer = try await ask("askPermission", ["prompting": .bool(prompting)], nil)
        return AccessPermission(name: answer["permission"]?.string) ?? .notDetermined
    }

    func account(
        _ request: AccountRequest, presenter: (any TVProviderPresenter)?
    ) async throws(PlatformAccountError) -> AccountMetadata {
        AccountMetadata(json: try await ask("askAccount", request.json, presenter)["account"] ?? .null)
    }

    /// Takes an answer, or what the platform shows meanwhile.
    func take(_ message: JSONValue) {
        let number = message["question"]?.whole ?? 0
        let presenter = state.withLock { $0.questions[number]?.presenter }
        let place = message["dialog"]?.whole ?? 0
        switch message["type"]?.string {
        case "present":
            let providers = (message["providers"]?.list ?? []).compactMap { PickerProvider(json: $0) }
            let featured = Set(message["featured"]?.strings ?? [])
            // The person is on the other side, and answers there.
            let dialog = TVProviderDialog(
                providers: providers, featured: providers.filter { featured.contains($0.identifier) },
                answer: { _ in })
            state.withLock { $0.dialogs[place] = dialog }
            presenter?.present(dialog)
        case "dismiss":
            if let dialog = state.withLock({ $0.dialogs[place] }) { presenter?.dismiss(dialog) }
        default:
            let error = message["error"].map { PlatformAccountError(json: $0) }
            end(number, error.map { .failure($0) } ?? .success(message))
        }
    }

    /// The number of a picker; 0 = it is none of the platform's.
    func number(of dialog: TVProviderDialog) -> Int {
        state.withLock { $0.dialogs.first { $0.value === dialog }?.key } ?? 0
    }

    private func ask(
        _ kind: String, _ parts: [String: JSONValue], _ presenter: (any TVProviderPresenter)?
    ) async throws(PlatformAccountError) -> JSONValue {
        let number = wire.nextNumber()
        let question = Question(presenter: presenter)
        state.withLock { $0.questions[number] = question }
        wire.send(kind, parts.merging(["question": .count(number)], uniquingKeysWith: { $1 }))
        let answer = await withTaskCancellationHandler {
            await question.answer.value
        } onCancel: {
            let abandoned = PlatformAccountError(
                .serviceTemporarilyUnavailable, message: "The asker gave up before an answer came.")
            if end(number, .failure(abandoned)) { wire.send("cancel", ["question": .count(number)]) }
        }
        return try answer.get()
    }

    @discardableResult
    private func end(_ number: Int, _ answer: Result<JSONValue, PlatformAccountError>) -> Bool {
        let question = state.withLock { $0.questions.removeValue(forKey: number) }
        question?.answer.give(answer)
        return question != nil
    }
}
