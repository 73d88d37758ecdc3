import AccessEnablerConformance
import Base

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// `accessenabler-soak`: random verbs against a faulty service for some time; what the process holds must stay flat.
@main
struct Main {
    private static let usage = """
        usage: accessenabler-soak [--minutes N | --laps N] [--seed N] [--lanes N] [--steps N]

        --minutes 5   for so long; 5 by default
        --laps 20     or so many laps
        --seed 7      plays the acts of the run that printed this seed
        --lanes 3     lanes beside the one that lives on
        --steps 120   acts of a lane in one lap
        --keep-going  goes on when something does not hold, with new objects; without it, that is the end
        --leaking     with a descriptor and 64 KiB lost for each verb: the soak must say so

        exit codes: 0 all held and nothing grew (12 laps are needed to tell), 1 not so, 2 could not run

        """

    static func main() async {
        var numbers: [String: UInt64] = [:]
        var words = CommandLine.arguments.dropFirst()
        if words.first == "--companion", let path = words.dropFirst().first { await accompany(path) }
        var (leaks, keepsGoing) = (false, false)
        while let word = words.popFirst() {
            switch word {
            case "--leaking":
                leaks = true
                continue
            case "--keep-going":
                keepsGoing = true
                continue
            default: break
            }
            guard ["--minutes", "--laps", "--seed", "--lanes", "--steps"].contains(word),
                let number = words.popFirst().flatMap({ UInt64($0) }),
                word == "--seed" || (1...100_000).contains(number)
            else {
                write(usage, to: STDERR_FILENO)
                exit(2)
            }
            numbers[word] = number
        }
        do {
            exit(try await run(numbers, leaks ? LeakingImplementation() : InProcessImplementation(), keepsGoing))
        } catch {
            write("accessenabler-soak: \(error)\n", to: STDERR_FILENO)
            exit(2)
        }
    }

    private static func run(_ numbers: [String: UInt64], _ implementation: any Implementation, _ keepsGoing: Bool)
        async throws -> Int32
    {
        let seed = numbers["--seed"] ?? UInt64.random(in: 0..<1_000_000)
        let soak = Soak(
            implementation, seed: seed, lanes: Int(numbers["--lanes"] ?? 3), steps: Int(numbers["--steps"] ?? 120),
            companion: .own)
        let start = ContinuousClock.now
        let end = start + .seconds(60 * (numbers["--minutes"] ?? 5))
        var (told, known) = (0, 0)
        write("seed \(seed)\n")
        let progress = try await soak.run { progress in
            let minute = Int((ContinuousClock.now - start).components.seconds / 60)
            if minute > told {
                told = minute
                write("minute \(minute): \(SoakReport.line(progress))\n")
            }
            for problem in progress.problems.dropFirst(known) { write("\(problem)\n") }
            known = progress.problems.count
            if known > 0, !keepsGoing { return false }
            if let laps = numbers["--laps"] { return progress.laps < laps }
            return ContinuousClock.now < end
        }
        write(
            "at the end: \(SoakReport.line(progress))\n\(SoakReport.tables(progress))\n\n\(SoakReport.verdict(progress))\n"
        )
        return progress.problems.isEmpty && !Flatness(of: progress.figures).trends.contains(where: \.isGrowth) ? 0 : 1
    }

    /// The part of the other process.
    private static func accompany(_ path: String) async -> Never {
        do {
            write(try await SoakCompanion.work(path))
            exit(0)
        } catch {
            write("accessenabler-soak: \(error)\n", to: STDERR_FILENO)
            exit(2)
        }
    }

    private static func write(_ text: String, to file: Int32 = STDOUT_FILENO) {
        try? WholeText.write(text, to: file)
    }
}
