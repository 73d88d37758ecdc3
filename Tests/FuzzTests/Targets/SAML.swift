import Foundation

@testable import AdobePass
@testable import PassSimulator

extension FuzzTarget {
    /// The SAML response made ready for the exchange.
    static let saml = FuzzTarget("saml") { input in
        let text = input.text
        let once = SAMLText.normalise(text)
        try hold(!once.unicodeScalars.contains { isNewline($0) || $0 == "\t" }, "a newline or a tab is left")
        try hold(once.unicodeScalars.first.map(isBlank) != true, "a blank is left in front")
        try hold(once.unicodeScalars.last.map(isBlank) != true, "a blank is left at the end")
        try hold(written(once).elementsEqual(written(text)), "more than white space is lost")
        // Blanks that only a newline parted are two after the documented steps; done again, they are one.
        let twice = SAMLText.normalise(once)
        try hold(same(SAMLText.normalise(twice), twice), "normalising never ends")
        if !text.unicodeScalars.contains(where: isNewline) {
            try hold(same(twice, once), "normalising a normalised text changes it")
        }
        let base64 = SAMLText.base64(text)
        try hold(Data(base64Encoded: base64) == Data(once.utf8), "the base64 is that of another text")
        try hold(base64.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "the base64 is not one line")
        let form = SAMLText.formEncoded(text)
        try hold(!form.utf8.contains { "+/=&".utf8.contains($0) }, "the form value is not encoded")
        try hold(percentDecoded(form, plusIsSpace: true) == base64, "the form value is encoded more or less than once")
        try hold(percentDecoded(Percent.encode(text), plusIsSpace: true) == text, "a text is lost in a form")
    }

    private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
        [0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029].contains(scalar.value)
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .spaceSeparator || scalar == "\t"
    }

    private static func written(_ text: String) -> some Sequence<Unicode.Scalar> {
        text.unicodeScalars.lazy.filter { !isBlank($0) && !isNewline($0) }
    }

    private static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}
