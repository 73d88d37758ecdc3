/// What is to be watched: a plain id, or an MRSS fragment that begins with `<`.
struct Resource: Sendable, Hashable {
    /// As it came, decoded once.
    let text: String

    /// Reads the parameter `resource`.
    /// - Throws: `missing_resource`, or `malformed_authz_request` for a fragment that is no XML.
    init(_ parameters: Parameters) throws(Refusal) {
        guard let text = try parameters["resource"], !trimmed(text).isEmpty else { throw .missing("resource") }
        guard !trimmed(text).hasPrefix("<") || XMLCheck.isWellFormed(text) else {
            throw .invalid("The resource is no well-formed MRSS", code: "malformed_authz_request")
        }
        self.text = text
    }

    init(_ text: String) { self.text = text }

    /// By which it is told from others: bytes, so that composed and decomposed letters differ.
    var key: [UInt8] { Array(text.utf8) }

    /// The channel an MRSS fragment names, under which MVPDs file it; nil for a plain id.
    private var channel: String? {
        guard trimmed(text).hasPrefix("<"), let start = text.firstRange(of: "<title>"),
            let end = text[start.upperBound...].firstRange(of: "</title>")
        else { return nil }
        return trimmed(text[start.upperBound..<end.lowerBound])
    }

    /// What an MVPD has against it: by the resource itself, its channel, or `*` for all that are not listed.
    func denial(at mvpd: Dashboard.MVPD) -> Dashboard.Denial? {
        func listed(_ id: String) -> Dashboard.Denial? { mvpd.denials.first { isSameID($0.key, id) }?.value }
        return listed(text) ?? channel.flatMap(listed) ?? mvpd.denials["*"]
    }
}
