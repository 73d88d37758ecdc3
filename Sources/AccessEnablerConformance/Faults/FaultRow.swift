public import AccessEnabler
import Base
import PassSimulator

/// One use of an endpoint by the SDK: a row of the fault matrix. What is due stands here as the contract has it.
public struct FaultRow: Sendable {
    /// The API of the service.
    public let service: ServiceVersion
    /// The contract's conditions it is about.
    public var conditions: [String]
    /// What the faulty request is for.
    public let role: RequestRole
    /// The verb that leads to it, and when.
    public let name: String
    /// What is true before.
    let situation: @Sendable (PlatformBehaviour) -> Situation
    /// The proper answer has a body.
    var hasBody = true
    /// How long the faulty request may take.
    var limit = Limit.request
    /// How long everything may take on the device's clock; nil = a login by code, which the code ends.
    var within: @Sendable (PlatformBehaviour) -> Duration? = { _ in Limit.verb }
    /// The permission is asked for with a prompt.
    var prompts = false
    /// Registering is part of it.
    var registers = false
    /// Verdicts due besides one for each login, check and logout.
    var moreVerdicts = 0
    /// What the contract says of the other requestor's sign-in afterwards.
    var keepsOther = true
    /// What comes before the fault.
    var before = FaultStory([], [])
    /// What the host and the person do, and the callbacks due, while the fault lasts.
    var faulty: @Sendable (Harm, PlatformBehaviour) -> FaultStory
    /// The same once the service is well and the application was started again.
    var afterwards: @Sendable (Harm, PlatformBehaviour) -> FaultStory = { _, _ in .signedIn }
}

/// Steps, and the callbacks they lead to.
struct FaultStory: Sendable {
    var script: [ScriptStep]
    var due: [ExpectedCallback]

    init(_ script: [ScriptStep], _ due: [ExpectedCallback]) {
        self.script = script
        self.due = due
    }

    /// One after the other: waits of the second count from its own beginning.
    static func + (first: FaultStory, second: FaultStory) -> FaultStory {
        func count(_ kind: CallbackKind) -> Int { first.due.count { $0.kind == kind } }
        let then = second.script.map { step -> ScriptStep in
            switch step {
            case .wait(.callback(let kind, let number)): .wait(.callback(kind, count: number + count(kind)))
            case .pollsUntil(let kind, let number): .pollsUntil(kind, count: number + count(kind))
            default: step
            }
        }
        return FaultStory(first.script + then, first.due + second.due)
    }

    /// Signed in, as `setRequestor` and `checkAuthentication` show it.
    static let signedIn = FaultStory([.setRequestor(), .checkAuthentication], [.complete(1), .signedIn])
    /// Nobody is.
    static let signedOut = FaultStory([.setRequestor(), .checkAuthentication], [.complete(1)] + FaultRow.signedOut)
}

extension FaultRow {
    /// The cell of this row under a switch, as a case.
    public func cell(_ fault: FaultSwitch, on platform: PlatformBehaviour) -> ConditionCase {
        let harm = harm(of: fault)
        let id = FaultStory([.getMetadata(.deviceID)], [.metadata(.deviceID, .named("device"))])
        let other = FaultStory(
            [.setRequestor(Programme.otherRequestor), .checkAuthentication],
            [.complete(1)] + (keepsOther ? [.signedIn] : FaultRow.signedOut))
        let story =
            id + before + FaultStory([.change([.fault(fault, role)])], []) + faulty(harm, platform)
            + FaultStory([.relaunch(Launch(platform), [.noFaults])], []) + afterwards(harm, platform) + other + id
        var proofs: [ConditionCase.Proof] = [.hidden([FaultSwitch.secret]), .secretsStayInStore]
        if let within = within(platform) { proofs.append(.waitedAtMost(within)) }
        return ConditionCase(
            conditions, "\(name), \(role.rawValue) \(fault.name), \(service.rawValue), \(platform.rawValue)",
            situation(platform),
            script: story.script, expect: story.due, requests: budget,
            platform: prompts ? .prompting(saml: 0...9) : .saml(0...9), proofs: proofs, moreVerdicts: moreVerdicts,
            needs: [.storesFiles, .showsLog])
    }

    /// Service, name and role tell rows apart.
    public func isSame(as other: FaultRow) -> Bool {
        service == other.service && role == other.role && name == other.name
    }

    /// The heading in tables: the verb, and the request that goes wrong.
    public var title: String {
        let endpoint = service.endpoint(of: role)?.rawValue ?? "nothing"
        return "\(name): \(endpoint) (\(service.rawValue.uppercased()))"
    }

    static let signedOut: [ExpectedCallback] = [.code("N000"), .signedOut]

    /// What a switch amounts to here.
    func harm(of fault: FaultSwitch) -> Harm { hasBody ? fault.harm : fault.harmWithoutBody }

    /// The faulty request was made, credentials are as they were, and whoever a redirect names is asked nothing.
    private var budget: RequestBudget {
        var numbers: [RequestRole: ClosedRange<Int>] = [:]
        for role in RequestRole.allCases { numbers[role] = 0...999 }
        if !registers { numbers[.register] = 0...0 }
        // A role that shares its endpoint is counted as the other one.
        numbers[service.endpoint(of: role).flatMap(service.role) ?? role] = 1...999
        return RequestBudget(numbers, onV2: numbers)
    }
}

extension Fact {
    fileprivate static func fault(_ fault: FaultSwitch, _ role: RequestRole) -> Fact {
        Fact(
            .faultSwitch, "\(role.rawValue): \(fault.name)",
            ["role": .string(role.rawValue), "name": .string(fault.name)]
        ) { bench in
            bench.first.setFault(Fault(try fault.effect(bench)), at: try bench.endpoint(of: role))
        }
    }

    /// The limit of the request under way passes.
    static func passes(_ limit: Duration) -> Fact {
        Fact(.limitPasses, "\(limit) pass once a request waits so long", ["time": .time(limit)]) { bench in
            let clock = bench.clock
            do {
                try await withTimeLimit(.seconds(120), on: SystemClock()) {
                    await clock.waitForSleepers(.deadline, lasting: limit)
                }
            } catch is TimeLimitExceeded {
                throw Stuck(waitedFor: "a request that may take \(limit)")
            }
            clock.advance(by: limit)
        }
    }

    /// The limit of every request passes, once this one was asked.
    static func passesAlways(_ limit: Duration, after role: RequestRole) -> Fact {
        Fact(
            .limitPasses, "\(limit) pass whenever a request waits so long, from \(role.rawValue) on",
            ["role": .string(role.rawValue), "time": .time(limit), "always": .bool(true)]
        ) { bench in
            let (first, endpoint) = (bench.first, try bench.endpoint(of: role))
            bench.passing.begin(limit: limit) { await first.waitForRequests(at: endpoint) }
        }
    }
}
