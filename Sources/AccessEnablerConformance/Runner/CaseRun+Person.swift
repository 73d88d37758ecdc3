import AccessEnabler
import Base
import PassSimulator
import PlatformAccount

/// What a person sees and does, and the time that passes while they do.
extension CaseRun {
    /// So many polls, none of which ends anything: each is followed by the wait for the next.
    func passPolls(_ count: Int) async throws {
        let clock = bench.clock
        try await reach("a poll") { await clock.waitForSleepers(.poll) }
        for _ in 0..<count {
            clock.endPollWait()
            try await reach("another poll") { await clock.waitForSleepers(.poll) }
        }
    }

    func passPolls(until kind: CallbackKind, _ count: Int) async throws {
        let (clock, journal) = (bench.clock, journal)
        try await reach("\(kind.rawValue), \(count), while polling") {
            while journal.seen.count(where: { $0.kind == kind }) < count, !Task.isCancelled {
                // Nobody tells which comes first, the next wait or the callback: look again until one has come.
                if clock.sleeperCount(.poll) > 0 {
                    clock.endPollWait()
                } else {
                    try? await Task.sleep(for: .milliseconds(1))
                }
            }
        }
    }
}

extension ManualClock {
    /// Lets the wait for the next poll pass.
    fileprivate func endPollWait() {
        if let wait = waits.last(where: { $0.reason == .poll }) { advance(by: wait.duration) }
    }
}

extension [Callback] {
    /// The pickers presented, in order.
    var dialogs: [TVProviderDialog] {
        compactMap { if case .presentTVProviderDialog(let dialog) = $0 { dialog } else { nil } }
    }

    /// The page named last.
    var lastPage: String? {
        last { $0.kind == .navigateToUrl }.flatMap { if case .navigateToUrl(let url, _) = $0 { url } else { nil } }
    }

    /// The registration code told last.
    var lastCode: String? {
        reversed().lazy.compactMap { callback -> String? in
            guard case .status(let status) = callback, status.errorID == "REGCODE" else { return nil }
            return status.message
        }.first
    }
}

extension TVProviderDialog {
    /// Answers as the person does.
    func answer(_ choice: PickerChoice) {
        switch choice {
        case .provider(let identifier): choose(PickerProvider(identifier: identifier, displayName: ""))
        case .otherProvider: chooseOtherProvider()
        case .cancel: cancel()
        }
    }
}
