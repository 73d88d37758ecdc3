import AccessEnabler
import Base
import Dispatch
import PlatformAccount

/// Objects in the process, and the device around them.
extension AdapterSession {
    /// Makes an object.
    func make(
        _ context: ImplementationContext, _ receive: @escaping @Sendable (Callback) -> Void
    ) async throws(AdapterError) -> AdapterObject {
        let queue = DispatchQueue(label: "conformance.adapter.object")
        let place = state.withLock { state in
            let place = state.nextNumber()
            state.context = context
            state.objects[place] = Object(receive: receive, queue: queue, gone: context.gone)
            return place
        }
        do throws(AdapterError) {
            _ = try await ask("make", ["object": .count(place), "context": context.json])
        } catch {
            state.withLock { $0.objects[place] = nil }
            throw error
        }
        return AdapterObject(session: self, place: place, queue: queue)
    }

    /// Puts tokens into a store.
    func seed(_ tokens: [SeededToken], in context: ImplementationContext) async throws(AdapterError) {
        state.withLock { $0.context = context }
        _ = try await ask("seed", ["context": context.json, "tokens": .array(tokens.map(\.json))])
    }

    /// A case is over: nothing of it is left.
    func forget() {
        let tasks = state.withLock { state in
            defer {
                state.tasks = [:]
                state.past.formUnion(state.objects.keys)
                state.objects = [:]
                state.dialogs = [:]
                state.context = nil
                state.written = 0
                state.loggedErrors = 0
            }
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }

    fileprivate func release(_ place: Int) {
        let isNew = state.withLock { state in
            guard state.objects[place]?.isReleased == false, state.objects[place]?.isOver == false else { return false }
            state.objects[place]?.isReleased = true
            return true
        }
        guard isNew else { return }
        begin("release", place) { [self] in
            try? await SystemClock().sleep(for: answerLimit, reason: .deadline)
            if !Task.isCancelled { die(.noAnswer(to: "release", after: answerLimit)) }
        }
        send("release", ["object": .count(place)])
    }

    /// Returns once a release is answered, or will not be any more.
    fileprivate func waitUntilReleased(_ place: Int) async throws(AdapterError) {
        await state.withLock { $0.tasks["release \(place)"] }?.value
        if let death { throw death }
    }

    /// Begins something the process asks for by a number of its own.
    private func answer(
        _ what: String, _ message: JSONValue, _ work: @escaping @Sendable (_ number: Int) async -> Void
    ) throws(Misfit) {
        let number = try message.number(what)
        if state.withLock({ $0.tasks["\(what) \(number)"] != nil }) { throw .wrong("number \(number) is used twice") }
        begin(what, number) { await work(number) }
    }

    /// Begins something that may be given up.
    private func begin(_ what: String, _ number: Int, _ work: @escaping @Sendable () async -> Void) {
        let task = Task { await work() }
        let isDead = state.withLock { state in
            if state.death == nil { state.tasks["\(what) \(number)"] = task }
            return state.death != nil
        }
        // Nobody is left to end it.
        if isDead { task.cancel() }
    }

    /// The process asks the platform.
    func takeQuestion(_ message: JSONValue) throws(Misfit) {
        // Asked for an object that is released by now: nobody waits for the answer.
        guard let platform = state.withLock({ $0.context?.platformAccount }) else { return }
        if message["type"] == .string("askPermission") {
            guard let prompting = message["prompting"]?.flag else { throw .unreadable }
            try answer("question", message) { [self] number in
                do throws(PlatformAccountError) {
                    let permission = try await platform.permission(prompting: prompting)
                    answer(number, "permission", ["permission": .string(permission.name)])
                } catch {
                    answer(number, "permission", ["error": error.json])
                }
            }
        } else {
            let request = AccountRequest(json: message)
            try answer("question", message) { [self] number in
                let presenter = request.isInterruptionAllowed ? Presenter(session: self, question: number) : nil
                do throws(PlatformAccountError) {
                    let account = try await platform.account(request, presenter: presenter)
                    answer(number, "account", ["account": account.json])
                } catch {
                    answer(number, "account", ["error": error.json])
                }
            }
        }
    }

    private func answer(_ question: Int, _ kind: String, _ parts: [String: JSONValue]) {
        // Nobody waits for the answer to a question given up.
        guard !Task.isCancelled else { return }
        send(kind, parts.merging(["question": .count(question)], uniquingKeysWith: { $1 }))
    }

    /// The process waits on the device's clock.
    func takeSleep(_ message: JSONValue) throws(Misfit) {
        guard let duration = message["milliseconds"]?.duration,
            let reason = WaitReason(name: message["reason"]?.string)
        else { throw .unreadable }
        guard let clock = state.withLock({ $0.context?.clock }) else { return }
        // Time that has passed since, before this arrived, is over.
        let since = message["since"]?.duration ?? clock.uptime
        try answer("sleep", message) { [self] number in
            do {
                try await clock.sleep(for: duration - max(.zero, clock.uptime - since), reason: reason)
                send("wake", ["sleep": .count(number)])
            } catch {
                // Given up by the process itself.
            }
        }
    }

    /// The platform's picker, shown by the process's host and answered by the person, who is on this side.
    private struct Presenter: TVProviderPresenter {
        let session: AdapterSession
        let question: Int

        func present(_ dialog: TVProviderDialog) {
            let number = session.state.withLock { state in
                let number = state.nextNumber()
                state.dialogs[number] = dialog
                return number
            }
            session.send(
                "present",
                [
                    "question": .count(question), "dialog": .count(number),
                    "providers": .array(dialog.providers.map(\.json)),
                    "featured": .texts(dialog.featured.map(\.identifier)),
                ])
        }

        func dismiss(_ dialog: TVProviderDialog) {
            let number = session.state.withLock { $0.dialogs.first { $0.value === dialog }?.key }
            guard let number else { return }
            session.send("dismiss", ["question": .count(question), "dialog": .count(number)])
        }
    }
}

/// An object in another process.
struct AdapterObject: ImplementationInstance {
    let session: AdapterSession
    let place: Int
    /// Its callbacks are delivered here.
    let queue: DispatchQueue

    func perform(_ verb: Verb) {
        session.send("call", verb.json.merging(["object": .count(place)], uniquingKeysWith: { $1 }))
    }

    func release() { session.release(place) }

    func waitUntilGone() async throws(AdapterError) {
        try await session.waitUntilReleased(place)
        // What it has told is delivered by then.
        await withCheckedContinuation { told in queue.async { told.resume() } }
    }

    func noticeTime() async throws { _ = try await session.ask("advance", [:]) }
}
