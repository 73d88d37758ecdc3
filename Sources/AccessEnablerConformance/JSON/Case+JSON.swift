import AccessEnabler
import PlatformAccount

extension ConditionCase {
    /// The case as other programs read it; `Schemas.list` describes it.
    var json: JSONValue {
        .object([
            "title": .string(title), "name": .string(name), "conditions": .texts(conditions),
            "situation": situation.json,
            "reactions": .array(
                reactions.map { reaction in
                    .object([
                        "inside": .string(reaction.inside.rawValue), "acts": .array(reaction.acts.map(\.json)),
                        "text": .string(reaction.text),
                    ])
                }),
            "forbidden": .array(forbidden.map(\.json)), "stored": stored.json,
            "countsTracking": .bool(countsTracking), "moreVerdicts": .count(moreVerdicts),
            "proofs": .array(proofs.map(\.json)),
            "on": .object(["v1": form(on: .v1), "v2": form(on: .v2)]),
        ])
    }

    /// What depends on the API the service is asked by.
    private func form(on service: ServiceVersion) -> JSONValue {
        if service == .v2, let notOnV2 { return .object(["isDue": .bool(false), "reason": .string(notOnV2)]) }
        let asked = self.asked(by: service)
        return .object([
            "isDue": .bool(true), "reason": .text(service == .v2 ? onV2?.reason : nil),
            "script": .array(asked.script.map(\.json)), "expected": .array(asked.expected.map(\.json)),
            "requests": .object([
                "first": Self.counts(asked.firstRequests(on: service)),
                "second": Self.counts(asked.requests.second),
            ]),
            "platform": asked.platform.json, "needs": .texts(allNeeds(on: service).map(\.rawValue).sorted()),
        ])
    }

    private static func counts(_ budget: [RequestRole: ClosedRange<Int>]) -> JSONValue {
        .object(
            Dictionary(
                budget.map { ($0.rawValue, JSONValue.range($1)) }, uniquingKeysWith: { first, _ in first }))
    }
}

extension JSONValue {
    /// Least and most.
    fileprivate static func range(_ range: ClosedRange<Int>) -> JSONValue {
        .array([.count(range.lowerBound), .count(range.upperBound)])
    }

    /// One of several shapes, told by the name under `key`.
    fileprivate static func kind(_ key: String, _ name: String, _ parts: [String: JSONValue] = [:]) -> JSONValue {
        .object(parts.merging([key: .string(name)], uniquingKeysWith: { $1 }))
    }
}

extension Situation {
    fileprivate var json: JSONValue {
        .object([
            "before": .string("\(before)"), "launch": launch.json, "seeds": .array(seeds.map(\.json)),
            "facts": .array(facts.map(\.json)), "text": .texts(description),
        ])
    }
}

extension Launch {
    fileprivate var json: JSONValue {
        .object([
            "platform": .string(platform.rawValue), "integrityCheck": .string("\(integrityCheck)"),
            "applicationID": .string(applicationID),
        ])
    }
}

extension Fact {
    fileprivate var json: JSONValue {
        .object(["fact": .string(kind.rawValue), "arguments": .object(arguments), "text": .string(text)])
    }
}

extension ScriptStep {
    fileprivate var json: JSONValue {
        var parts = shape
        parts["text"] = .string(text)
        return .object(parts)
    }

    private var shape: [String: JSONValue] {
        func call(_ verb: Verb) -> [String: JSONValue] {
            verb.json.merging(["step": .string("call")], uniquingKeysWith: { $1 })
        }
        func step(_ name: String, _ parts: [String: JSONValue] = [:]) -> [String: JSONValue] {
            parts.merging(["step": .string(name)], uniquingKeysWith: { $1 })
        }
        switch self {
        // The service providers are named: where they are is known only when they run.
        case .setRequestor(let requestor, let addresses):
            return call(.setRequestor(requestor, serviceProviders: addresses.map(\.rawValue)))
        case .checkAuthentication: return call(.checkAuthentication)
        case .getMetadata(let key): return call(.getMetadata(key, arguments: key.arguments))
        case .setOptions(let options): return call(.setOptions(options))
        case .getAuthentication(let forced, let filter): return call(.getAuthentication(forced: forced, filter: filter))
        case .setSelectedProvider(let mvpd): return call(.setSelectedProvider(mvpd))
        case .handleExternalURL(let url): return call(.handleExternalURL(url))
        case .logout: return call(.logout)
        case .call(let verb): return call(verb)
        case .handleRedirect: return step("handleRedirect")
        case .person(let act): return step("person", ["act": .string("\(act)")])
        case .answerPicker(let choice, let dialog):
            return step("answerPicker", ["choice": choice.json, "dialog": dialog.map { .count($0) } ?? .null])
        case .polls(let count): return step("polls", ["count": .count(count)])
        case .pollsUntil(let kind, let count):
            return step("pollsUntil", ["callback": .string(kind.rawValue), "count": .count(count)])
        case .change(let facts): return step("change", ["facts": .array(facts.map(\.json))])
        case .meanwhile(let facts): return step("meanwhile", ["facts": .array(facts.map(\.json))])
        case .seed(let tokens): return step("seed", ["seeds": .array(tokens.map(\.json))])
        case .wait(let moment): return step("wait", ["for": moment.json])
        case .relaunch(let launch, let facts):
            return step("relaunch", ["launch": launch.json, "facts": .array(facts.map(\.json))])
        case .another(let launch): return step("another", ["launch": launch.json])
        case .use(let place): return step("use", ["object": .count(place)])
        case .release: return step("release")
        case .unblock: return step("unblock")
        }
    }
}

