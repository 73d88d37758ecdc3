import Base
import Foundation

@testable import AdobePass

extension FuzzTarget {
    /// The bodies of the service's other answers: registration, access token, authentication, registration
    /// code, user metadata, authorization, media token, preauthorization.
    static let answers = FuzzTarget("answers") { input in
        try registration(input)
        try accessToken(input)
        for contentType in [nil, "application/json; charset=iso-8859-1"] {
            try authentication(input, contentType)
            try registrationCode(input, contentType)
            try userMetadata(input, contentType)
            try authorization(input, contentType)
            try mediaToken(input, contentType)
            try preauthorization(input, contentType)
        }
    }
}

private func registration(_ body: Data) throws {
    guard let answer = try readable({ () throws(UnreadableAnswer) in try RegistrationBody.parse(body) }) else { return }
    try hold(!answer.clientID.isBlank && !answer.clientSecret.exposed.isBlank, "blank credentials")
    try hold(shows(answer, answer.clientSecret) == false, "a registration shows its secret")
}

private func accessToken(_ body: Data) throws {
    let now = Timestamp(milliseconds: 1_796_040_000_000)
    guard
        let answer = try readable({ () throws(UnreadableAnswer) in
            try AccessTokenBody.parse(body, receivedAt: now)
        })
    else { return }
    try hold(
        answer.expires > now && answer.expires <= now + AccessTokenBody.longestLife,
        "an access token's life is none, or longer than any")
    let token = answer.token.exposed
    try hold(!token.isEmpty && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a token no header can hold")
    try hold(shows(answer, answer.token) == false, "an access token shows")
}

private func authentication(_ body: Data, _ contentType: String?) throws {
    guard
        let answer = try readable({ () throws(UnreadableAnswer) in
            try AuthenticationBody.parse(body, contentType: contentType)
        })
    else { return }
    try hold(answer.requestor?.isBlank != true && answer.mvpd?.isBlank != true, "a blank id")
    if let requestor = answer.requestor {
        try hold(
            !answer.belongs(to: requestor + "x", answer.mvpd ?? ""), "an authentication of one requestor is another's")
    }
    if let mvpd = answer.mvpd {
        try hold(
            !answer.belongs(to: answer.requestor ?? "", mvpd + "x"), "an authentication of one MVPD is another's")
    }
    try hold(answer.belongs(to: answer.requestor ?? "r", answer.mvpd ?? "m"), "an authentication is nobody's")
    if let userID = answer.userID { try hold(shows(answer, userID) == false, "a user id shows") }
}

private func registrationCode(_ body: Data, _ contentType: String?) throws {
    guard
        let answer = try readable({ () throws(UnreadableAnswer) in
            try RegistrationCodeBody.parse(body, contentType: contentType)
        })
    else { return }
    try hold(!answer.code.isBlank, "a blank code")
    let segment = PathSegment.encode(answer.code)
    try hold(segment != "." && segment != ".." && !segment.contains("/"), "a code that leaves its place in the path")
}

private func userMetadata(_ body: Data, _ contentType: String?) throws {
    guard
        let answer = try readable({ () throws(UnreadableAnswer) in
            try UserMetadataBody.parse(body, contentType: contentType)
        })
    else { return }
    // As the store keeps it.
    let stored = try JSONEncoder().encode(answer.values)
    let again = try JSONDecoder().decode([String: JSONValue].self, from: stored)
    try hold(again == answer.values, "user metadata is not what it was once it has been stored")
    for value in answer.values.values {
        try hold((value.text == nil) == (value == .null), "a value without a text")
    }
    guard body.first == UInt8(ascii: "{") else { return }
    let deep = Data("{\"x\":".utf8) + Data(repeating: UInt8(ascii: "["), count: 64)
    let wrapped = deep + body + Data(repeating: UInt8(ascii: "]"), count: 64) + Data("}".utf8)
    try hold(
        try readable({ () throws(UnreadableAnswer) in try UserMetadataBody.parse(wrapped, contentType: nil) }) == nil,
        "JSON deeper than the limit is read")
}

private func authorization(_ body: Data, _ contentType: String?) throws {
    let answer = try readable { () throws(UnreadableAnswer) in
        try AuthorizationBody.parse(body, contentType: contentType)
    }
    let ids = [answer?.requestor, answer?.mvpd, answer?.resource].compactMap(\.self)
    try hold(ids.allSatisfy { !$0.isBlank }, "a blank id")
}

private func mediaToken(_ body: Data, _ contentType: String?) throws {
    guard
        let answer = try readable({ () throws(UnreadableAnswer) in
            try MediaTokenBody.parse(body, contentType: contentType)
        })
    else { return }
    try hold(!answer.token.exposed.isBlank, "a blank media token")
    try hold(answer.token.exposed == answer.token.exposed.trimmed, "a media token with blanks around it")
    try hold(shows(answer, answer.token) == false, "a media token shows")
}

private func preauthorization(_ body: Data, _ contentType: String?) throws {
    let decisions = try readable { () throws(UnreadableAnswer) in
        try PreauthorizationBody.parse(body, contentType: contentType)
    }
    for decision in decisions ?? [] {
        try hold(!decision.resource.isBlank, "a decision on nothing")
        // Nobody is let in by a word that is not there.
        if decision.isAuthorized {
            let text = body.text.lowercased()
            try hold(
                text.contains("tr") || text.contains("&") || text.contains("\\") || text.contains("\0")
                    || text.contains("encoding"), "a permission from nowhere")
        }
        let texts = [decision.error?.message, decision.error?.details, decision.error?.helpURL].compactMap(\.self)
        try hold(
            texts.allSatisfy { isOneLine($0) && $0.unicodeScalars.count <= ErrorBody.detailsLimit },
            "an error's text of several lines, or endless")
    }
}

/// What is read; nil for a refusal, whose reason is looked at.
func readable<Answer>(_ read: () throws(UnreadableAnswer) -> Answer) throws(Broken) -> Answer? {
    do {
        return try read()
    } catch {
        try checkReason(error)
        return nil
    }
}

/// Whether a secret shows when the value that holds it is printed; nil when it is too short to tell.
func shows(_ value: some Any, _ secret: Secret) -> Bool? {
    guard secret.exposed.utf8.count >= 12 else { return false }
    return String(describing: value).contains(secret.exposed) || String(reflecting: value).contains(secret.exposed)
}
