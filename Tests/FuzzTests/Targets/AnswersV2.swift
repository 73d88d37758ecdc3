import Base
import Foundation

@testable import AdobePass

extension FuzzTarget {
    /// The bodies of REST API V2: sessions, profiles, decisions, logouts.
    static let answersV2 = FuzzTarget("answers-v2") { input in
        try session(input)
        try lookup(input)
        try profiles(input)
        try decisions(input)
        try logouts(input)
    }
}

private func session(_ body: Data) throws {
    guard
        let answer = try readable({ () throws(UnreadableAnswer) in
            try SessionBody.parse(body, contentType: "application/json")
        })
    else { return }
    for text in [answer.serviceProvider, answer.mvpd, answer.url, answer.code, answer.partnerRequest?.request] {
        try hold(text?.isBlank != true, "a blank text in a session")
    }
    let names = answer.missingParameters + (answer.partnerRequest?.attributeNames ?? [])
    try hold(names.allSatisfy { !$0.isBlank }, "a blank name in a session")
}

private func lookup(_ body: Data) throws {
    guard
        let session = try readable({ () throws(UnreadableAnswer) in
            try SessionLookupBody.parse(body, contentType: nil, code: "CODE")
        })
    else { return }
    try hold(session.code == "CODE" && !session.requestor.isBlank, "a session of nobody's, or of another code")
}

private func profiles(_ body: Data) throws {
    guard
        let answer = try readable({ () throws(UnreadableAnswer) in try ProfilesBody.parse(body, contentType: nil) })
    else { return }
    let ids = answer.profiles.map(\.mvpd) + answer.damaged
    try hold(Set(ids).count == ids.count, "a profile is there twice")
    for profile in answer.profiles {
        let found = try readable { () throws(UnreadableAnswer) in try answer.profile(of: profile.mvpd) }
        try hold(found != nil, "a profile cannot be found")
        let stored = try JSONDecoder().decode(
            [String: JSONValue].self, from: JSONEncoder().encode(profile.metadata.values))
        try hold(stored == profile.metadata.values, "user metadata is not what it was once it has been stored")
        try hold(
            profile.metadata.encryptedKeys.isSubset(of: profile.metadata.values.keys),
            "an encrypted key without a value")
        if profile.source == .partner {
            try hold(profile.metadata.values["tokenSource"] != nil, "a partner profile without a source")
        }
    }
}

private func decisions(_ body: Data) throws {
    guard
        let answer = try readable({ () throws(UnreadableAnswer) in try DecisionsBody.parse(body, contentType: nil) })
    else { return }
    for decision in answer.decisions {
        try hold(!decision.resource.isBlank, "a decision on nothing")
        let first = answer.decision(on: decision.resource)
        try hold(first?.resource.utf8.elementsEqual(decision.resource.utf8) == true, "a decision cannot be found")
        if decision.isAuthorized {
            let text = body.text.lowercased()
            try hold(text.contains("tr") || text.contains("\\"), "a permission from nowhere")
        }
        if let token = decision.mediaToken { try hold(shows(decision, token) == false, "a media token shows") }
        for text in [decision.error?.message, decision.error?.details, decision.error?.helpURL].compactMap(\.self) {
            try hold(
                isOneLine(text) && text.unicodeScalars.count <= ErrorBody.detailsLimit,
                "an error's text is endless or several lines")
        }
    }
}

private func logouts(_ body: Data) throws {
    guard
        let answer = try readable({ () throws(UnreadableAnswer) in try LogoutsBody.parse(body, contentType: nil) })
    else { return }
    for entry in answer.entries {
        guard let page = answer.page(of: entry.mvpd) else { continue }
        try hold(!page.isBlank && entry.action == .logout, "a page to open where there is none")
    }
}
