/// One run of cases against one implementation: what every report is made of.
public struct RunReport: Sendable {
    /// The implementation, by its own name.
    public var implementation: String
    /// The seed the order of the cases was made of; nil = the list's own order.
    public var seed: UInt64?
    /// The real time it took.
    public var duration: Duration
    /// What came of it, API by API.
    public var services: [Service]
    /// What a reader has to know besides, one line each: why the run was given up, what was not understood.
    public var notes: [String]

    /// The cases run on one API.
    public struct Service: Sendable {
        /// The API.
        public var service: ServiceVersion
        /// In the list's order.
        public var results: [CaseResult]

        /// Collects results.
        public init(_ service: ServiceVersion, _ results: [CaseResult]) {
            self.service = service
            self.results = results
        }

        /// How reports name the API.
        public var name: String { "REST API \(service.rawValue.uppercased())" }
    }

    /// Collects what came of a run.
    public init(
        implementation: String, seed: UInt64? = nil, duration: Duration, services: [Service], notes: [String] = []
    ) {
        self.implementation = implementation
        self.seed = seed
        self.duration = duration
        self.services = services
        self.notes = notes
    }

    /// Every result.
    public var results: [CaseResult] { services.flatMap(\.results) }

    /// The time it took, for people.
    var durationText: String { Self.seconds(duration) + " s" }

    /// Seconds with one digit after the point.
    static func seconds(_ duration: Duration) -> String {
        let tenths = (duration.inMilliseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension CaseResult {
    /// What came of the case.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// Everything in it is as it must be.
        case holds
        /// Something is not.
        case fails
        /// The implementation lacks what the case needs.
        case notApplicable
        /// Nothing was due: the case is about the other API.
        case leftOut
        /// The surroundings could not be set up.
        case couldNotRun
    }

    /// What came of it.
    public var outcome: Outcome {
        switch unjudged {
        case nil: problems.isEmpty ? .holds : .fails
        case .notApplicable: .notApplicable
        case .notOnV2: .leftOut
        case .couldNotRun: .couldNotRun
        }
    }

    /// Why nothing is said about the implementation; nil = something is.
    public var reason: String? {
        switch unjudged {
        case nil: nil
        case .notApplicable(let missing): "it needs " + missing.map(\.rawValue).sorted().joined(separator: ", ")
        case .notOnV2(let why): "not on REST API V2: \(why)"
        case .couldNotRun(let why): why
        }
    }

    /// The step its first condition belongs to.
    var step: ContractStep? {
        Condition.all.first { $0.id == conditionCase.conditions.first }?.step
    }

    /// What is wrong, without secrets.
    public var shownProblems: [String] { problems.map(shown) }

    /// What is wrong in one line, the first difference first; nil = nothing.
    public var headline: String? {
        guard let place = firstDifference else { return shownProblems.first }
        func name(_ texts: [String]) -> String { place < texts.count ? texts[place] : "nothing" }
        return
            "callback \(place + 1) was to be \(name(conditionCase.expected.map(\.text))), but came \(name(shownCallbacks))"
    }

    /// The callbacks seen, one line each, without secrets.
    public var shownCallbacks: [String] { seen.map { shown($0.text) } }

    /// The last log lines, without secrets.
    public func shownLog(last count: Int) -> [String] {
        log.suffix(count).map { line in Clip.text(line) { hidden(Self.withoutTokens($0)) } }
    }

    /// The requests, one line each.
    var shownRequests: [String] {
        requests.map { "\($0.method) \($0.path) → \($0.status.map { String($0) } ?? "no answer")" }.map(shown)
    }

    private func shown(_ text: String) -> String { Clip.text(text, hidden) }

    /// A text without secrets.
    func hidden(_ text: String) -> String {
        secrets.reduce(text) { $0.replacing($1.exposed, with: "<secret>") }
    }

    /// So many log lines are kept, the last ones.
    static let keptLog = 20

    /// A log line of somebody else's may hold what this side does not know: whatever looks like a token goes.
    static func withoutTokens(_ line: String) -> String {
        var shown = ""
        var run = ""
        func end() {
            let isToken = run.count >= 32 && run.contains(where: \.isNumber) && run.contains(where: \.isLetter)
            shown += isToken ? "<\(run.count) characters>" : run
            run = ""
        }
        for character in line {
            if character.isASCII, character.isLetter || character.isNumber || "+=_-".contains(character) {
                run.append(character)
            } else {
                end()
                shown.append(character)
            }
        }
        end()
        return shown
    }
}

extension RunReport.Service {
    /// How many cases came out so.
    func count(_ outcome: CaseResult.Outcome) -> Int { results.count { $0.outcome == outcome } }

    /// The conditions of these cases, in the contract's order.
    func conditions(_ outcome: CaseResult.Outcome) -> [String] {
        let ids = Set(results.filter { $0.outcome == outcome }.flatMap(\.conditionCase.conditions))
        return Condition.all.map(\.id).filter { ids.contains($0) }
    }
}
