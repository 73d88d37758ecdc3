import AccessEnabler
import FoundationEssentials

/// Results for other programs; `Schemas.report` describes them.
public enum JSONReport {
    /// The version of the format: it changes when something is taken away or means something else.
    public static let format = 1

    /// The document.
    public static func json(_ report: RunReport) throws -> String {
        try JSONDocument.pretty(
            .object([
                "format": .count(format), "implementation": .string(report.implementation),
                "seed": report.seed.map { .string(String($0)) } ?? .null,
                "milliseconds": .integer(report.duration.inMilliseconds),
                "services": .array(report.services.map(service)), "notes": .texts(report.notes),
            ]))
    }

    private static func service(_ service: RunReport.Service) -> JSONValue {
        let counts = CaseResult.Outcome.allCases.map { ($0.rawValue, JSONValue.count(service.count($0))) }
        return .object([
            "service": .string(service.service.rawValue),
            "counts": .object(Dictionary(counts, uniquingKeysWith: { first, _ in first })),
            "failingConditions": .texts(service.conditions(.fails)),
            "cases": .array(service.results.map(result)),
        ])
    }

    private static func result(_ result: CaseResult) -> JSONValue {
        let conditionCase = result.conditionCase
        return .object([
            "title": .string(conditionCase.title), "conditions": .texts(conditionCase.conditions),
            "outcome": .string(result.outcome.rawValue), "reason": .text(result.reason),
            "milliseconds": .integer(result.duration.inMilliseconds), "problems": .texts(result.shownProblems),
            "situation": .texts(conditionCase.situation.description),
            "script": .texts(conditionCase.script.map(\.text)),
            "expected": .texts(conditionCase.expected.map(\.text)), "seen": .texts(result.shownCallbacks),
            "firstDifference": result.firstDifference.map { .count($0) } ?? .null,
            "requests": .array(
                result.requests.map { request in
                    .object([
                        "method": .string(request.method), "path": .string(request.path),
                        "status": request.status.map { .count($0) } ?? .null,
                    ])
                }),
            "log": .texts(result.shownLog(last: 20)),
        ])
    }
}

/// JSON documents as text.
enum JSONDocument {
    /// With indentation, keys in order, and a line end.
    static func pretty(_ value: JSONValue) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}