extension Moment {
    fileprivate var json: JSONValue {
        switch self {
        case .callback(let kind, let count):
            .kind("moment", "callback", ["callback": .string(kind.rawValue), "count": .count(count)])
        case .platformAsked: .kind("moment", "platformAsked")
        case .pollingOver: .kind("moment", "pollingOver")
        case .asked(let role, let address):
            .kind("moment", "asked", ["role": .string(role.rawValue), "at": .string(address.rawValue)])
        case .answered(let role, let address):
            .kind("moment", "answered", ["role": .string(role.rawValue), "at": .string(address.rawValue)])
        }
    }
}

extension Reaction.Act {
    fileprivate var json: JSONValue {
        switch self {
        case .call(let verb): .kind("act", "call", verb.json)
        case .followPage: .kind("act", "followPage")
        case .answerPicker(let choice): .kind("act", "answerPicker", ["choice": choice.json])
        case .release: .kind("act", "release")
        case .block: .kind("act", "block")
        }
    }
}

extension Forbidden {
    fileprivate var json: JSONValue {
        let pattern: [String: JSONValue] =
            switch callback {
            case .kind(let kind): ["callback": .string(kind.rawValue)]
            case .code(let code): ["callback": .string("status"), "errorId": .string(code)]
            case .complete(let value): ["callback": .string("setRequestorComplete"), "status": .count(value)]
            case .authentication(let value): ["callback": .string("setAuthenticationStatus"), "status": .count(value)]
            }
        return .object(["matching": .object(pattern), "reason": .string(reason)])
    }
}

extension PlatformBudget {
    fileprivate var json: JSONValue {
        switch self {
        case .nothing: .kind("asked", "nothing", ["saml": .range(0...0)])
        case .silently: .kind("asked", "silently", ["saml": .range(0...0)])
        case .saml(let range): .kind("asked", "silently", ["saml": .range(range)])
        case .prompting(let range): .kind("asked", "prompting", ["saml": .range(range)])
        }
    }
}

extension StoredState {
    fileprivate var json: JSONValue {
        switch self {
        case .unchecked: .kind("token", "unchecked")
        case .nothing: .kind("token", "none")
        case .partner(let provider): .kind("token", "partner", ["provider": .string(provider)])
        case .regular: .kind("token", "regular")
        }
    }
}

extension ConditionCase.Proof {
    fileprivate var json: JSONValue {
        func roles(_ roles: Set<RequestRole>) -> JSONValue { .texts(roles.map(\.rawValue).sorted()) }
        return switch self {
        case .header(let name, let value, let on):
            .kind("proof", "header", ["name": .string(name), "value": .string(value), "on": roles(on)])
        case .parameter(let name, let on): .kind("proof", "parameter", ["name": .string(name), "on": roles(on)])
        case .noHeader(let name, let on): .kind("proof", "noHeader", ["name": .string(name), "on": roles(on)])
        case .deviceInfo(let key, let value, let on):
            .kind("proof", "deviceInfo", ["name": .string(key), "value": .string(value), "on": roles(on)])
        case .neverAnswered(let status): .kind("proof", "neverAnswered", ["status": .count(status)])
        case .waited(let least): .kind("proof", "waited", ["atLeast": .time(least)])
        case .waitedAtMost(let most): .kind("proof", "waitedAtMost", ["atMost": .time(most)])
        case .secretsStayInStore: .kind("proof", "secretsStayInStore")
        case .keepsDamagedStore: .kind("proof", "keepsDamagedStore")
        case .pollsWithBackOff: .kind("proof", "pollsWithBackOff")
        case .hidden(let texts): .kind("proof", "hidden", ["texts": .texts(texts)])
        }
    }
}
