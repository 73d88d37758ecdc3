/// Many objects in one process, all starting cold and signing in at once.
enum CrowdFigures {
    /// What a crowd came to.
    private struct Outcome {
        var count: Int
        var signedIn = 0
        var seconds = 0.0
        var base = 0
        var peak = 0

        var perCore: Int { max(0, peak - base) / max(1, count) }
    }

    /// The child did not tell.
    struct Failure: Error {}

    static func measure(small: Service, large: Service) throws -> Chapter {
        let crowds = [
            ("200 objects", try run(200, small)), ("2,000 objects", try run(2000, small)),
            ("200 objects, 1,000 MVPDs", try run(200, large)),
        ]
        return Chapter(
            title: "Many objects in one process",
            method: [
                "Objects with a store of their own each, made one after the other in a fresh process; each calls",
                "`setRequestor` at once, which registers, loads the configuration and signs in silently (6 requests and",
                "the platform's question), then `checkAuthentication`. Time from the first object to the last verdict,",
                "the service on the same processors. Memory is the most ever resident (`VmHWM`) less what the process",
                "held before the first object.",
            ],
            figures: crowds.flatMap { figures($0, $1) })
    }

    private static func figures(_ name: String, _ outcome: Outcome) -> [Figure] {
        let failed = outcome.count - outcome.signedIn
        return [
            Figure(
                name: name + ": time, sign-ins that failed",
                ours: "\(Quantity.time(outcome.seconds)), \(failed) failed",
                aim: Aim(text: "none failed", isMet: failed == 0, otherwise: "\(failed) did not end signed in.")),
            Figure(
                name: name + ": peak memory",
                ours: "\(Quantity.size(outcome.perCore)) an object, \(Quantity.size(outcome.peak)) in all"),
        ]
    }

    private static func run(_ count: Int, _ service: Service) throws -> Outcome {
        let child = try Child(Program.own, [Program.Role.crowd.rawValue, String(count), service.baseURL])
        child.give(service.softwareStatement + "\n", closing: true)
        var outcome = Outcome(count: count)
        while let words = child.line()?.split(separator: " "), words.count == 2 {
            let value = Double(words[1]) ?? 0
            switch words[0] {
            case "signed-in": outcome.signedIn = Int(value)
            case "seconds": outcome.seconds = value
            case "base": outcome.base = Int(value)
            case "peak": outcome.peak = Int(value)
            default: break
            }
        }
        guard child.end().status == 0 else { throw Failure() }
        return outcome
    }
}
