import AccessEnabler
import Foundation
import TestSupport
import Testing

@testable import AccessEnablerConformance

/// What may still come of an object when it is released: the promise in `AccessEnablerCore`'s words.
@Suite(.timeLimit(.minutes(10)))
struct JournalTests {
    private let journal = Journal()

    /// An object that lives until its verb returns.
    private struct Slow: ImplementationInstance {
        let inside = Gate()
        let mayReturn = DispatchSemaphore(value: 0)

        func perform(_ verb: Verb) {
            inside.open()
            mayReturn.wait()
        }

        func release() {}
    }

    private func tell(_ act: () -> Void = {}) {
        journal.begin(reactions: [Reaction(inside: .setRequestorComplete, [.release])])
        journal.receive(.setRequestorComplete(1), from: 0) { _ in act() }
    }

    private var count: Int { journal.violations.count { $0.contains("after the object was released") } }

    @Test("Released inside a callback: nothing follows")
    func inside() {
        tell { journal.release(0, nil) }
        #expect(count == 0 && journal.isReleased(0))
        tell()
        #expect(count == 1)
    }

    @Test("Released beside the callbacks: one that was picked already may come, a second may not")
    func beside() {
        journal.release(0, nil, meanwhile: true)
        tell()
        #expect(count == 0)
        tell()
        #expect(count == 1)
    }

    @Test("Released inside a callback while another thread is in a verb: the object lives until the verb returns")
    func besideAVerb() async {
        let slow = Slow()
        let returned = Gate()
        Thread.detachNewThread { [journal] in
            journal.call(.checkAuthentication, of: 0, slow)
            returned.open()
        }
        await slow.inside.wait()
        tell { journal.release(0, nil) }
        for _ in 0..<3 { tell() }
        #expect(count == 0 && journal.isReleased(0))
        slow.mayReturn.signal()
        await returned.wait()
        tell()
        #expect(count == 0)
        tell()
        #expect(count == 1)
    }

    @Test("Released by another thread during a verb inside a callback: the object ends there, and nothing follows")
    func insideAVerb() {
        let slow = Slow()
        tell {
            Thread.detachNewThread { [journal] in
                while !slow.inside.isOpen { sched_yield() }
                journal.release(0, nil, meanwhile: true)
                slow.mayReturn.signal()
            }
            journal.call(.checkAuthentication, of: 0, slow)
        }
        #expect(count == 0)
        tell()
        #expect(count == 1)
    }
}
