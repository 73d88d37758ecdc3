import AccessEnabler
import FoundationEssentials
import PassSimulator

/// The list of conditions and cases as data, complete enough to be run by a program in another language.
public enum ConditionList {
    /// The version of the format: it changes when something is taken away or means something else.
    public static let format = 2

    /// The document; `Schemas.list` describes it, the article "The condition list" explains it.
    public static func json() throws -> String {
        try JSONDocument.pretty(
            .object([
                "format": .count(format), "programme": Programme.json, "roles": roles,
                "conditions": .array(Condition.all.map(\.json)), "cases": .array(ConditionCase.all.map(\.json)),
            ]))
    }

    /// What requests are for, and where they go on each API.
    private static var roles: JSONValue {
        let all = RequestRole.allCases.map { role in
            let endpoints = ServiceVersion.allCases.map { service in
                (service.rawValue, JSONValue.text(service.endpoint(of: role)?.rawValue))
            }
            return (role.rawValue, JSONValue.object(Dictionary(endpoints, uniquingKeysWith: { first, _ in first })))
        }
        return .object(Dictionary(all, uniquingKeysWith: { first, _ in first }))
    }
}

extension Condition {
    fileprivate var json: JSONValue {
        .object([
            "id": .string(id), "step": .string(step.rawValue), "statement": .string(statement),
            "source": .object(["document": .string(source.document), "section": .string(source.section)]),
            "platforms": .texts(platforms.map(\.rawValue)), "isChoice": .bool(isChoice),
            "coverage": .string(coverage.rawValue),
            "cases": .texts(ConditionTable.cases(of: id).map(\.title)),
        ])
    }
}

extension Programme {
    /// The programmers, MVPDs and people all cases are about.
    fileprivate static var json: JSONValue {
        let mvpds = dashboard.requestors[requestor]?.mvpds ?? []
        return .object([
            "requestor": .string(requestor), "otherRequestor": .string(otherRequestor),
            "unknownRequestor": .string(unknownRequestor), "redirectURL": .string(redirect),
            "applicationRedirectURL": .string(ownRedirect), "temporaryPass": .string(trial),
            "mvpds": .array(
                mvpds.map { mvpd in
                    .object([
                        "id": .string(mvpd.id), "displayName": .string(mvpd.displayName),
                        "platformMappingId": .text(mvpd.platformMappingID),
                        "boardingStatus": .text(mvpd.boardingStatus),
                    ])
                }),
            "resources": .texts([movies, news, sports]),
            "authenticationLife": .time(tokenLife), "authorizationLife": .time(authorizationLife),
        ])
    }
}
