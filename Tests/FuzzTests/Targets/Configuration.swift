import Foundation

@testable import AdobePass

extension FuzzTarget {
    /// A configuration, JSON or XML, with and without a content type that says Latin-1.
    static let configuration = FuzzTarget("configuration", longestInput: 8192) { input in
        let plain = try read(input, contentType: nil)
        let latin1 = try read(input, contentType: "text/xml; charset=ISO-8859-1")
        if String(validating: input, as: UTF8.self) != nil, !input.contains(where: { $0 >= 0x80 }) {
            try hold(plain == latin1, "an ASCII document reads otherwise under another content type")
        }
        guard plain != nil else { return }
        // P02: half a list signs half of the people out.
        let whole = input.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0.isBlank }
        guard let end = whole.lastIndex(where: { !$0.isBlank }) else { return }
        let cut = Data(whole[..<end])
        try hold(try read(cut, contentType: nil) == nil, "a configuration without its last byte is taken for whole")
        guard whole.first == UInt8(ascii: "{") else { return }
        let deep = Data("{\"x\":".utf8) + Data(repeating: UInt8(ascii: "["), count: 64)
        let rest = Data(repeating: UInt8(ascii: "]"), count: 64) + Data(",".utf8) + whole.dropFirst()
        try hold(try read(deep + rest, contentType: nil) == nil, "JSON of 65 levels is read")
    }
}

private func read(_ body: Data, contentType: String?) throws -> RequestorConfiguration? {
    let configuration: RequestorConfiguration
    do throws(UnreadableAnswer) {
        configuration = try ConfigurationBody.parse(body, contentType: contentType, requestor: "NORTHSTAR")
    } catch {
        try checkReason(error)
        return nil
    }
    try hold(configuration.requestor == "NORTHSTAR", "the requestor is not the one asked for")
    let ids = configuration.mvpds.map { Array($0.id.utf8) }
    try hold(Set(ids).count == ids.count, "an id is there twice")
    for mvpd in configuration.mvpds {
        try hold(!mvpd.id.isBlank, "an MVPD has no id")
        try hold(!mvpd.displayName.isBlank, "an MVPD has no name")
        try hold(mvpd.platformMappingID?.isBlank != true, "a platform id is blank")
        try hold(mvpd.logoURL?.isBlank != true, "a logo is blank")
        try hold(mvpd.requiredMetadataFields.allSatisfy { !$0.isBlank }, "a metadata field is blank")
        // S2.X5: whoever is not told to be SSO enabled is not.
        if mvpd.boardingStatus != nil {
            try hold(
                body.range(of: Data("SUPPORTED".utf8)) != nil || body.range(of: Data("PICKER".utf8)) != nil
                    || body.contains(UInt8(ascii: "\\")) || body.contains(UInt8(ascii: "&"))
                    || body.contains(0) || body.range(of: Data("<!".utf8)) != nil
                    || body.range(of: Data("<?".utf8)) != nil,
                "a boarding status from nowhere")
        }
    }
    return configuration
}

/// The reason of a refusal stands in the log: it quotes nothing and is one line.
func checkReason(_ error: UnreadableAnswer) throws(Broken) {
    try hold(
        error.reason.utf8.count < 120 && error.reason.utf8.allSatisfy { (0x20...0x7E).contains($0) },
        "the reason of a refusal is no short line of our own")
}

extension UInt8 {
    /// What JSON and XML call white space.
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
