import AccessEnabler
import Base
import PlatformAccount
import TestSupport
import Testing

@testable import class AccessEnabler.Mailbox
@testable import class AccessEnabler.PickerBridge
@testable import struct AccessEnabler.WaitingLine

/// Notes which callbacks came.
private final class Notes: AccessEnablerDelegate {
    let completes = Lock<[Int]>([])
    let onPresent: @Sendable (TVProviderDialog) -> Void

    init(onPresent: @escaping @Sendable (TVProviderDialog) -> Void = { _ in }) {
        self.onPresent = onPresent
    }

    func setRequestorComplete(_ status: Int) { completes.withLock { $0.append(status) } }
    func setAuthenticationStatus(_ status: Int, errorCode: String) {}
    func presentTVProviderDialog(_ dialog: TVProviderDialog) { onPresent(dialog) }
    func dismissTVProviderDialog(_ dialog: TVProviderDialog) { completes.withLock { $0.append(-1) } }
}

@Suite struct MailboxTests {
    private let many = 30_000

    @Test("C05: an executor that runs its work at once goes through any backlog without growing the stack")
    func synchronous() {
        let notes = Notes()
        let mailbox = Mailbox(delegate: notes, executor: { $0() })
        mailbox.append((0..<many).map { .setRequestorComplete($0) })
        mailbox.deliver()
        #expect(notes.completes.withLock { $0 } == Array(0..<many))
        mailbox.post([.setRequestorComplete(7)])
        #expect(notes.completes.withLock { $0.last } == 7)
    }

    @Test("C05: an executor that runs its work twice, the second time late, changes nothing")
    func twice() {
        let notes = Notes()
        let late = Lock<[@Sendable () -> Void]>([])
        let mailbox = Mailbox(delegate: notes) { work in
            work()
            work()
            late.withLock { $0.append(work) }
        }
        mailbox.post((0..<100).map { .setRequestorComplete($0) })
        for work in late.withLock({ $0 }) { work() }
        mailbox.post([.setRequestorComplete(100)])
        #expect(notes.completes.withLock { $0 } == Array(0...100))
    }

    @Test("C05: an executor that runs its work later, one by one")
    func later() {
        let notes = Notes()
        let queue = Lock<[@Sendable () -> Void]>([])
        let mailbox = Mailbox(delegate: notes) { work in queue.withLock { $0.append(work) } }
        mailbox.post((0..<100).map { .setRequestorComplete($0) })
        var handed = 0
        while let work = queue.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            // One at a time: the next is handed over when this one is over.
            #expect(queue.withLock { $0.isEmpty })
            handed += 1
            work()
        }
        #expect(handed == 100)
        #expect(notes.completes.withLock { $0 } == Array(0..<100))
    }

    @Test("C05: a line that never empties lets go what was taken, and its place")
    func neverEmpty() {
        final class Guest: Sendable {}
        var line = WaitingLine<Guest>()
        line.append(contentsOf: [Guest(), Guest()])
        var (kept, places) = (0, 0)
        for _ in 0..<1000 {
            weak let taken = line.popFirst()
            if taken != nil { kept += 1 }
            line.append(Guest())
            places = max(places, line.places)
        }
        #expect(kept == 0 && places <= 40 && !line.isEmpty)
        var numbers = WaitingLine<Int>()
        var taken: [Int] = []
        for number in 0..<1000 {
            numbers.append(number)
            if number % 3 == 0, let next = numbers.popFirst() { taken.append(next) }
        }
        while let next = numbers.popFirst() { taken.append(next) }
        #expect(taken == Array(0..<1000) && numbers.isEmpty)
    }

    @Test("S4.E6a, Always: a picker answered and dismissed inside its own present, on the poster's stack")
    func pickerAnsweredAtOnce() {
        let notes = Notes { $0.cancel() }
        let bridge = PickerBridge(Mailbox(delegate: notes, executor: { $0() }))
        let shown = Lock<TVProviderDialog?>(nil)
        let dialog = TVProviderDialog(providers: []) { _ in
            if let dialog = shown.withLock({ $0 }) { bridge.dismiss(dialog) }
        }
        shown.withLock { $0 = dialog }
        bridge.present(dialog)
        #expect(notes.completes.withLock { $0 } == [-1])
        bridge.close()
        #expect(notes.completes.withLock { $0 } == [-1])
    }
}
