import Base

/// A media token: what it says, signed (RSA-SHA256), as text in base64.
///
/// Like the real one it is for the programmer's server alone: a client hands it on unread.
struct MediaToken: Sendable, Hashable {
    /// Which simulator made it.
    var issuer: String
    /// Makes every token another.
    var nonce: String
    var requestor: String
    var resource: String
    var mvpd: String
    var issued: Timestamp
    var expires: Timestamp

    /// Why a text is no token of ours.
    struct Objection: Error, Sendable, Hashable {
        let verdict: MediaTokenVerdict
    }

    /// One key for all simulators of a process, made when first needed.
    private static let key = try? RSAKey()
    private static let (start, middle) = ("<signatureInfo>", "</signatureInfo>")

    /// `serializedToken`; nil when the library refuses to sign.
    var serialized: String? {
        let content = XML(
            "shortAuthorizationToken",
            [
                XML("issuer", issuer), XML("sessionGUID", nonce), XML("requestorID", requestor),
                XML("resourceID", base64(Array(resource.utf8))), XML("mvpdId", mvpd),
                XML("issueTime", String(issued.milliseconds)), XML("notAfter", String(expires.milliseconds)),
            ]
        ).document
        guard let signature = Self.key?.signature(of: Array(content.utf8)) else { return nil }
        return base64(Array((Self.start + base64(signature) + Self.middle + content).utf8))
    }

    /// Reads a token and verifies its signature; its time and what it is for are the caller's affair.
    static func read(_ text: String) -> Result<MediaToken, Objection> {
        guard let bytes = decodedBase64(text), let whole = String(validating: bytes, as: UTF8.self),
            whole.hasPrefix(start), let end = whole.firstRange(of: middle),
            let signature = decodedBase64(String(whole[..<end.lowerBound].dropFirst(start.count)))
        else { return .failure(Objection(verdict: .malformed)) }
        let content = whole[end.upperBound...]
        guard key?.isSignature(signature, of: Array(content.utf8)) == true else {
            return .failure(Objection(verdict: .forged))
        }
        func field(_ name: String) -> String? {
            guard let start = content.firstRange(of: "<\(name)>"),
                let end = content[start.upperBound...].firstRange(of: "</\(name)>")
            else { return nil }
            return String(content[start.upperBound..<end.lowerBound])
        }
        func time(_ name: String) -> Timestamp? {
            field(name).flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) }
        }
        guard let issuer = field("issuer"), let nonce = field("sessionGUID"), let requestor = field("requestorID"),
            let resource = field("resourceID").flatMap(decodedBase64).flatMap({ String(validating: $0, as: UTF8.self) }
            ),
            let mvpd = field("mvpdId"), let issued = time("issueTime"), let expires = time("notAfter")
        else { return .failure(Objection(verdict: .malformed)) }
        return .success(
            MediaToken(
                issuer: issuer, nonce: nonce, requestor: requestor, resource: resource, mvpd: mvpd, issued: issued,
                expires: expires))
    }
}
