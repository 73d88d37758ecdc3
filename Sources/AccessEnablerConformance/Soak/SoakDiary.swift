import AccessEnabler
import Base

/// What is written down of one epoch of a lane: every verb, callback and log line, and the last acts for a report.
final class SoakDiary: Sendable {
    let journal = Journal()
    private let notes = Lock(Notes())

    private struct Notes {
        var verbs: [Int: [Verb]] = [:]
        var log: [String] = []
        var samlResponses: [String] = []
        var acts: [String] = []
        var counts: [String: Int] = [:]
    }

    /// How many acts are remembered.
    private static let trail = 40

    /// Calls a verb of an object.
    func call(_ verb: Verb, of place: Int, _ instance: (any ImplementationInstance)?) {
        // Written down first: the answer may come before the call returns.
        notes.withLock { $0.verbs[place, default: []].append(verb) }
        journal.call(verb, of: place, instance)
    }

    /// Asks an object the runner's own question.
    func ask(_ number: Int, of place: Int, _ instance: any ImplementationInstance) {
        journal.call(Sentinel.verb(number), of: place, instance)
    }

    func add(logLine line: String) { notes.withLock { $0.log.append(line) } }

    func add(samlResponse: String) { notes.withLock { $0.samlResponses.append(samlResponse) } }

    func add(act: String) {
        notes.withLock { notes in
            if notes.acts.count == Self.trail { notes.acts.removeFirst() }
            notes.acts.append(act)
        }
    }

    /// Counts something for the report.
    func count(_ what: String) { notes.withLock { $0.counts[what, default: 0] += 1 } }

    /// The last acts, the latest last.
    var acts: [String] { notes.withLock { $0.acts } }

    /// The last lines of the log, the latest last.
    var lastLines: [String] { notes.withLock { $0.log.suffix(Self.trail) } }

    /// How many verbs were called.
    var verbCount: Int { notes.withLock { $0.verbs.values.reduce(0) { $0 + $1.count } } }

    /// The epoch as a whole. Nothing may be under way any more.
    func tally(of objects: [SoakObject], secrets: [String]) -> SoakTally {
        let entries = journal.entries
        let notes = notes.withLock { $0 }
        let deviceIDs = journal.everything.compactMap { callback -> String? in
            guard case .setMetadataStatus(.string(let text)?, _, .deviceID, _) = callback else { return nil }
            return text
        }
        return SoakTally(
            parts: objects.map { object in
                SoakTally.Part(
                    place: object.place, platform: object.platform, isReleased: journal.isReleased(object.place),
                    verbs: notes.verbs[object.place] ?? [],
                    callbacks: entries.filter { $0.object == object.place }.map(\.callback))
            },
            violations: journal.violations, log: notes.log, secrets: secrets + notes.samlResponses + deviceIDs,
            counts: notes.counts)
    }
}
